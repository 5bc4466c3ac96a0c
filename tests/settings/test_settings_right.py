"""An owner's file with mistakes in it: a device without a keyboard goes on with what is right."""

import os
import socket
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.table_program import OKANJO, environ, okanjo

from firmware.settings.conflicts import clashes
from firmware.settings.load import SettingsError, load
from firmware.settings.salvage import what_is_right
from firmware.settings.schema import Settings

ROOT = Path(__file__).parents[2]
SHIPPED = (ROOT / "config" / "okanjo.toml").read_text(encoding="utf-8")


def held(folder: Path, content: str | bytes) -> Settings:
    """What holds of an owner's file that `load` does not take."""
    file = folder / "okanjo.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    home = {"HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    with pytest.raises(SettingsError) as why:
        load(str(file), home)
    found = what_is_right(str(file), why.value, home)
    for sentence in str(why.value).splitlines():
        assert sentence in found.mistakes
    return found


def test_a_key_that_is_not_there_leaves_all_others_as_they_are(tmp_path: Path) -> None:
    found = held(
        tmp_path,
        '[display]\ndrivr = "sh1106"\nquarter_turns = 2\n[names]\nred = "Chris"\n'
        '[[scanner]]\nport = "/dev/ttyACM0"\nlane = "blue"\n',
    )
    assert found.display.quarter_turns == 2
    assert found.display.driver == "ssd1306"
    assert found.names == {"red": "Chris"}
    assert [one.port for one in found.scanners] == ["/dev/ttyACM0"]  # its only ear, perhaps
    assert any("line 2: [display] drivr: there is no such key" in one for one in found.mistakes)
    assert not found.folder_lost


def test_a_section_that_is_no_toml_is_left_out_alone(tmp_path: Path) -> None:
    found = held(
        tmp_path,
        '[display]\ndriver = "sh1106"\n[names]\nred = "Chris\n[track]\nlength = 40\n[web\nport=1\n',
    )
    assert (found.display.driver, found.track.length) == ("sh1106", 40)
    assert (found.names, found.web.port) == ({}, 8080)
    assert [where for one in found.mistakes for where in ("line 4", "line 7") if where in one] == [
        "line 4",
        "line 7",
    ]


def test_a_word_from_an_old_editor_costs_its_own_section(tmp_path: Path) -> None:
    found = held(tmp_path, '[names]\nred = "Jürgen"\n[track]\nlength = 40\n'.encode("cp1252"))
    assert (found.names, found.track.length) == ({}, 40)


def test_what_cannot_be_true_together_costs_no_display(tmp_path: Path) -> None:
    found = held(
        tmp_path, '[display]\nbus = "spi"\n[track]\nkind = "ws2812"\n[buttons]\nnext = 21\n'
    )
    assert (found.display.bus, found.track.kind) == ("spi", "none")
    assert found.buttons.next == 21


@pytest.mark.parametrize(
    ("content", "fitted"),
    [
        ("[buttons]\nnext = 18\n[buzzer]\npin = 'x'\n", "no"),  # a button is on the usual pin
        ("[buttons]\nnex = 18\n", "no"),
        ("[buttons]\nnex = 18\n[buzzer]\npin = 18\n", "auto"),
    ],
)
def test_no_pin_is_driven_that_the_file_does_not_name(
    tmp_path: Path, content: str, fitted: str
) -> None:
    assert held(tmp_path, content).buzzer.fitted == fitted


def test_where_one_scanner_is_wrong_none_scans_for_a_seat_of_its_own(tmp_path: Path) -> None:
    """Else both would be red's, and blue's cards count for red."""
    twins = "".join(f'[[scanner]]\nusb = "0c2e:0b61"\nbadge = "{one}"\n' for one in ("red", "blue"))
    found = held(tmp_path, f"{twins}[[scanner]]\nport = '/dev/ttyACM0'\nbadge = 'green'\n")
    assert [(one.usb, one.port, one.lane) for one in found.scanners] == [
        ("0c2e:0b61", "", 0),
        ("", "/dev/ttyACM0", 0),
    ]
    of_its_own = "[[scanner]]\nport = '/dev/ttyACM0'\nbadge = 'green'\n[display]\ndrivr = 1\n"
    assert [one.lane for one in held(tmp_path, of_its_own).scanners] == ["green"]


def test_games_stay_where_the_file_has_them(tmp_path: Path) -> None:
    found = held(tmp_path, f'[state]\nfolder = "{tmp_path}/games"\n[display]\ndriver = 3\n')
    assert (found.state_folder, found.folder_lost) == (f"{tmp_path}/games", False)
    assert f"the games are kept in {tmp_path}/games." in found.mistakes[-1]


@pytest.mark.parametrize(
    "state",
    ['folder = "/games', 'folder = "games"', 'foldr = "/x"\n# the folder', "folder = '\\u0000'"],
)
def test_where_that_cannot_be_read_the_usual_folder_holds_and_it_is_said(
    tmp_path: Path, state: str
) -> None:
    found = held(tmp_path, f"[state]\n{state}\n")
    assert found.state_folder == load(None, {"XDG_STATE_HOME": str(tmp_path)}).state_folder
    assert found.folder_lost == ("foldr" not in state)
    assert any(found.state_folder in one for one in found.mistakes)


def test_a_file_that_cannot_be_read_at_all_may_have_named_a_folder(tmp_path: Path) -> None:
    (tmp_path / "okanjo.toml").mkdir()
    home = {"XDG_STATE_HOME": str(tmp_path)}
    with pytest.raises(SettingsError) as why:
        load(str(tmp_path / "okanjo.toml"), home)
    assert what_is_right(str(tmp_path / "okanjo.toml"), why.value, home).folder_lost


def test_what_was_changed_on_the_device_holds_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "settings.toml").write_text('[names]\nred = "Ann"\n')
    found = held(tmp_path, f'state.folder = "{tmp_path}/games"\nnames.rde = "Bob"\n')
    assert (found.names, found.warnings) == ({"red": "Ann"}, ())


LINES = [line.removeprefix("# ") for line in SHIPPED.splitlines() if "=" in line or "[" in line]
BROKEN = st.sampled_from(["[", "]", '"', "= 3", "[[scanner]]", "[buttons]", "next = 18", "\0", "é"])
SOME = st.one_of(st.sampled_from(LINES), BROKEN)


@given(st.lists(SOME, max_size=30), st.binary(max_size=8))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_file_says_something_holds_in_which_nothing_clashes(
    tmp_path: Path, lines: list[str], more: bytes
) -> None:
    file = tmp_path / "okanjo.toml"
    file.write_bytes("\n".join(lines).encode() + b"\n" + more)
    found = what_is_right(str(file), SettingsError("it is wrong"), {"HOME": str(tmp_path)})
    assert clashes(found) == []
    assert all(bool(one.usb) != bool(one.port) for one in found.scanners)
    assert found.state_folder


def test_as_a_service_it_starts_shows_it_and_tells_every_mistake_as_an_error(
    tmp_path: Path,
) -> None:
    """And at a terminal it ends, with the same sentences."""
    games = tmp_path / "okanjo"
    bad = tmp_path / "bad.toml"
    bad.write_text(f'[state]\nfolder = "{games}"\n[web]\non = false\n[display]\ndrivr = "x"\n')
    words = ("--config", str(bad))
    ended = okanjo(tmp_path, *words, "run")
    assert ended.returncode == 2
    (sentence,) = ended.stderr.decode().splitlines()
    assert "line 6: [display] drivr: there is no such key; did you mean driver?" in sentence
    assert not games.exists()
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        (tmp_path / "log").open("w+b") as log,
    ):
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(90)
        told = os.fstat(log.fileno())
        service = {
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "JOURNAL_STREAM": f"{told.st_dev}:{told.st_ino}",
        }
        child = subprocess.Popen(
            [*OKANJO, *words, "run"],
            stdin=subprocess.DEVNULL,
            stderr=log,
            env=environ(tmp_path, **service),
            cwd=tmp_path,
        )
        try:
            assert manager.recv(4096).startswith(b"READY=1")
        finally:
            child.terminate()
            child.wait(90)
        assert child.returncode == 0
        log.seek(0)
        lines = log.read().decode().splitlines()
    assert sum(line.startswith("<3>") for line in lines) == 2, lines
    assert any(sentence in line for line in lines if line.startswith("<3>"))
    assert (games / "okanjo.db").exists() or any(games.iterdir())
