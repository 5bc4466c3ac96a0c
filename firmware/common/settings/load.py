"""Load the settings of the owner's TOML file and the device; check them, and note each source.

Law: every mistake is told at once, with its line and what was probably meant; a file with a
mistake changes nothing. A service goes on with the last settings that were right (last_good).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from engine.cards import BADGES, Deck
from engine.catalogue import SHIPPED
from engine.games.omakase import CARD_TABLE
from engine.message import gettext
from firmware.common.settings.conflicts import conflicts
from firmware.common.settings.errors import (
    Errors,
    Layer,
    Mistake,
    SettingsError,
    in_order,
    unusable,
)
from firmware.common.settings.schema import PLAYER_NAME, Scanner, Settings, checks
from firmware.common.settings.special import only_corrected, read_decks, read_omakase, read_scanners
from firmware.common.system.state_dir import DEVICES_FILE, default_folder, open_plain
from firmware.common.system.text import composed

OWNERS_FILE = "/etc/okanjo/okanjo.toml"
MOST_BYTES = 1 << 16  # of a settings file
LARGE = gettext("larger than {size} bytes: this is not a settings file", size=MOST_BYTES)
IGNORED = gettext("A change made on the device is ignored: {mistake}")


def load(config: str | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings in force: --config, else the owner's file, else what is built in; over that
    what was changed on the device. SettingsError tells every mistake.
    """
    return completed(owners_layers(config), environment)


def completed(layers: list[Layer], environment: Mapping[str, str]) -> Settings:
    """The settings by the owner's layers, with a state folder and the device's changes.

    SettingsError when something is wrong in the owner's layers.
    """
    settings, mistakes = checked(layers)
    if mistakes:
        raise SettingsError(in_order(mistakes))
    folder = settings.state.folder or default_folder(environment)
    return _with_devices(settings, layers, folder)._replace(state_folder=folder)


def _with_devices(settings: Settings, layers: list[Layer], folder: str) -> Settings:
    """Over the owner's settings those changed on the device, if there is nothing wrong with them.

    The owner did not write that file, so a mistake in it must not stop the game.
    """
    device = os.path.join(folder, DEVICES_FILE)
    if not os.path.lexists(device):
        return settings
    try:
        changed, mistakes = checked([*layers, read_layer(device, open_plain)])
        wrong = in_order(mistakes)
    except SettingsError as why:
        changed, wrong = settings, [*why.mistakes]
    if not wrong:
        return changed
    left_out = tuple(IGNORED._replace(values={"mistake": mistake.sentence}) for mistake in wrong)
    return settings._replace(warnings=left_out, left_out=True)


def owners_layers(config: str | None) -> list[Layer]:
    """The owner's file, where there is one."""
    if config is None and not os.path.exists(OWNERS_FILE):
        return []
    return [read_layer(config or OWNERS_FILE)]


def read_layer(path: str, opener: Callable[[str, int], int] | None = None) -> Layer:
    """Read a settings file; SettingsError when it cannot be read."""
    try:
        with open(path, "rb", opener=opener) as file:
            return parse_layer(path, file.read(MOST_BYTES + 1))
    except OSError as why:
        raise unusable(path, why.strerror or str(why)) from None


def parse_layer(name: str, content: bytes) -> Layer:
    """Parse a settings file; SettingsError when it is not TOML."""
    import tomllib  # late: a device at its defaults has no file to read

    if len(content) > MOST_BYTES:
        raise unusable(name, LARGE)
    try:
        text = content.decode("utf-8")
        return Layer(name, text, tomllib.loads(text))
    except (ValueError, RecursionError) as why:  # a TOMLDecodeError names line and column
        raise unusable(name, str(why)) from None


def checked(layers: list[Layer]) -> tuple[Settings, list[Mistake]]:
    """The settings by these layers, later ones over earlier, less what is wrong; and that."""
    sections: dict[str, Any] = Settings().sections
    sources: dict[str, str] = {}
    names: dict[str, str] = {}
    scanners: tuple[Scanner, ...] = ()
    cards, decks = CARD_TABLE, dict[str, Deck]()
    mistakes: list[Mistake] = []
    known = ["names", "scanner", "omakase", "deck", *sections]
    takes_names = dict.fromkeys(BADGES, PLAYER_NAME)
    for name, text, content in layers:
        errors = Errors(Layer(name, text, content), mistakes)
        for key in content:
            errors.is_key(key, known, "")
        for key, section in sections.items():
            right = errors.right_values(errors.table(content, key), key, checks(type(section)))
            sections[key] = section._replace(**right)
            sources.update((f"{key}.{inner_key}", name) for inner_key in right)
        named = errors.right_values(errors.table(content, "names"), "names", takes_names)
        names |= named
        sources.update((f"names.{badge}", name) for badge in named)
        if "scanner" in content:
            scanners = read_scanners(content["scanner"], errors)
            sources["scanner"] = name
        if "omakase" in content:
            cards = read_omakase(cards, content["omakase"], errors, sources)
        if "deck" in content:
            decks = read_decks(decks, content["deck"], errors, sources)
    corrected = {slug: only_corrected(SHIPPED[slug], deck) for slug, deck in decks.items()}
    decks = {slug: deck for slug, deck in corrected.items() if deck != Deck()}
    # "" takes an earlier one away
    names = {badge: composed(player) for badge, player in names.items() if player}
    settings = Settings(
        **sections,
        names=names,
        scanners=scanners,
        card_table=cards,
        decks=decks,
        sources=sources,
    )
    return settings, [
        *mistakes,
        *(Mistake("settings", 0, key, message) for key, message in conflicts(settings)),
    ]
