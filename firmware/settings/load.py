"""The owner's TOML file, and what was changed on the device -> settings, checked, with sources.

Law: every mistake is told at once, with its line and what was probably meant; a file with a
mistake changes nothing, but where nobody would read of it (settings_right).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from engine.cards import BADGES
from engine.games.omakase import CARD_TABLE
from firmware.settings.checks import PLAYER_NAME
from firmware.settings.conflicts import clashes
from firmware.settings.errors import Layer, Mistake, Mistakes
from firmware.settings.omakase import corrected
from firmware.settings.scanners import scanners as scanners_named
from firmware.settings.schema import Scanner, Section, Settings, checks
from firmware.system.state_dir import DEVICES_FILE, SYSTEM_FOLDER, default_folder, open_plain

OWNERS_FILE = "/etc/okanjo/okanjo.toml"
MOST_BYTES = 1 << 20  # nobody's settings are longer


class SettingsError(Exception):
    """Everything that is wrong, a sentence a line, for the owner."""


def load(config: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force: --config, else the owner's file, else what is built in; over that
    what was changed on the device. SettingsError tells every mistake.
    """
    layers = owners_layers(config)
    settings, mistakes = checked(layers)
    for layer in layers:
        if not usable(settings.state.folder):
            tell = Mistakes(layer, mistakes)
            tell("state", "folder", "no folder of this system can have that name")
    if mistakes:
        raise SettingsError("\n".join(sentences(mistakes)))
    return completed(layers, environment)


def completed(layers: list[Layer], environment: Mapping[str, str]) -> Settings:
    """By the owner's layers, in which nothing is wrong: with a folder and the device's changes."""
    settings, _ = checked(layers)
    given = settings.state.folder
    folder = given or default_folder(environment)
    settings = _with_devices(settings, layers, folder)._replace(state_folder=folder)
    if not given and folder == SYSTEM_FOLDER and not os.access(folder, os.W_OK | os.X_OK):
        homeless = f"No home folder is known, so games belong in {folder}, or where [state] says."
        settings = settings._replace(warnings=(*settings.warnings, homeless))
    return settings


def _with_devices(settings: Settings, layers: list[Layer], folder: str) -> Settings:
    """Over the owner's settings those changed on the device, if there is nothing wrong with them.

    That file is the device's own: its owner never wrote it, and could not score for its sake.
    """
    device = os.path.join(folder, DEVICES_FILE)
    if not os.path.lexists(device):
        return settings
    warnings: list[str] = []
    try:
        layer, warnings = _without_folder(_layer(device, open_plain))
        changed, mistakes = checked([*layers, layer])
        if not mistakes:
            return changed._replace(warnings=tuple(warnings))
        wrong = sentences(mistakes)
    except SettingsError as why:
        wrong = str(why).splitlines()
    why_not = [f"What was changed on the device is left out: {one}" for one in wrong]
    return settings._replace(warnings=(*warnings, *why_not), left_out=True)


def _without_folder(layer: Layer) -> tuple[Layer, list[str]]:
    """The device's layer less [state] folder, which cannot say where it lies itself."""
    state = layer.content.get("state")
    if not isinstance(state, dict) or "folder" not in state:
        return layer, []
    kept = {key: value for key, value in state.items() if key != "folder"}
    ignored: list[Mistake] = []
    Mistakes(layer, ignored)(
        "state", "folder", "is not looked at here; the owner's file may say it"
    )
    return layer._replace(content={**layer.content, "state": kept}), sentences(ignored)


def checked(layers: list[Layer]) -> tuple[Settings, list[Mistake]]:
    """What is in force by these layers, less what is wrong in them; and what is."""
    mistakes: list[Mistake] = []
    settings = _read(layers, mistakes)
    mistakes += [Mistake("settings", 0, what) for what in clashes(settings)]
    return settings, mistakes


def sentences(mistakes: list[Mistake]) -> list[str]:
    """Each mistake once, file by file, line by line."""
    in_order = sorted(dict.fromkeys(mistakes), key=lambda one: (one.file, one.line))
    return list(map(str, in_order))


def usable(path: str) -> bool:
    """Whether a folder of this system can have that name."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # a sign that the language set up here does not have
        return False


def owners_layers(config: str | None) -> list[Layer]:
    """The owner's file, where there is one."""
    if config is None and not os.path.exists(OWNERS_FILE):
        return []
    return [_layer(config or OWNERS_FILE)]


def _layer(path: str, opener: Callable[[str, int], int] | None = None) -> Layer:
    import tomllib  # late: a device at its defaults has no file to read

    try:
        with open(path, "rb", opener=opener) as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ValueError(f"larger than {MOST_BYTES} bytes: this is no settings file")
        text = content.decode("utf-8")
        return Layer(path, text, tomllib.loads(text))
    except OSError as why:
        raise SettingsError(f"{path}: {why.strerror or why}") from None
    except (ValueError, RecursionError) as why:  # a TOMLDecodeError names line and column
        raise SettingsError(f"{path}: {why}") from None


def _read(layers: list[Layer], mistakes: list[Mistake]) -> Settings:  # later ones over earlier
    sections: dict[str, Any] = Settings().sections
    sources: dict[str, str] = {}
    names: dict[str, str] = {}
    scanners: tuple[Scanner, ...] = ()
    cards = CARD_TABLE
    for layer in layers:
        tell = Mistakes(layer, mistakes)
        tell.unknown(layer.content, ["names", "scanner", "omakase", *sections], "")
        for name, section in sections.items():
            sections[name] = _section(layer, name, section, sources, tell)
        for key, value in tell.table(layer.content, "names").items():
            if tell.known(key, BADGES, "names") and tell.right(PLAYER_NAME, value, "names", key):
                names[key] = value
                sources[f"names.{key}"] = layer.name
        if "scanner" in layer.content:
            scanners = scanners_named(layer.content["scanner"], tell)
            sources["scanner"] = layer.name
        if "omakase" in layer.content:
            cards = corrected(cards, layer.content["omakase"], tell, sources)
    names = {badge: name for badge, name in names.items() if name}  # "" takes an earlier one away
    return Settings(**sections, names=names, scanners=scanners, card_table=cards, sources=sources)


def _section(
    layer: Layer, name: str, section: Section, sources: dict[str, str], tell: Mistakes
) -> Section:
    """A plain section with what this layer says of it."""
    takes = checks(type(section))
    found: dict[str, Any] = {}
    for key, value in tell.table(layer.content, name).items():
        if tell.known(key, list(takes), name) and tell.right(takes[key], value, name, key):
            found[key] = tuple(value) if isinstance(value, list) else value
            sources[f"{name}.{key}"] = layer.name
    return section._replace(**found)
