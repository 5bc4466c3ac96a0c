"""Settings in force -> those that differ from the defaults, as TOML; and such a text -> the
device's own layer that brings the same settings into force over an owner's file.

Law: what is written is read back, and is what it was. The state folder is no part of it: it
belongs to the machine.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.cards import BADGES
from firmware.settings.errors import Layer
from firmware.settings.load import (
    MOST_BYTES,
    SettingsError,
    checked,
    sentences,
)
from firmware.settings.schema import Scanner, Settings

BELONGS_TO_THE_MACHINE = "state.folder"
# Right one by one and wrong together: then none of these is taken over.
WIRED = ("display", "sound", "track", "buttons", "buzzer")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Laid(NamedTuple):
    """A device's layer: its text, how many settings it changes, and what was left out of it."""

    text: str
    changed: int
    left_out: list[str]


def kept(settings: Settings) -> tuple[str, int]:
    """The settings in force that are not at their default, and how many they are."""
    built_in, _ = checked([])
    changed = list(_differences(settings, built_in))
    return _toml(changed), len(changed)


def laid_over(text: str, name: str, owners: list[Layer]) -> Laid:
    """The layer over the owner's that brings into force what `kept` has written elsewhere.

    What this Okanjo does not know, or takes no more, is left out. SettingsError when the text is
    no settings at all.
    """
    wanted, left_out = _wanted(text, name, owners)
    base, _ = checked(owners)
    changed = list(_differences(wanted, base))
    layer = _toml(changed)
    got, mistakes = checked([*owners, _layer(layer, "the settings to be written")])
    if mistakes or any(_differences(got, wanted)):
        raise SettingsError("the settings cannot be written so that they read the same")
    return Laid(layer, len(changed), left_out)


def _wanted(text: str, name: str, owners: list[Layer]) -> tuple[Settings, list[str]]:
    """What is to be in force, and the mistakes for whose sake something is not."""
    wanted, mistakes = checked([_layer(text, name)])
    base, _ = checked(owners)
    if any(not one.line and one.file == "settings" for one in mistakes):  # a clash
        own: dict[str, Any] = {name: base.sections[name] for name in WIRED}
        wanted = wanted._replace(**own)
    return wanted._replace(scanners=reachable(wanted.scanners)), sentences(mistakes)


def reachable(scanners: tuple[Scanner, ...]) -> tuple[Scanner, ...]:
    """Those that are named by what they are plugged into, and by one thing only."""
    return tuple(one for one in scanners if bool(one.usb) != bool(one.port))


def _layer(text: str, name: str) -> Layer:
    try:
        if len(text) > MOST_BYTES:
            raise ValueError(f"larger than {MOST_BYTES} bytes: these are no settings")
        return Layer(name, text, tomllib.loads(text))
    except (ValueError, RecursionError) as why:
        raise SettingsError(f"{name}: {why}") from None


class _Changed(NamedTuple):
    """One key and its value, below its [section]."""

    section: str
    key: str
    value: Any


def _differences(settings: Settings, base: Settings) -> Iterator[_Changed]:
    """What has to be written to come from `base` to these settings; each list of scanners once."""
    if settings.scanners != base.scanners:
        yield _Changed("scanner", "", settings.scanners)
    there = base.plain
    for key, value in settings.plain.items():
        if key != BELONGS_TO_THE_MACHINE and value != there[key]:
            section, _, name = key.partition(".")
            yield _Changed(section, name, value)
    for badge in BADGES:
        name = settings.names.get(badge, "")
        if name != base.names.get(badge, ""):
            yield _Changed("names", badge, name)
    table, other = settings.card_table, base.card_table
    for slug, dish in table.dishes.items():
        for key, value in dish._asdict().items():
            if value != getattr(other.dishes[slug], key):
                yield _Changed(f"omakase.faces.{slug}", key, value)
    for slug, yen in table.sets.items():
        if yen != other.sets[slug]:
            yield _Changed("omakase.sets", slug, yen)


def _toml(changed: list[_Changed]) -> str:
    """The lines of a settings file."""
    lines: list[str] = []
    section = ""
    for one in changed:  # the scanners come first: `scanner = []` belongs above all sections
        if one.section == "scanner":
            lines += _scanner_lines(one.value)
            section = "scanner"
            continue
        if one.section != section:
            section = one.section
            lines.append(f"\n[{section}]")
        lines.append(f"{_key(one.key)} = {_value(one.value)}")
    return "".join(f"{line}\n" for line in lines).lstrip("\n")


def _scanner_lines(scanners: tuple[Scanner, ...]) -> Iterator[str]:
    if not scanners:
        yield "scanner = []"
    for scanner in scanners:
        yield "\n[[scanner]]"
        for key, value in scanner._asdict().items():
            if value and (key != "baud" or value != Scanner().baud):
                yield f"{key} = {_value(value)}"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return repr(value)


def _text(text: str) -> str:
    """A basic string: what is not plainly printable is spelled out."""
    return '"' + "".join(map(_sign, text)) + '"'


def _sign(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    return sign if sign.isprintable() else f"\\U{ord(sign):08X}"
