"""Settings in force as text: rows for `okanjo config`; TOML for a backup and the device's own file.

Law: what is written is read back, and is what it was. What belongs to the machine is no part of
it: where its state lies, by what names its page may be called, and its ID at a broker.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from engine.message import Message, gettext
from firmware.common.settings.errors import Layer, in_order, written
from firmware.common.settings.load import checked, parse_layer
from firmware.common.settings.schema import BUILT_IN, Scanner, Settings

MACHINES_OWN = ("state.folder", "web.names", "mqtt.id")


class Rebased(NamedTuple):
    """A device's layer: its text, the settings it changes by key, and what was left out of it."""

    text: str
    changed: list[str]
    left_out: list[Message]


def rows(settings: Settings) -> list[tuple[str, str, str]]:
    """Key, value and source of every setting."""
    sources = settings.sources
    values = {**settings.values, "state.folder": settings.state_folder}
    listed = [
        (key, written(value), sources.get(key, BUILT_IN))
        for key, value in values.items()
        if key in sources or not key.startswith(("omakase.", "deck."))
    ]
    for number, scanner in enumerate(settings.scanners, 1):
        named = {key: value for key, value in scanner._asdict().items() if value}
        listed.append((f"scanner.{number}", written(named), sources["scanner"]))
    return listed


def dump_changes(settings: Settings) -> str:
    """Write the settings in force that are not at their default."""
    return toml(difference(settings, Settings()))


def rebase(text: str, name: str, owners: list[Layer], mqtt_id: str | None = None) -> Rebased:
    """Make the layer over the owner's that brings into force what `dump_changes` wrote elsewhere.

    What this Okanjo does not know, takes no more or has of its own is left out; its ID at a broker
    stays. SettingsError when the text is no settings at all.
    """
    wanted, wrong = checked([parse_layer(name, text.encode())])
    base, _ = checked(owners)
    one_name = (scanner for scanner in wanted.scanners if bool(scanner.usb) != bool(scanner.port))
    changed = difference(wanted._replace(scanners=tuple(one_name)), base)
    default = Settings().values
    left_out = [mistake.sentence for mistake in in_order(wrong)]
    left_out += [
        gettext("{file}: {key} is this machine's own", file=name, key=key)
        for key in MACHINES_OWN
        if wanted.values[key] not in (default[key], base.values[key])
    ]
    keys = _keys(changed)
    if mqtt_id not in (None, base.mqtt.id):
        put(changed, "mqtt.id", mqtt_id)
    return Rebased(toml(changed), keys, left_out)


def difference(
    settings: Settings, base: Settings, without: Collection[str] = MACHINES_OWN
) -> dict[str, object]:
    """The content of a settings file that leads from `base` to these settings."""
    content: dict[str, object] = {}
    if settings.scanners != base.scanners:
        content["scanner"] = [_scanner(scanner) for scanner in settings.scanners]
    before = base.values
    for key, value in settings.values.items():
        if value != before[key] and key not in without:
            put(content, key, value)
    return content


def put(content: dict[str, Any], key: str, value: object) -> None:
    """Put a value at the place that its dotted key names."""
    *sections, name = key.split(".")
    for section in sections:
        content = content.setdefault(section, {})
    content[name] = value


def toml(content: dict[str, object]) -> str:
    """The text of a settings file."""
    import tomli_w  # late: it is not often needed

    return tomli_w.dumps(content)


def _scanner(scanner: Scanner) -> dict[str, object]:
    default = Scanner()._asdict()
    return {key: value for key, value in scanner._asdict().items() if value != default[key]}


def _keys(content: dict[str, object], above: str = "") -> list[str]:
    """The dotted key of every setting."""
    keys = []
    for name, value in content.items():
        keys += _keys(value, f"{above}{name}.") if isinstance(value, dict) else [f"{above}{name}"]
    return keys
