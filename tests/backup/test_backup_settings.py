"""Settings backed up and laid over another owner's file: the same are in force afterwards."""

import tomllib
from itertools import product
from typing import Any

import pytest

from firmware.common.settings.errors import Layer, SettingsError
from firmware.common.settings.export import dump_changes, rebase
from firmware.common.settings.load import checked
from firmware.common.settings.schema import Settings
from firmware.common.system.text import english

FILES: list[dict[str, Any]] = [
    {},
    {
        "table": {"mode": "live", "double_read_ms": 0},
        "display": {"fitted": "no", "contrast": 7, "stays": True},
        "names": {"red": 'Chris "C"', "blue": "Zoë\u0301"},
        "scanner": [{"usb": '0c2e:0b61/1-1"\\\t\x1b', "badge": "blue"}, {"port": "/dev/ttyUSB9"}],
        "omakase": {"faces": {"tuna": {"yen": 450, "sets": []}}, "sets": {"kids-set": 900}},
    },
    {
        "sound": {"start": "off"},
        "track": {"kind": "ws2812", "brightness": 0.01, "order": "grb"},
        "buzzer": {"fitted": "no", "active": True},
        "names": {"red": "Anna"},
        "scanner": [{"port": "/dev/ttyACM0", "baud": 115200}],
        "omakase": {"faces": {"tuna": {"copies": 9}, "eel": {"yen": 0}}},
    },
]


def in_force(*layers: Layer) -> Settings:
    settings, mistakes = checked(list(layers))
    assert not mistakes
    return settings._replace(sources={})


@pytest.mark.parametrize(("there", "here"), list(product(FILES, FILES)))
def test_what_was_in_force_there_is_in_force_here(
    there: dict[str, Any], here: dict[str, Any]
) -> None:
    """Over any owner's file, and whatever it sets that stood at its default there."""
    wanted, owners = in_force(Layer("there", "", there)), Layer("here", "", here)
    text = dump_changes(wanted)
    rebased = rebase(text, "backup", [owners])
    assert rebased.left_out == []
    assert in_force(owners, Layer("device", rebased.text, tomllib.loads(rebased.text))) == wanted
    again = rebase(text, "backup", [Layer("there", "", there)])
    assert (again.text, again.changed) == ("", [])


@pytest.mark.parametrize(
    ("owners", "text", "taken", "left_out"),
    [
        (
            {},
            'scanner = [{port = "/dev/ttyS0"}, {usb = "nonsense"}]\n'
            "[table]\nmode = 'telepathy'\ndouble_read_ms = 7\n[names]\nred = 'Chris'\n"
            "[holograms]\nfitted = 'yes'\n",
            'scanner = [\n    { port = "/dev/ttyS0" },\n]\n\n[table]\ndouble_read_ms = 7\n\n'
            '[names]\nred = "Chris"\n',
            ["[scanner] usb", "[table] mode", "[holograms]"],
        ),
        (  # this machine's own
            {"web": {"names": ["games.home"]}},
            "[web]\nnames = ['evil.example']\nport = 81\n[state]\nfolder = '/tmp'\n",
            "[web]\nport = 81\n",
            ["state.folder is this machine's own", "web.names is this machine's own"],
        ),
    ],
)
def test_what_this_okanjo_does_not_take_is_told_and_left_out(
    owners: dict[str, object], text: str, taken: str, left_out: list[str]
) -> None:
    rebased = rebase(text, "the backup's settings", [Layer("owner", "", owners)])
    assert rebased.text == taken
    assert all(
        part in sentence
        for part, sentence in zip(left_out, map(english, rebased.left_out), strict=True)
    )


@pytest.mark.parametrize(("here", "taken"), [("b", 'id = "b"\n'), ("", 'id = ""\n'), ("a", "")])
def test_a_restore_keeps_the_id_chosen_on_this_machine(here: str, taken: str) -> None:
    owners = Layer("owner", "", {"mqtt": {"id": "a"}})
    rebased = rebase("[mqtt]\nport = 1884\n", "backup", [owners], here)
    assert rebased.text == f"[mqtt]\nport = 1884\n{taken}"
    assert rebased.changed == ["mqtt.port"]


@pytest.mark.parametrize("text", ["[", "a = ", "x" * (1 << 17), "a = " + "[" * 1900])
def test_what_is_no_settings_file_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="backup"):
        rebase(text, "the backup's settings", [])
