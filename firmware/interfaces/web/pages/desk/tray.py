"""The tray of labels on /desk: what there is to scan, by heading.

Rule 1: what makes sense now is in `parts`, everything else in `rest`, for people who type.
Rule 2: the page has no copy of the device's sounds and lights: the drivers' tables are sent along.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from zlib import crc32

from drivers.buzzer import LOUD, SOFT, SOUNDS
from drivers.lights import animation
from drivers.lights.colours import BEAT_S, RHYTHM_S, UNLIT
from engine.cards import GROUPS, Game, Kind
from engine.codes import Codebook
from engine.position import Mode, Table
from firmware.common.system.text import Json
from firmware.core.view.commands import commands_now
from firmware.interfaces.web.pages.looks import look

BUTTONS = ("next", "undo", "page")  # the device has them
NEEDS = {"flip": "takeout-box", "same-turn": "uramaki"}  # commands and the kind they are for
Tile = dict[str, object]
Parts = list[tuple[str, list[Tile]]]


def desk_tray(table: Table, book: Codebook) -> Json:
    """`parts`, `rest`, and what the device's sounds and lights are; `key` tells trays apart."""
    parts = _menus(table, book) if table.phase in ("lobby", "finished") else []
    parts += _kinds(table, book)
    parts.insert(
        0 if table.phase != "lobby" else len(parts), ("Commands", [*_commands(table, book)])
    )
    shown = {tile["code"] for _, tiles in parts for tile in tiles}
    tray = {
        "parts": [part for part in parts if part[1]],
        "rest": [tile for tile in _rest(table, book) if tile["code"] not in shown],
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


def _menus(table: Table, book: Codebook) -> Parts:
    """Menus and games to choose from."""
    menus, games = [], []
    for game in book.games.values():
        for slug, (title, menu) in game.presets.items():
            kinds = ", ".join(game.kind(one).title for one in menu)
            tile = _tile(title, book, "preset", slug, kinds, on=slug == table.preset)
            menus.append({**tile, "looks": [look(game.kind(one)) for one in menu]})
        note = "your own menu" if game.menu else ""
        tile = _tile(game.title, book, "game", game.slug, note, on=table.game == game)
        games.append({**tile, "looks": [[game.slug, ""]]})
    return [("Menus", menus), ("Games", games)]


def _kinds(table: Table, book: Codebook) -> Parts:
    """In the lobby the tiles of a menu, while it is played the faces on it."""
    parts: dict[str, list[Tile]] = {}
    for kind in table.game.kinds if table.game else ():
        tiles = parts.setdefault(GROUPS[kind.group], [])
        on = kind.slug in table.menu
        if table.phase == "lobby" and table.game and table.game.menu:
            tile = _tile(kind.title, book, "kind", kind.slug, on=on)
            tiles.append({**tile, "looks": [look(kind)], "small": True})
        elif table.phase == "playing" and table.game and on:
            tiles += _faces(table.game, kind, book, table.mode)
    return [*parts.items()]


def _faces(game: Game, kind: Kind, book: Codebook, mode: Mode) -> Iterator[Tile]:
    """A kind's faces with the codes of their copies; in tally uramaki may take a place unseen."""
    for face in kind.faces:
        slug = f"{game.slug}/{face.slug}"
        copies = [book.label("card", f"{slug}/{n}").code for n in range(1, face.copies + 1)]
        tile = _tile(face.title, book, "face", slug)
        yield {**tile, "looks": [look(kind, face.slug)], "copies": copies}
    if kind.act == "uramaki" and mode == "tally":
        tile = _tile(kind.title, book, "kind", kind.slug, "a place, its cards unseen")
        yield {**tile, "looks": [look(kind)]}


def _commands(table: Table, book: Codebook) -> Iterator[Tile]:
    """What may be said just now, but what the device has buttons for."""
    for slug in (*commands_now(table), "sound"):
        if slug not in BUTTONS and _makes_sense(table, slug):
            on = slug in (table.mode, *table.variants)
            title = book.label("command", slug).title
            tile = _tile(title, book, "command", slug, on=on)
            yield {**tile, "looks": [[slug, ""]], "small": True}


def _makes_sense(table: Table, slug: str) -> bool:
    """Whether this game, with this menu, has a use for a command."""
    game = table.game
    if game is None:
        return True
    if slug in ("dummy", "pass-both-ways"):
        return slug in game.variants
    if slug in ("live", "tally"):
        return game.live
    return NEEDS.get(slug, "") in ("", *table.menu)


def _rest(table: Table, book: Codebook) -> Iterator[Tile]:
    """Labels that make no sense now or are elsewhere on the page, for people who type."""
    for label in book.labels:
        if label.type in ("badge", "command", "preset", "game"):
            whose = table.names.get(label.slug, "") if label.type == "badge" else ""
            yield {**_tile(label.title, book, label.type, label.slug, whose), "small": True}


def _tile(
    title: str, book: Codebook, type_: str, slug: str, note: str = "", *, on: bool = False
) -> Tile:
    """A label as a tile; what is the same for most is left out."""
    tile: Tile = {"title": title, "code": book.label(type_, slug).code}
    if note:
        tile["note"] = note
    if on:
        tile["on"] = True
    return tile
