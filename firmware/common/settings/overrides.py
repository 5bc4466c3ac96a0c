"""Change settings on the device: settings.toml in the state folder lies over the owner's file.

Law: with a mistake in it nothing is written; and only what differs from the owner's is.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import NamedTuple

from engine.message import Message, gettext
from engine.notation import printable
from firmware.common.settings.errors import LONGEST_KEY, Layer, Mistake
from firmware.common.settings.export import MACHINES_OWN, difference, put, toml
from firmware.common.settings.load import checked, load, owners_layers
from firmware.common.settings.schema import Mqtt, Settings, VoiceSection
from firmware.common.system.files import damaged_name, replace
from firmware.common.system.state_dir import DEVICES_FILE

# What an owner without a terminal has to reach: what doctor may ask for, too. Pins are set when the
# parts are wired.
CHANGEABLE_KEYS = (
    "table.mode",
    "display.fitted",
    "display.i2c_address",
    "display.contrast",
    "display.dim_after_s",
    "display.off_after_s",
    "language.device",
    "sound.start",
    "sound.quiet_from",
    "sound.quiet_until",
    *(f"voice.{key}" for key in VoiceSection._fields),
    "track.kind",
    "track.length",
    "track.brightness",
    "track.cap_ma",
    "buttons.fitted",
    "buzzer.fitted",
    "camera.kind",
    "web.join",
    "web.oddities",
    "updates.look",
    "wifi.access_point",
    *(f"mqtt.{key}" for key in Mqtt._fields),
)


def changeable(settings: Settings) -> dict[str, object]:
    """Every value that can be changed on the device, by its key: of the plain sections some, and
    all names and dishes.
    """
    plain = settings.section_values
    return {
        key: value
        for key, value in settings.values.items()
        if key in CHANGEABLE_KEYS or key not in plain
    }


CHANGEABLE = frozenset(changeable(Settings()))
_OWNERS_ALONE = frozenset(MACHINES_OWN) - CHANGEABLE

_WRITING = threading.Lock()  # neither the page nor the SOUND card overwrites the other's change


class ChangeRefused(Exception):
    """Nothing can be written; `mistakes` say why."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes


class InForce(NamedTuple):
    """The owner's settings without what was changed on the device, and with it."""

    owners: Settings
    now: Settings


def in_force(config: str | None) -> InForce:
    """Load the settings; SettingsError when the owner's file has a mistake."""
    owners, _ = checked(owners_layers(config))
    return InForce(owners, load(config))


def _not_here(key: str) -> Message:
    return gettext("[{key}] cannot be changed here", key=printable(key, LONGEST_KEY))


def change(config: str | None, values: Mapping[str, object]) -> bool:
    """Check new values by their keys ("names.red") and write all of them or none. Return whether
    anything is different now. A value that is the owner's again is no longer kept as a change; a
    file with a mistake in it is kept under another name.

    ChangeRefused for what is not taken; SettingsError when the owner's file itself has a mistake;
    OSError.
    """
    others = [key for key in values if key not in CHANGEABLE]
    if others:
        raise ChangeRefused([Mistake("", 0, key, _not_here(key)) for key in others])
    with _WRITING:
        owners, now = in_force(config)
        content = difference(now, owners, _OWNERS_ALONE)
        before = toml(content)
        for key, value in values.items():
            put(content, key, value)
        changed, mistakes = checked([*owners_layers(config), Layer(DEVICES_FILE, "", content)])
        if mistakes:
            raise ChangeRefused(mistakes)
        text = toml(difference(changed, owners, _OWNERS_ALONE))
        path = os.path.join(os.path.abspath(now.state_folder), DEVICES_FILE)
        if text != before or now.left_out:
            replace(path, text.encode(), damaged_name(path) if now.left_out else "")
        return text != before or now.left_out
