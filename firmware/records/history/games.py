"""Parse a game's report into the game as the history shows it. Pure.

Rule: a time counts only where the clock can have been right: many a Pi has none of its own.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.cards import Game
from engine.catalogue import Games
from engine.message import Message, gettext
from engine.position import Mode
from firmware.core.journal.deleted import is_right
from firmware.core.journal.players import names_in
from firmware.core.journal.replay import games_then
from firmware.core.journal.rows import HIGHEST, GameRow, crc
from firmware.words.effects import unit_of
from firmware.words.labels import called, kind_title, menu_title, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.sheets import text_of

FINISHED, ABANDONED, ON_TABLE = "finished", "abandoned", "in progress"

LONGEST_EVENING_S = 12 * 3600.0  # longer: the clock was put right in between
OWN_MENU = gettext("Own menu")


class BadGame(Exception):
    """A report of another form than today's."""


class RoundPoints(NamedTuple):
    """A round, or the desserts: points, and by kind."""

    points: int
    by: Mapping[str, int]


class Sat(NamedTuple):
    """A seat's game; a dummy has no badge, a game that never came to desserts has None.

    `name` is the player's; `in_game` the name that this game has of the player, who may have
    others; `at_start` the one it began with.
    """

    badge: str | None
    name: str
    rounds: tuple[RoundPoints, ...]
    desserts: RoundPoints | None
    total: int
    place: int | None
    in_game: str = ""
    at_start: str = ""

    @property
    def won(self) -> bool:
        """Whether this seat won, alone or with others."""
        return self.place == 1 and self.badge is not None

    @property
    def parts(self) -> tuple[RoundPoints, ...]:
        return self.rounds if self.desserts is None else (*self.rounds, self.desserts)


class Menu(NamedTuple):
    """A game's menu. Key and title are the preset's, the sorted kinds' for a menu of one's own, or
    the game's where it has no menus. `kinds` are titles, `slugs` those of the kinds.
    """

    key: str
    title: str
    kinds: tuple[str, ...] = ()
    slugs: tuple[str, ...] = ()
    is_own: bool = False


class Played(NamedTuple):
    """One game. `at` is when, in Unix seconds, None where nobody knows; `began` is what the clock
    said, right or wrong. Note and venue are the owner's.
    """

    number: int
    state: str
    began: float
    at: float | None
    minutes: int | None
    game: str
    menu: Menu
    mode: Mode
    variants: tuple[str, ...]
    seats: tuple[Sat, ...]
    note: str = ""
    venue: str = ""
    put: str = ""  # the day, where the owner has put it right
    seen: int = 0  # the checksum of the row that it was read from
    corrected: str = ""  # what the owner had corrected of the cards; not kept outside the journal

    @property
    def winners(self) -> tuple[Sat, ...]:
        return tuple(seat for seat in self.seats if seat.won)


class DatedGame(NamedTuple):
    """When a game was, as `Played` has it."""

    number: int
    state: str
    at: float | None


class Titles:
    """Titles of games, menus and kinds in a language; of games that are no more made from their
    slugs.
    """

    def __init__(self, games: Games, language: Language = ENGLISH) -> None:
        self.games, self.language = games, language
        self.kind = cache(self._kind)
        self.menu = cache(self._menu)  # one object for the same kinds

    def then(self, played: Played) -> Titles:
        """The same by the cards that a game was played with."""
        games = games_then(played.corrected, self.games)
        return self if games is self.games else Titles(games, self.language)

    def game(self, slug: str) -> str:
        game = self.games.get(slug)
        return self.say(title(game)) if game else self.kind(slug, slug)

    def say(self, message: Message) -> str:
        return say(message, self.language)

    def player(self, name: str) -> str:
        """A player's name; who gave none is called by the badge's colour."""
        return text_of(called(name), self.language)

    def menu_of(self, played: Played) -> Menu:
        """The menu of a game that was read with titles of another language."""
        return self.menu(played.game, played.menu.slugs)

    def unit(self, slug: str) -> str:
        """The unit of a game's points, where it has one."""
        game = self.games.get(slug)
        return self.say(unit_of(game)) if game and game.unit else ""

    def _kind(self, game: str, slug: str) -> str:
        return self.say(kind_title(self.games.get(game), slug))

    def _menu(self, slug: str, kinds: tuple[str, ...]) -> Menu:
        """The menu of these kinds."""
        game = self.games.get(slug)
        if game is None or not game.menu:
            return Menu(slug, self.game(slug), slugs=kinds)
        titles = tuple(self.kind(slug, kind) for kind in kinds)
        preset = _preset_of(game, kinds)
        if preset is not None:
            return Menu(preset, self.say(menu_title(game, preset)), titles, kinds)
        key = ".".join(sorted({*kinds}))
        return Menu(key, self.say(OWN_MENU), titles, kinds, is_own=True)


def _preset_of(game: Game, menu: tuple[str, ...]) -> str | None:
    """The preset whose kinds these are, with or without those on every menu."""
    always = {kind.slug for kind in game.kinds if kind.group == "always"}
    of_preset = (
        slug for slug, (_, kinds) in game.presets.items() if {*kinds, *always} == {*menu, *always}
    )
    return next(of_preset, None)


def parse_game(
    number: int, times: tuple[float, float | None], report: Any, state: str, titles: Titles
) -> Played:
    """Parse a report; `times` are when the game began and ended. Raise BadGame if it is none."""
    match report:
        case {
            "game": str(slug), "variants": [*variants], "mode": "tally" | "live",
            "menu": [*kinds], "seats": [*seats],
        } if all(isinstance(text, str) for text in (*variants, *kinds)):  # fmt: skip
            menu, dated, mode = titles.menu(slug, tuple(kinds)), when(*times), report["mode"]
            sat = tuple(map(_sat, seats))
            return Played(number, state, times[0], *dated, slug, menu, mode, tuple(variants), sat)
    raise BadGame(f"game {number} is not as it is written today")


def annotated(played: Played, row: GameRow, players: Mapping[str, str]) -> Played:
    """Add what the owner wrote about a game; `players` are those of merged names. A day that the
    owner corrected becomes noon of that day.
    """
    names = names_in(row.corrected)
    seats = tuple(_called(sat, names, players) for sat in played.seats)
    played_at = played.at
    if row.day:
        year, month, day = map(int, row.day.split("-"))
        played_at = time.mktime((year, month, day, 12, 0, 0, 0, 0, -1))
    played = played._replace(at=played_at, seats=seats, put=row.day, seen=crc(row))
    return played._replace(note=row.note, venue=row.venue, corrected=row.card_table)


def _called(sat: Sat, corrected: Mapping[str, str], players: Mapping[str, str]) -> Sat:
    """The seat of a player with the names by badge that the owner has corrected."""
    if sat.badge is None:
        return sat
    name = corrected.get(sat.badge, sat.name)
    return sat._replace(name=players.get(name, name), in_game=name, at_start=sat.name)


def day_of(played: Played) -> str:
    """The day as "2026-11-27", in the device's time zone; empty where nobody knows it."""
    return "" if played.at is None else time.strftime("%Y-%m-%d", time.localtime(played.at))


def when(began: float, ended: float | None) -> tuple[float | None, int | None]:
    """Tell when a game was, and for how many minutes; None where the clock was wrong."""
    if ended is None:
        return (began if is_right(began) else None), None
    if began > ended or not is_right(ended):
        return None, None
    if not is_right(began) or ended - began > LONGEST_EVENING_S:
        return ended, None
    return began, round((ended - began) / 60)


def _sat(seat: Any) -> Sat:
    match seat:
        case {
            "badge": str() | None as badge, "name": str(name), "rounds": [*rounds],
            "desserts": sweet, "total": int(total), "place": int() | None as place,
        } if _are_low(total, place or 0):  # fmt: skip
            desserts = None if sweet is None else _part(sweet)
            return Sat(badge, name, tuple(map(_part, rounds)), desserts, total, place)
    raise BadGame("a seat is not as it is written today")


def _part(part: Any) -> RoundPoints:
    match part:
        case {"points": int(points), "by": dict(by)} if _are_low(points, *by.values()):
            return RoundPoints(points, by)
    raise BadGame("a round is not as it is written today")


def _are_low(*numbers: object) -> bool:
    """Whether they can be added up, and shown by any browser."""
    return all(isinstance(number, int) and abs(number) < HIGHEST for number in numbers)
