"""`okanjo` from outside: what it prints, its exit statuses; hostile text comes out harmless."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from support.ipc_callers import listening
from support.table_program import (
    OKANJO,
    ROOT,
    Okanjo,
    ProgramTable,
    environ,
    left,
    okanjo,
    settings,
)
from support.waiting import until

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


class Done(NamedTuple):
    status: int
    out: bytes
    err: bytes


Run = Callable[..., Done]


@pytest.fixture
def run(okanjo: Okanjo, tmp_path: Path) -> Run:
    """Carry out a command in this process, with state of its own."""

    def run(*words: str, stdin: bytes = b"") -> Done:
        done = okanjo(tmp_path, *words, stdin=stdin)
        return Done(done.returncode, done.stdout, done.stderr)

    return run


def harmless(out: bytes) -> bool:
    """Whether nothing in it could steer a terminal."""
    return all(character.isprintable() or character == "\n" for character in out.decode("utf-8"))


def test_replay_prints_one_object_a_line_for_each_file(tmp_path: Path, run: Run) -> None:
    (tmp_path / "one").write_text(EVENING)
    done = run("replay", "one", "-", "--json", stdin=b"game omakase\nbadge red\n")
    assert (done.status, done.err) == (0, b"")
    first, second = map(json.loads, done.out.splitlines())
    assert first["seats"][0]["live"] == 1
    assert [refused["line"] for refused in first["refused"]] == [7]
    assert set(first["refused"][0]) == {"line", "code", "reason", "message"}
    assert second["game"] == "omakase"


def test_replay_without_json_is_for_people_and_touches_no_state(tmp_path: Path, run: Run) -> None:
    done = run("replay", "-", "-", stdin=EVENING.encode())
    assert done.status == 0
    board = done.out.decode()
    assert board.startswith("Sushi Go Party!  (tally, round 1 is open)\n")
    assert "line 7, 062453" in board
    assert board.endswith("No game was chosen.\n")  # standard input is at its end by then
    assert [path.name for path in tmp_path.iterdir()] == ["state.toml"]


@pytest.mark.parametrize(
    ("line", "usage", "why"),
    [
        ("docter", "okanjo ", "okanjo: error: there is no 'docter' (did you mean doctor?)"),
        ("codes --jsn", "okanjo codes ", "there is no '--jsn' (did you mean --json?)"),
        ("config --confg x", "okanjo config ", "there is no '--confg' (did you mean --config?)"),
        ("pin \x1b[2J", "okanjo pin ", "okanjo pin: error: there is no '\\x1b[2J'"),
        ("replay", "okanjo replay ", "the following arguments are required: FILE"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(line: str, usage: str, why: str, run: Run) -> None:
    done = run(*line.split(" "))
    assert (done.status, done.out) == (2, b"")
    assert done.err.decode().startswith(f"usage: {usage}")
    assert done.err.decode().endswith(f"{why}\n")


def test_settings_may_be_named_on_both_sides_of_the_command(tmp_path: Path, run: Run) -> None:
    (tmp_path / "mine.toml").write_text("[table]\nmode = 'live'\n")
    for words in (("--config", "mine.toml", "config"), ("config", "--config", "mine.toml")):
        done = run(*words)
        assert (done.status, done.err) == (0, b"")
        assert b'"live"' in done.out


def test_the_version_is_told_without_importing_what_scores(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "--version", PYTHONPROFILEIMPORTTIME="1")
    assert (done.returncode, done.stdout) == (0, f"Okanjo {VERSION}\n".encode())
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    ours = {
        module
        for module in imported
        if module.partition(".")[0] in ("firmware", "engine", "drivers")
    }
    packages = {"firmware", "firmware.cli", "firmware.common", "firmware.common.system"}
    assert ours <= packages | {"firmware.cli.parser", "firmware.common.system.exit_status"}


@pytest.mark.parametrize(
    ("words", "stdin", "sentence"),
    [
        (("replay", "none"), b"", b"none: No such file or directory\n"),
        (("replay", "-"), b"badge red\nbadge pink\n", b"-, line 2: there is no badge pink."),
        (("replay", "-", "--json"), b"one two three\n", b"-, line 1: not a scan: one two three."),
        ((), b"", b"usage:"),
        (("history", "--csv", "--json"), b"", b"usage: okanjo history"),
        (("--config", "none", "config"), b"", b"none: No such file"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    run: Run, words: tuple[str, ...], stdin: bytes, sentence: bytes
) -> None:
    done = run(*words, stdin=stdin)
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith(sentence)


def test_codes_lists_every_label(run: Run) -> None:
    labels = json.loads(run("codes", "--json").out)
    keys = ["code", "type", "slug", "game", "kind", "face", "copy", "title"]
    assert all(list(label) == keys for label in labels)
    assert len(labels) > 400
    lines = run("codes").out.decode().splitlines()
    assert [line.split()[0] for line in lines] == [label["code"] for label in labels]


def test_config_says_where_each_value_comes_from(tmp_path: Path, run: Run) -> None:
    (tmp_path / "okanjo.toml").write_text('[names]\nred = "Chris"\n')
    lines = run("--config", "okanjo.toml", "config").out.decode().splitlines()
    assert any(line.split() == ["names.red", '"Chris"', "okanjo.toml"] for line in lines)
    assert any(line.startswith("table.double_read_ms") and "500" in line for line in lines)


HOSTILE_EVENING = b"".join(
    (EVENING.encode(), *(line + b"\n" for line in HOSTILE), b"command undo\n")
)


def test_hostile_text_is_replayed_harmlessly(run: Run) -> None:
    done = run("replay", "-", stdin=HOSTILE_EVENING)
    assert (done.status, done.err) == (0, b"")
    assert harmless(done.out)
    assert len(done.out) < 20_000


def test_hostile_text_at_the_desk_comes_out_harmless(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "run", stdin=HOSTILE_EVENING)
    assert done.returncode == 0
    assert harmless(done.stdout)
    assert harmless(done.stderr)
    assert b"Traceback" not in done.stderr
    assert len(done.stdout) < 20_000
    seats = left(tmp_path)["seats"]
    assert isinstance(seats, list)
    assert seats[0]["live"] == 0


def test_an_old_terminal_gets_what_it_can_show(tmp_path: Path) -> None:
    lines = b"game sushi-go\ncommand dummy\nbadge red\nbadge blue\ncommand next\nred:042\n"
    lines += b"badge red\ncard sushi-go/egg-nigiri/1\n" + b"command score\n" * 2
    done = okanjo(tmp_path, "replay", "-", stdin=lines, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Dummy" in done.stdout


def test_a_second_start_on_one_folder_says_so(tmp_path: Path) -> None:
    first = ProgramTable(tmp_path).scan("badge red")
    second = okanjo(tmp_path, "run", stdin=b"badge blue\n")
    assert second.returncode == 3
    assert second.stdout == b""
    assert f"process {first.child.pid}".encode() in second.stderr
    assert first.leave() == (0, "")
    assert okanjo(tmp_path, "run", stdin=b"badge blue\n").returncode == 0


# --- streams: closed, full or gone -----------------------------------------------------------


FULL = b"standard output cannot be written: No space left on device\n"


def redirected(
    folder: Path, words: str, where: str, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """One run by a shell that opens or closes streams."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {where}', "sh", *OKANJO, *settings(folder), *words.split()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environ(folder, **more),
        cwd=folder,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "where", "status", "error"),
    [
        ("codes", "<&- >&- 2>&-", 0, b""),
        ("history --csv", ">&-", 0, b""),
        ("codes", "| true", 0, b""),
        ("codes", ">/dev/full", 1, FULL),
        ("doctor", ">/dev/full", 1, FULL),
    ],
)
def test_a_stream_that_takes_nothing_is_no_mistake(
    tmp_path: Path, words: str, where: str, status: int, error: bytes
) -> None:
    done = redirected(tmp_path, words, where)
    assert (done.returncode, done.stderr) == (status, error)


@pytest.mark.parametrize(
    ("where", "number", "status"),
    [
        ("</dev/null", signal.SIGHUP, 0),
        ("</dev/null", signal.SIGINT, 130),
        ("<&- >&- 2>&-", signal.SIGTERM, 0),
    ],
)
def test_without_a_desk_it_runs_until_it_is_told_to_end(
    tmp_path: Path, where: str, number: signal.Signals, status: int
) -> None:
    """As a service, whose input is /dev/null, and which may have no streams at all."""
    words = ["/bin/sh", "-c", f'exec "$@" {where}', "sh", *OKANJO, *settings(tmp_path), "run"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, env=environ(tmp_path), cwd=tmp_path
    ) as child:
        until(lambda: listening(tmp_path / "okanjo") or child.poll() is not None)
        assert child.poll() is None
        taken = [os.readlink(f"/proc/{child.pid}/fd/{number}") for number in range(3)]
        assert not any("journal" in line for line in taken)
        child.send_signal(number)
        _, errors = child.communicate(timeout=90)
    assert (child.returncode, b"Traceback" in errors) == (status, False)


def test_where_no_file_can_be_written_the_doctor_still_looks(tmp_path: Path) -> None:
    shell = f'ulimit -f 0; cd /; {sys.executable} -m firmware "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, "sh", *settings(tmp_path), "doctor"],
        capture_output=True,
        env=environ(tmp_path, XDG_RUNTIME_DIR="", RUNTIME_DIRECTORY=""),
        timeout=120,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"cannot be written" in done.stdout


def test_an_interrupt_while_it_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("raise KeyboardInterrupt")
    done = redirected(tmp_path, "codes", "", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
