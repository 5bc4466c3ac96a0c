"""An owner's file with mistakes in it: a service goes on with the last settings that were right."""

import os
import socket
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.table_program import OKANJO, environ, okanjo

from firmware.common.settings.conflicts import conflicts
from firmware.common.settings.errors import SERVICE_GOES_ON, SettingsError
from firmware.common.settings.last_good import fall_back, keep
from firmware.common.settings.load import load
from firmware.common.settings.schema import BuzzerSection, Settings
from firmware.common.system.state_dir import LAST_GOOD_FILE

GOOD = '[display]\ndriver = "sh1106"\n[buzzer]\npin = 12\n[names]\nred = "Jürgen"\n'
WRONG = [
    b'[display]\ndrivr = "sh1106"\n',
    b'[names]\nred = "Chris\n[web\nport = 1\n',  # no TOML
    GOOD.encode("cp1252"),  # by an old editor
    b'[track]\nkind = "leds"\npins = [17]\n',  # which is a button's
    b'[[scanner]]\nusb = "0c2e:0b61"\n' * 2,
    b"#" * (1 << 20) + b"\n",
]


def home(folder: Path) -> dict[str, str]:
    return {"HOME": str(folder), "XDG_STATE_HOME": str(folder)}


def instead(folder: Path, content: bytes) -> Settings:
    """The settings that hold instead of this file's; every mistake in it is told."""
    file = folder / "okanjo.toml"
    file.write_bytes(content)
    with pytest.raises(SettingsError) as why:
        load(str(file), home(folder))
    in_force = fall_back(str(file), why.value, home(folder))
    assert in_force.errors[:-1] == tuple(str(why.value).splitlines())
    assert in_force.state_folder in in_force.errors[-1]
    return in_force


def kept(folder: Path, content: str) -> Path:
    """This file kept, as after a start with it; the copy."""
    file = folder / "okanjo.toml"
    file.write_text(content, encoding="utf-8")
    load(str(file), home(folder))
    keep(str(file), home(folder))
    return folder / "okanjo" / LAST_GOOD_FILE


@pytest.mark.parametrize("wrong", WRONG)
def test_the_last_settings_that_were_right_hold_as_a_whole(tmp_path: Path, wrong: bytes) -> None:
    copy = kept(tmp_path, GOOD)
    in_force = instead(tmp_path, wrong)
    assert (in_force.display.driver, in_force.buzzer.pin) == ("sh1106", 12)
    assert (in_force.names, in_force.scanners) == ({"red": "Jürgen"}, ())
    assert in_force.sources["buzzer.pin"] == str(copy)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("copy", [None, b"[display]\ndrivr = 1\n", b"\xff"])
def test_with_none_kept_what_is_built_in_holds_and_no_pin_is_driven(
    tmp_path: Path, wrong: bytes, copy: bytes | None
) -> None:
    if copy:
        kept(tmp_path, GOOD).write_bytes(copy)
    in_force = instead(tmp_path, wrong)
    assert in_force.section_values == Settings(buzzer=BuzzerSection(fitted="no")).section_values
    assert in_force.state_folder == str(tmp_path / "okanjo")


def test_games_stay_where_the_last_settings_had_them(tmp_path: Path) -> None:
    """And what was changed on the device there holds, too."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "settings.toml").write_text('[names]\nred = "Ann"\n')
    kept(tmp_path, f'[state]\nfolder = "{games}"\n')
    in_force = instead(tmp_path, b"[state\nfolder = '/elsewhere'\n")
    assert (in_force.state_folder, in_force.names) == (str(games), {"red": "Ann"})
    assert in_force.warnings == ()


def test_the_copy_is_written_only_when_the_file_has_changed(tmp_path: Path) -> None:
    copy = kept(tmp_path, GOOD)
    os.utime(copy, (0, 0))
    kept(tmp_path, GOOD)
    assert copy.stat().st_mtime == 0
    kept(tmp_path, f"{GOOD}[web]\nport = 81\n")
    assert load(str(copy), home(tmp_path)).web.port == 81
    kept(tmp_path, "")
    assert copy.read_bytes() == b""


SHIPPED = (Path(__file__).parents[2] / "config" / "okanjo.toml").read_text(encoding="utf-8")
LINES = [line.removeprefix("# ") for line in SHIPPED.splitlines() if "=" in line or "[" in line]
BROKEN = ["[", "]", '"', "= 3", "[[scanner]]", "[buttons]", "next = 18", "\0", "é"]


@given(st.lists(st.sampled_from(LINES + BROKEN), max_size=30), st.binary(max_size=200))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_file_says_something_holds(
    tmp_path: Path, lines: list[str], more: bytes
) -> None:
    file = tmp_path / "okanjo.toml"
    file.write_bytes("\n".join(lines).encode() + b"\n" + more)
    try:
        in_force = load(str(file), home(tmp_path))
    except SettingsError as why:
        in_force = fall_back(str(file), why, home(tmp_path))
    assert conflicts(in_force) == []
    assert in_force.state_folder


def test_as_a_service_it_starts_and_tells_every_mistake_as_an_error(tmp_path: Path) -> None:
    """And at a terminal it ends, with the same sentences."""
    right = f'[state]\nfolder = "{tmp_path}/games"\n[web]\non = false\n'
    kept(tmp_path, right)
    config = ("--config", str(tmp_path / "okanjo.toml"))
    (tmp_path / "okanjo.toml").write_text(f'{right}[display]\ndrivr = "x"\n')
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        (tmp_path / "log").open("w+b") as log,
    ):
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(90)
        stream = os.fstat(log.fileno())
        journal = f"{stream.st_dev}:{stream.st_ino}"
        child = subprocess.Popen(
            [*OKANJO, *config, "run"],
            stdin=subprocess.DEVNULL,
            stderr=log,
            env=environ(tmp_path, NOTIFY_SOCKET=f"{tmp_path}/notify", JOURNAL_STREAM=journal),
            cwd=tmp_path,
        )
        try:
            assert manager.recv(4096).startswith(b"READY=1")
        finally:
            child.terminate()
            assert child.wait(90) == 0
        log.seek(0)
        first, second = (
            line for line in log.read().decode().splitlines() if line.startswith("<3>")
        )
    ended = okanjo(tmp_path, *config, "run")
    assert ended.returncode == 2
    (sentence,) = ended.stderr.decode().splitlines()
    assert "line 6: [display] drivr: unknown key; did you mean driver?" in sentence
    assert sentence in first
    assert f"settings are in use; games are kept in {tmp_path}/games." in second
    done = okanjo(tmp_path, *config, "config")
    assert done.stderr.decode().splitlines() == [sentence, SERVICE_GOES_ON]
