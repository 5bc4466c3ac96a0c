"""`okanjo` from outside: what it prints, its exit statuses; hostile text comes out harmless."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.table_program import OKANJO, Piped, environ, left, okanjo, settings

from firmware import VERSION

LOBBY = "preset sushi-go-classic\nbadge red\nbadge blue\ncommand next\n"
EVENING = LOBBY + "badge red\ncard sushi-go-party/egg-nigiri/1\nblue:062453\n"
HOSTILE = [
    b"\x1b[2J\x1b]0;evil\x07",
    b"\x00\x01\x02\x7f\x9b31m",
    b"7" * 100_000,
    b"\xff\xfe\xc3\x28",
    "\u202egnp.exe\u2028\u0085".encode(),
    b"$(reboot);`reboot`|reboot",
    b"';DROP/**/TABLE/**/scans;--",
    b"../../../../etc/passwd",
    b"%s%n{0}{self}",
    b"\r\r\r",
    b"red:\x1b[31m",
    b"000000",
    b"\xe2\x80\xa6",
]


def harmless(out: bytes) -> bool:
    """Whether nothing in it could steer a terminal."""
    return all(one.isprintable() or one == "\n" for one in out.decode("utf-8"))


def test_replay_prints_one_object_a_line_for_each_file(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(EVENING)
    done = okanjo(tmp_path, "replay", "one", "-", "--json", given=b"game omakase\nbadge red\n")
    assert (done.returncode, done.stderr) == (0, b"")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["seats"][0]["live"] == 1
    assert [refused["line"] for refused in first["refused"]] == [7]
    assert set(first["refused"][0]) == {"line", "code", "reason", "message"}
    assert second["game"] == "omakase"


def test_replay_without_json_is_for_people(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "replay", "-", "-", given=EVENING.encode())
    assert done.returncode == 0
    board = done.stdout.decode()
    assert board.startswith("Sushi Go Party!  (tally, round 1 is open)\n")
    assert "line 7, 062453" in board
    assert board.endswith("No game was chosen.\n")  # standard input is at its end by then


def test_the_version_is_told_without_importing_what_scores(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "--version", PYTHONPROFILEIMPORTTIME="1")
    assert (done.returncode, done.stdout) == (0, f"Okanjo {VERSION}\n".encode())
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    ours = {one for one in imported if one.partition(".")[0] in ("firmware", "engine", "drivers")}
    packages = {"firmware", "firmware.cli", "firmware.system"}
    assert ours <= packages | {"firmware.cli.parser", "firmware.system.exit_status"}


def test_replay_touches_no_state(tmp_path: Path) -> None:
    okanjo(tmp_path, "replay", "-", given=EVENING.encode())
    assert [path.name for path in tmp_path.iterdir()] == ["state.toml"]


@pytest.mark.parametrize(
    ("words", "given", "told"),
    [
        (("replay", "none"), b"", b"none: No such file or directory\n"),
        (("replay", "-"), b"badge red\nbadge pink\n", b"-, line 2: there is no badge pink."),
        (("replay", "-", "--json"), b"one two three\n", b"-, line 1: not a scan: one two three."),
        (("replay",), b"", b"usage:"),
        ((), b"", b"usage:"),
        (("sing",), b"", b"usage:"),
        (("history", "--csv", "--json"), b"", b"usage: okanjo history"),
        (("--config", "none", "replay", "-"), b"", b"none: No such file"),
        (("--config", "none", "run"), b"", b"none: No such file"),
        (("--config", "none", "config"), b"", b"none: No such file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], given: bytes, told: bytes
) -> None:
    done = okanjo(tmp_path, *words, given=given)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(told)
    assert b"Traceback" not in done.stderr


def test_files_before_a_bad_one_are_still_told(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "replay", "--json", "-", "none", given=EVENING.encode())
    assert done.returncode == 2
    assert json.loads(done.stdout)["phase"] == "playing"


def test_names_stand_in_results(tmp_path: Path) -> None:
    (tmp_path / "okanjo.toml").write_text('[names]\nred = "Chris"\n')
    words = ("--config", "okanjo.toml", "replay", "-")
    board = okanjo(tmp_path, *words, given=EVENING.encode()).stdout
    assert b"Chris  Blue" in board
    record = json.loads(okanjo(tmp_path, *words, "--json", given=EVENING.encode()).stdout)
    assert [seat["name"] for seat in record["seats"]] == ["Chris", "Blue"]


def test_codes_lists_every_label(tmp_path: Path) -> None:
    labels = json.loads(okanjo(tmp_path, "codes", "--json").stdout)
    keys = ["code", "type", "slug", "game", "kind", "face", "copy", "title"]
    assert all(list(label) == keys for label in labels)
    assert len(labels) > 400
    lines = okanjo(tmp_path, "codes").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [label["code"] for label in labels]


def test_config_says_where_each_value_comes_from(tmp_path: Path) -> None:
    (tmp_path / "okanjo.toml").write_text('[names]\nred = "Chris"\n')
    done = okanjo(tmp_path, "--config", "okanjo.toml", "config")
    lines = done.stdout.decode().splitlines()
    assert any(line.split() == ["names.red", '"Chris"', "okanjo.toml"] for line in lines)
    assert any(line.startswith("table.double_read_ms") and "500" in line for line in lines)


def test_config_shows_hostile_names_and_values_harmless(tmp_path: Path) -> None:
    hostile = "a\x1b[31m\n.toml"
    folder = tmp_path / "b\x1b[2J"
    (tmp_path / hostile).write_text(f"[state]\nfolder = {json.dumps(str(folder))}\n")
    done = okanjo(tmp_path, "--config", hostile, "config")
    assert (done.returncode, done.stderr) == (0, b"")
    assert harmless(done.stdout)
    assert done.stdout.startswith(rb"Settings: a\x1b[31m\n.toml")


@pytest.mark.parametrize("words", [("replay", "-"), ("replay", "-", "--json"), ("run",)])
def test_hostile_text_comes_out_harmless(tmp_path: Path, words: tuple[str, ...]) -> None:
    lines = [EVENING.encode(), *(line + b"\n" for line in HOSTILE), b"command undo\n"]
    done = okanjo(tmp_path, *words, given=b"".join(lines))
    assert done.returncode == 0
    assert harmless(done.stdout)
    assert harmless(done.stderr)
    assert b"Traceback" not in done.stderr
    assert len(done.stdout) < 20_000
    if words == ("run",):
        assert left(tmp_path)["seats"][0]["live"] == 0  # type: ignore[index]


@pytest.mark.parametrize("line", [b"badge \x1b[31m", b"\x1b[31m red", b"card \xff" + b"x" * 99_999])
def test_a_hostile_line_that_is_no_scan_is_told_harmlessly(tmp_path: Path, line: bytes) -> None:
    done = okanjo(tmp_path, "replay", "-", given=line)
    assert done.returncode == 2
    assert harmless(done.stderr)
    assert len(done.stderr) < 300


def test_hostile_settings_are_told_harmlessly(tmp_path: Path) -> None:
    (tmp_path / "okanjo.toml").write_text('"\\u001b[2J" = 1\n[names]\nred = "\\u001b[2J"\n')
    for words in (("replay", "-"), ("run",), ("config",)):
        done = okanjo(tmp_path, "--config", "okanjo.toml", *words)
        assert done.returncode == 2
        assert harmless(done.stderr)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_old_terminals_get_what_they_can_show(tmp_path: Path, encoding: str) -> None:
    given = b"game sushi-go\ncommand dummy\nbadge red\nbadge blue\ncommand next\nred:042\n"
    given += b"badge red\ncard sushi-go/egg-nigiri/1\n" + b"command score\n" * 2
    done = okanjo(tmp_path, "replay", "-", given=given, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Dummy" in done.stdout


def test_a_reader_who_has_gone_is_no_mistake(tmp_path: Path) -> None:
    for words in (("codes",), ("replay", "-")):
        out, gone = os.pipe()
        os.close(out)
        done = subprocess.run(
            [*OKANJO, *settings(tmp_path), *words],
            stdin=subprocess.DEVNULL,
            stdout=gone,
            stderr=subprocess.PIPE,
            env=environ(tmp_path),
            timeout=120,
            check=False,
        )
        os.close(gone)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_second_start_on_one_folder_says_so(tmp_path: Path) -> None:
    first = Piped(tmp_path)
    assert first.scan("badge red").startswith("accepted")
    second = okanjo(tmp_path, "run", given=b"badge blue\n")
    assert second.returncode == 3
    assert second.stdout == b""
    assert f"process {first.child.pid}".encode() in second.stderr
    assert first.leave() == (0, "")
    assert okanjo(tmp_path, "run", given=b"badge blue\n").returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_without_a_desk_it_runs_until_it_is_told_to_end(
    tmp_path: Path, number: signal.Signals
) -> None:
    """As a service: its input is /dev/null."""
    with subprocess.Popen(
        [*OKANJO, *settings(tmp_path), "run"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environ(tmp_path),
    ) as service:
        _wait_until_it_listens(service)
        service.send_signal(number)
        _, errors = service.communicate(timeout=90)
    assert b"Traceback" not in errors
    assert service.returncode == (130 if number == signal.SIGINT else 0)
    assert okanjo(tmp_path, "run").returncode == 0


def _wait_until_it_listens(service: subprocess.Popen[bytes]) -> None:
    """Until it catches SIGTERM: everything is wired by then."""
    deadline = time.monotonic() + 90
    caught = 0
    while not caught >> signal.SIGTERM - 1 & 1:
        assert service.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
        status = Path(f"/proc/{service.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
