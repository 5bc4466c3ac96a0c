"""Laws of what is changed on the device: what is asked for holds afterwards, or nothing does."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.soak import share

from firmware.settings.load import load
from firmware.settings.overrides import CHANGEABLE, ChangeRefused, changeable, prepare, write
from firmware.settings.schema import Settings

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
    st.sampled_from([f"names.{one}" for one in ("red", "blue", "white")]),
    st.sampled_from(["table.mode", "sound.start", "display.contrast", "track.brightness"]),
)
OWNERS = '[names]\nred = "Chris"\n[display]\ncontrast = 128\n[track]\nkind = "apa102"\n'


def as_json(found: Settings) -> dict[str, Any]:
    """As a page sends and gets it: with lists for tuples."""
    read: dict[str, Any] = json.loads(json.dumps(changeable(found)))
    return read


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3))
@settings(max_examples=share(400))
def test_what_is_taken_holds_and_all_else_stays(changes: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "okanjo.toml")
        config.write_text(f'{OWNERS}[state]\nfolder = "{folder}"\n')
        for some in changes:
            before = as_json(load(str(config)))
            try:
                write(prepare(str(config), some))
                expected = {**before, **some}
            except ChangeRefused:
                expected = before
            found = load(str(config))
            assert found.warnings == ()
            assert as_json(found) == expected
            assert found.track.kind == "apa102"
