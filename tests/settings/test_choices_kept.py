"""SOUND and LANGUAGE in, the device's own settings out: on real files, in the thread that writes
them.
"""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.log_lines import LogLines
from support.table_program import okanjo, settings
from support.waiting import until

from firmware.common.facts.device import DeviceState, Volume
from firmware.common.settings.load import load
from firmware.common.settings.overrides import change
from firmware.core.app.choices import ChoiceSaver

NEVER_S = 1e6


class Device:
    """An owner's file, a state folder, and who keeps what is chosen."""

    def __init__(self, folder: Path, owners: str = "", settled_s: float = 0.0) -> None:
        self.state = folder / "state"
        self.state.mkdir(exist_ok=True)
        self.config = folder / "okanjo.toml"
        self.config.write_text(f'[state]\nfolder = "{self.state}"\n{owners}')
        self.log = LogLines()
        self.choices = ChoiceSaver(str(self.config), load(str(self.config)), settled_s=settled_s)
        self.choices.start()

    @property
    def loud(self) -> Volume:
        return load(str(self.config)).sound.start

    @property
    def files(self) -> list[str]:
        return sorted(os.listdir(self.state))

    def turned(self, *levels: Volume) -> "Device":
        for level in levels:
            self.become(DeviceState(sound=level))
        return self

    def become(self, device: DeviceState) -> None:
        shown: Any = SimpleNamespace(device=device)
        self.choices.show(shown)


def test_it_is_written_once_it_has_settled_or_at_the_end(tmp_path: Path) -> None:
    device = Device(tmp_path)
    device.turned("on", "soft")
    until(lambda: device.loud == "soft")
    device.choices.stop()
    assert (device.files, device.log) == (["settings.toml"], [])
    again = Device(tmp_path, settled_s=NEVER_S).turned("off", "soft", "off")
    assert device.loud == "soft"
    again.choices.stop()
    assert device.loud == "off"


def test_the_language_is_kept_beside_it(tmp_path: Path) -> None:
    device = Device(tmp_path, settled_s=NEVER_S)
    device.become(DeviceState(sound="soft", language="de"))
    device.choices.stop()
    kept = load(str(device.config))
    assert (kept.sound.start, kept.language.device) == ("soft", "de")


def test_what_a_page_has_saved_meanwhile_is_no_obstacle(tmp_path: Path) -> None:
    """/setup saves German by itself, then somebody scans LANGUAGE."""
    device = Device(tmp_path, settled_s=NEVER_S)
    change(str(device.config), {"language.device": "de"})
    device.become(DeviceState(language="de"))
    device.become(DeviceState(language="en"))
    device.choices.stop()
    assert load(str(device.config)).language.device == "en"


@pytest.mark.parametrize("levels", [(), ("on",), ("soft", "off", "on")])
def test_without_a_change_nothing_is_written(tmp_path: Path, levels: tuple[Volume, ...]) -> None:
    device = Device(tmp_path, settled_s=NEVER_S).turned(*levels)
    device.choices.stop()
    assert device.files == []


def test_the_owners_own_level_again_is_no_change(tmp_path: Path) -> None:
    device = Device(tmp_path, '[sound]\nstart = "soft"\n').turned("off")
    until(lambda: device.loud == "off")
    device.turned("soft").choices.stop()
    assert device.loud == "soft"
    assert "start" not in (device.state / "settings.toml").read_text()


@pytest.mark.parametrize("broken", ["the owner's", "no folder"])
def test_what_cannot_be_written_is_left_and_logged(tmp_path: Path, broken: str) -> None:
    device = Device(tmp_path, settled_s=NEVER_S).turned("soft")
    if broken == "the owner's":
        device.config.write_text("[sound\n")
    else:
        device.state.rmdir()
    device.choices.stop()
    assert len(device.log.wrong) == 1
    assert device.log[0].startswith("sound.start could not be saved: ")
    assert not list(tmp_path.glob("*/settings.toml*"))


def test_it_lasts_over_a_restart_of_the_program(tmp_path: Path) -> None:
    config = settings(tmp_path)
    first = okanjo(tmp_path, *config, "run", stdin=b"sound\n")
    again = okanjo(tmp_path, *config, "run", stdin=b"sound\n")
    assert (b"Sound: soft" in first.stdout, b"Sound: off" in again.stdout) == (True, True)
