"""The device's own settings file: nothing in it stops the start, and what is asked for holds."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from support.log_lines import LogLines
from support.soak import share

from firmware.common.facts.notices import Problem
from firmware.common.facts.shown import Shown
from firmware.common.settings.load import MOST_BYTES, load
from firmware.common.settings.overrides import (
    CHANGEABLE,
    ChangeRefused,
    change,
    changeable,
)
from firmware.common.settings.schema import Settings
from firmware.common.system.text import english
from firmware.core.app.lifecycle import build
from firmware.core.journal.journal import Journal

OWNERS = 'names.red = "Chris"\ntable.double_read_ms = 200\n'


def owners(folder: Path, state: str = "") -> str:
    """The owner's file; its state folder is made."""
    (folder / "state").mkdir(exist_ok=True)
    file = folder / "okanjo.toml"
    file.write_text(f'state.folder = "{state or folder / "state"}"\n{OWNERS}', encoding="utf-8")
    return str(file)


def loaded(folder: Path, device: bytes) -> Settings:
    """With what was changed on the device."""
    file = owners(folder)
    (folder / "state" / "settings.toml").write_bytes(device)
    return load(file)


@pytest.mark.parametrize(
    ("device", "sentence"),
    [
        (b"\0\xff\x00 not TOML", "codec can't decode"),
        (b"names.red = ", "Invalid value"),
        (b'names.red = "Ann"\n[table]\nmod = "live"', "line 3: [table] mod: unknown key"),
        (b'names.red = "Ann"\nbuttons.next = 27', "pin 27 is both"),
        (b"a = " + b"[" * 10_000, "recursion"),
        (b"#" * MOST_BYTES + b'\nnames.red = "Ann"', "larger than 65536 bytes"),
    ],
)
def test_a_bad_file_of_the_device_is_left_out_and_told(
    tmp_path: Path, device: bytes, sentence: str
) -> None:
    settings = loaded(tmp_path, device)
    assert settings.names == {"red": "Chris"}
    assert settings.table.double_read_ms == 200
    (warning,) = map(english, settings.warnings)
    assert warning.startswith("A change made on the device is ignored: ")
    assert sentence in warning
    assert settings.left_out


def test_on_the_displays_it_is_said_where_nothing_of_it_holds(tmp_path: Path) -> None:
    settings = loaded(tmp_path, b"names.red = ")
    journal = Journal(settings.state_folder)
    log = LogLines()
    table = build(settings, journal, False)
    shows: list[Shown] = []
    table.outputs.append(shows.append)
    table.app.show()
    journal.close()
    assert shows[-1].device.problems == (Problem("settings-ignored"),)
    assert log == [*map(english, settings.warnings)]


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("nowhere")])
def test_what_is_no_file_in_its_place_is_left_out_and_told(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    file = owners(tmp_path)
    make(tmp_path / "state" / "settings.toml")
    settings = load(file)
    assert settings.names == {"red": "Chris"}
    assert "settings.toml" in english(settings.warnings[0])


def test_a_change_tells_whether_anything_is_different(tmp_path: Path) -> None:
    config = owners(tmp_path)
    assert change(config, {"names.red": "Ann"})
    assert not change(config, {"names.red": "Ann"})
    assert change(config, {"names.red": "Chris"}), "as the owner has it"
    assert not change(config, {"names.red": "Chris"})
    (tmp_path / "state" / "settings.toml").write_bytes(b"names.red = ")
    assert change(config, {"names.red": "Chris"}), "a damaged file is put aside"
    assert not change(config, {"names.red": "Chris"})


def test_the_devices_file_cannot_move_the_folder_it_lies_in(tmp_path: Path) -> None:
    settings = loaded(tmp_path, b'names.red = "Ann"\n[state]\nfolder = "/elsewhere"')
    assert (settings.names, settings.state_folder) == ({"red": "Ann"}, str(tmp_path / "state"))
    assert settings.warnings == ()


TEXTS = st.one_of(
    st.text(max_size=14),
    st.sampled_from(
        ["", "Ann", '"', "\\", '"""', "]", "[a]", "#", "a = 1", "=", "é", "壽司", "22:00"]
    ),
)
VALUES = st.one_of(
    TEXTS,
    st.none(),
    st.booleans(),
    st.integers(-2, 100_001),
    st.floats(),
    st.lists(st.sampled_from(["omakase-set", "kids-set", "x"]), max_size=3),
    st.dictionaries(TEXTS, TEXTS, max_size=2),
)
KEYS = st.one_of(
    st.sampled_from(sorted(CHANGEABLE)),
    st.sampled_from([f"names.{badge}" for badge in ("red", "blue", "white")]),
    st.sampled_from(["table.mode", "sound.start", "display.contrast", "track.brightness"]),
)
BY_HAND = '[names]\nred = "Chris"\n[display]\ncontrast = 128\n[track]\nkind = "apa102"\n'


def as_json(settings: Settings) -> dict[str, Any]:
    """As a page sends and gets it: with lists for tuples."""
    read: dict[str, Any] = json.loads(json.dumps(changeable(settings)))
    return read


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3))
@hypothesis_settings(max_examples=share(200))
def test_what_is_taken_holds_and_all_else_stays(changes: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "okanjo.toml")
        config.write_text(f'{BY_HAND}[state]\nfolder = "{folder}"\n')
        for some in changes:
            before = as_json(load(str(config)))
            try:
                change(str(config), some)
                expected = {**before, **some}
            except ChangeRefused:
                expected = before
            settings = load(str(config))
            assert settings.warnings == ()
            assert as_json(settings) == expected
            assert settings.track.kind == "apa102"
