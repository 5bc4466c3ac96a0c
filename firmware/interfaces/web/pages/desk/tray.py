"""The tray of labels on /desk: what there is to scan, by heading.

Rule 1: what makes sense now is in `parts`, everything else in `rest`, for people who type.
Rule 2: the page has no copy of the device's sounds and lights: the drivers' tables are sent along.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple
from zlib import crc32

from drivers.buzzer import LOUD, SOFT, SOUNDS
from drivers.lights import animation
from drivers.lights.colours import BEAT_S, RHYTHM_S, UNLIT
from engine.cards import Game, Kind
from engine.codes import Codebook, slug_in
from engine.message import Message, Value, gettext, joined
from engine.position import Mode, Table
from firmware.common.system.text import Json
from firmware.core.view.commands import commands_now
from firmware.interfaces.web.pages.looks import look
from firmware.words.labels import group_title, menu_title, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.sheets import text_of

BUTTONS = ("next", "undo", "page")  # the device has them
NEEDS = {"flip": "takeout-box", "same-turn": "uramaki"}  # commands and what cards they are for do
DeskTile = dict[str, object]
TileParts = list[tuple[str, list[DeskTile]]]


def desk_tray(table: Table, book: Codebook, language: Language = ENGLISH) -> Json:
    """`parts`, `rest`, `tools` for a card that lies there, and what the device's sounds and lights
    are; `key` tells trays apart.
    """
    tiles = Tiles(book, language)
    commands = dict(_commands(table, tiles))
    parts = _menus(table, tiles) if table.phase in ("lobby", "finished") else []
    parts += _kinds(table, tiles)
    place = 0 if table.phase != "lobby" else len(parts)
    parts.insert(place, (say(COMMANDS, language), [*commands.values()]))
    shown = {tile["code"] for _, part in parts for tile in part}
    tray = {
        "parts": [part for part in parts if part[1]],
        "rest": [tile for tile in _rest(table, tiles) if tile["code"] not in shown],
        "tools": {slug: commands[slug] for slug in ("remove", "flip") if slug in commands},
    }
    return {
        "key": f"{crc32(json.dumps(tray).encode()):08x}",
        **tray,
        "sounds": SOUNDS,
        "volumes": {"on": LOUD, "soft": SOFT},
        "motion": {
            "rest": animation.REST_AFTER_S,
            "breath": [animation.BREATH_S, animation.SHALLOWEST],
            "share": animation.SHARE_S,
            "rhythm": [RHYTHM_S, BEAT_S, UNLIT],
            "run": [animation.RUN_S, animation.RUNS],
            "flashes": animation.FLASHES,
        },
    }


class Tiles(NamedTuple):
    """Labels as tiles, in a language."""

    book: Codebook
    language: Language

    def tile(
        self, name: Message, type_: str, slug: str, note: Value = "", *, on: bool = False
    ) -> DeskTile:
        """A label as a tile; what is the same for most is left out."""
        code = self.book.label(type_, slug).code
        tile: DeskTile = {"title": say(name, self.language), "code": code}
        if note:
            tile["note"] = text_of(note, self.language)
        if on:
            tile["on"] = True
        return tile


def _menus(table: Table, tiles: Tiles) -> TileParts:
    """Menus and games to choose from."""
    menus, games = [], []
    for game in tiles.book.games.values():
        for slug, (_, menu) in game.presets.items():
            kinds = [game.kind(kind) for kind in menu]
            names = joined([title(kind) for kind in kinds])
            name, chosen = menu_title(game, slug), slug == table.preset
            tile = tiles.tile(name, "preset", slug_in(game, slug), names, on=chosen)
            menus.append({**tile, "looks": [look(game, kind) for kind in kinds]})
        note = OWN_MENU if game.menu else ""
        tile = tiles.tile(title(game), "game", game.slug, note, on=table.game == game)
        games.append({**tile, "looks": [[game.slug, ""]]})
    return [(say(MENUS, tiles.language), menus), (say(GAMES, tiles.language), games)]


def _kinds(table: Table, tiles: Tiles) -> TileParts:
    """In the lobby the tiles of a menu, while it is played the faces on it."""
    parts: dict[str, list[DeskTile]] = {}
    for kind in table.game.kinds if table.game else ():
        part = parts.setdefault(say(group_title(kind.group), tiles.language), [])
        on = kind.slug in table.menu
        if table.phase == "lobby" and table.game and table.game.menu:
            tile = tiles.tile(title(kind), "kind", slug_in(table.game, kind.slug), on=on)
            part.append({**tile, "looks": [look(table.game, kind)], "small": True})
        elif table.phase == "playing" and table.game and on:
            part += _faces(table.game, kind, tiles, table.mode)
    return [*parts.items()]


def _faces(game: Game, kind: Kind, tiles: Tiles, mode: Mode) -> Iterator[DeskTile]:
    """A kind's faces with the codes of their copies; in tally uramaki may take a place unseen."""
    for face in kind.faces:
        slug = f"{game.slug}/{face.slug}"
        cards = (tiles.book.label("card", f"{slug}/{n}") for n in range(1, face.copies + 1))
        codes = [card.code for card in cards]
        tile = tiles.tile(title(face), "face", slug)
        yield {**tile, "looks": [look(game, kind, face.slug)], "copies": codes}
    if kind.act == "uramaki" and mode == "tally":
        tile = tiles.tile(title(kind), "kind", slug_in(game, kind.slug), UNSEEN)
        yield {**tile, "looks": [look(game, kind)]}


def _commands(table: Table, tiles: Tiles) -> Iterator[tuple[str, DeskTile]]:
    """What may be said just now by its slug, but what the device has buttons for."""
    for slug in (*commands_now(table), "sound", "what"):
        if slug not in BUTTONS and _makes_sense(table, slug):
            on = slug in (table.mode, *table.variants)
            name = title(tiles.book.label("command", slug))
            tile = tiles.tile(name, "command", slug, on=on)
            yield slug, {**tile, "looks": [[slug, ""]], "small": True}


def _makes_sense(table: Table, slug: str) -> bool:
    """Whether this game, with this menu, has a use for a command."""
    game = table.game
    if game is None:
        return True
    if slug in ("dummy", "pass-both-ways"):
        return slug in game.variants
    if slug in ("live", "tally"):
        return game.live
    acts = {kind.act for kind in game.kinds if kind.slug in table.menu}
    return slug not in NEEDS or NEEDS[slug] in acts


def _rest(table: Table, tiles: Tiles) -> Iterator[DeskTile]:
    """Labels that make no sense now or are elsewhere on the page, for people who type."""
    for label in tiles.book.labels:
        if label.type in ("badge", "command", "preset", "game"):
            name = table.names.get(label.slug, "") if label.type == "badge" else ""
            yield {**tiles.tile(title(label), label.type, label.slug, name), "small": True}


COMMANDS, MENUS, GAMES = gettext("Commands"), gettext("Menus"), gettext("Games")
OWN_MENU, UNSEEN = gettext("your own menu"), gettext("a place, its cards unseen")
