"""Tables of the hall in words: what they are called, how far they are, and how many there are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.cards import Game
from engine.games import GAMES
from engine.message import Message, Value, gettext, joined, ngettext, pgettext
from firmware.common.facts.notices import Problem
from firmware.common.games import packaged
from firmware.hall.lists import NOTHING, listed
from firmware.hall.tables import Tile
from firmware.hall.words.rounds import called
from firmware.words import notices
from firmware.words.labels import kind_title
from firmware.words.labels import title as game_title

NUMBERED = re.compile(r"(?i)table[-_ ]?(\d+)")
MOST_CALLS = 9  # tables that call, by their labels


def label(tile: Tile) -> Message:
    """What a table is called: by its number, where its device's name has one, too."""
    numbered = NUMBERED.fullmatch(tile.device)
    if tile.table or numbered:
        return gettext("Table {number}", number=short(tile))
    return Message("{device}", {"device": tile.device})


def short(tile: Tile) -> str:
    """The part of the label that is shown where there is little room."""
    numbered = NUMBERED.fullmatch(tile.device)
    return str(tile.table) if tile.table else numbered[1] if numbered else tile.device


def place(tile: Tile) -> Value:
    """A table as the organiser knows it: by its number in a tournament, else by its device."""
    return gettext("Table {number}", number=tile.table) if tile.table else tile.device


def title(tile: Tile) -> Value:
    """What is played: the tournament's round, or the game."""
    if tile.stage is None:
        game = games().get(tile.game)
        return game_title(game) if game else tile.title
    round = called(tile.stage)
    return gettext("{tournament}, {round}", tournament=tile.tournament, round=round)


@cache
def games() -> Mapping[str, Game]:
    """The games that this hall can word; of another one the device's own words are shown."""
    return {game.slug: game for game in (*GAMES, *packaged().games)}


def menu(tile: Tile) -> Sequence[Value]:
    """What is on the menu."""
    game = games().get(tile.game)
    if game is None or not {*tile.kinds} <= {kind.slug for kind in game.kinds}:
        return tile.menu
    return [kind_title(game, slug) for slug in tile.kinds]


def problems(tile: Tile) -> Sequence[Value]:
    """What is amiss with the device."""
    if len(tile.amiss) != len(tile.problems):
        return tile.problems
    pairs = zip(tile.amiss, tile.problems, strict=True)
    return [_problem(problem["case"], problem, text) for problem, text in pairs]


def _problem(case: str, problem: Mapping[str, Any], text: str) -> Value:
    if case == "not-saved":
        return notices.NOT_SAVED
    return notices.problem(Problem(**problem)) if case in notices.PROBLEMS else text


def waits(tile: Tile) -> bool:
    """Whether its game has not begun."""
    return tile.phase in ("", "lobby")


def stage(tile: Tile) -> Message:
    """How far the game is."""
    if tile.busy:
        return gettext("Other game")
    if tile.free:
        return gettext("Free")
    if tile.phase == "finished":
        return gettext("Finished")
    if waits(tile):
        return gettext("Not begun")
    is_scored = tile.phase == "scored"
    if tile.rounds < 2:
        return gettext("Playing, scored") if is_scored else gettext("Playing")
    far = short_stage(tile)
    if is_scored:
        return gettext("Round {number_of_all}, scored", number_of_all=far)
    return gettext("Round {number_of_all}", number_of_all=far)


def short_stage(tile: Tile) -> Message:
    """The part of it that is shown where there is little room."""
    if tile.busy or waits(tile) or tile.phase == "finished" or tile.rounds < 2:
        return stage(tile)
    return pgettext("line", "{number} of {all}", number=tile.round, all=tile.rounds)


def turn(tile: Tile) -> Message:
    """Whose cards come now."""
    return gettext("{player}’s cards are being scanned.", player=tile.turn)


def sums(tiles: Sequence[Tile]) -> Message:
    """How many tables there are, and how many do what."""
    finished = sum(tile.phase == "finished" for tile in tiles)
    free = sum(tile.free for tile in tiles)
    waiting = sum(map(waits, tiles)) - free
    counts = (
        (len(tiles) - waiting - free - finished, gettext("{count} playing")),
        (waiting, gettext("{count} not begun")),
        (free, gettext("{count} free")),
        (finished, gettext("{count} finished")),
        (sum(not tile.online for tile in tiles), gettext("{count} offline")),
    )
    parts = [words._replace(values={"count": count}) for count, words in counts if count]
    return joined([ngettext("{count} table", "{count} tables", len(tiles)), *parts], DOTTED)


DOTTED = Message("{first} · {rest}")


def calls(tiles: Sequence[Tile]) -> tuple[Message, Message]:
    """Who calls the organiser, and of several tables which ones; the first of them, if many."""
    if len(tiles) < 2:
        return (gettext("{table} calls", table=label(tiles[0])) if tiles else NOTHING), NOTHING
    heading = ngettext("{count} table calls:", "{count} tables call:", len(tiles))
    which = listed(short(tile) for tile in tiles[:MOST_CALLS])
    if len(tiles) > MOST_CALLS:
        return heading, gettext("{tables} …", tables=which)
    return heading, which
