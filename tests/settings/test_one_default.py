"""Each part's defaults stand twice: the settings must not import drivers. Here they are one."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from drivers import buttons, buzzer
from drivers.display.burn_in import BurnInSettings
from drivers.display.bus import I2c, Spi
from drivers.display.oled import Oled
from drivers.lights.plain_leds import PlainLeds
from drivers.lights.strip import Strip
from drivers.lights.strip_protocol import CHIPS
from drivers.scanner.serial import SerialScanner
from firmware.settings.schema import Scanner, Settings, Sound, Track, checks
from firmware.view.state import SOUNDS


def of(called: Any, name: str) -> Any:
    """What a parameter is when nobody says."""
    return inspect.signature(called).parameters[name].default


DRIVERS = {
    "display.driver": of(Oled, "driver"),
    "display.i2c_port": I2c().port,
    "display.i2c_address": I2c().address,
    "display.spi_dc": Spi().dc,
    "display.spi_reset": Spi().reset,
    "display.width": of(Oled, "width"),
    "display.height": of(Oled, "height"),
    "display.quarter_turns": of(Oled, "rotate"),
    "display.contrast": BurnInSettings().contrast,
    "display.dim_after_s": BurnInSettings().dim_s,
    "display.off_after_s": BurnInSettings().off_s,
    "display.stays": of(Oled, "stays"),
    "track.length": Strip().leds,
    "track.order": Strip().order,
    "track.brightness": Strip().brightness,
    "track.cap_ma": Strip().cap_ma,
    "track.rhythms": Strip().rhythms,
    "track.pins": tuple(of(PlainLeds, "pins")),
    "buttons.next": buttons.PINS["next"],
    "buttons.undo": buttons.PINS["undo"],
    "buttons.page": buttons.PINS["page"],
    "buzzer.pin": of(buzzer.Buzzer, "pin"),
    "buzzer.active": of(buzzer.Buzzer, "active"),
}
# whether there is one, and by what it is reached: no driver decides that
WIRED = {"display.fitted", "display.bus", "track.kind", "buttons.fitted", "buzzer.fitted"}


@pytest.mark.parametrize("key", DRIVERS)
def test_settings_and_drivers_agree(key: str) -> None:
    assert Settings().plain[key] == DRIVERS[key]


def test_no_setting_of_a_part_is_forgotten_here() -> None:
    parts = {"display", "track", "buttons", "buzzer"}
    assert {key for key in Settings().plain if key.split(".")[0] in parts} == {*DRIVERS, *WIRED}


def test_what_may_be_chosen_is_what_there_is() -> None:
    assert checks(Sound)["start"].takes == "one of " + ", ".join(f'"{one}"' for one in SOUNDS)
    kinds = ("none", *CHIPS, "leds")
    assert checks(Track)["kind"].takes == "one of " + ", ".join(f'"{one}"' for one in kinds)
    assert Scanner().baud == of(SerialScanner, "baud")
