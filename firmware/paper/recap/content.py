"""What is on a picture of an evening: words, numbers and names, ready to be drawn. Pure.

All of it is plain values, so that it goes as JSON to the process that draws it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Look = Literal["light", "dark"]
LOOKS: tuple[Look, ...] = ("light", "dark")


class Plate(NamedTuple):
    """A player as drawn: the badge, "" for a dummy, and what is written on it."""

    badge: str
    letters: str


class ScoreLine(NamedTuple):
    """A player in one game: `points` for a bar beside others, `number` as written."""

    plate: Plate
    name: str
    points: int
    number: str


class GameLine(NamedTuple):
    """A game, its players by place; the first so many of them won it, with `best`."""

    title: str
    verdict: str
    best: str
    winners: int
    lines: tuple[ScoreLine, ...]


class Highlight(NamedTuple):
    """What stood out: "Closest finish", "2 points", and whose it is."""

    label: str
    value: str
    text: str


class DishLine(NamedTuple):
    """A dish: the names of its icon and colour, and what it brought to all together."""

    title: str
    icon: str
    colour: str
    points: int
    number: str


class DishTable(NamedTuple):
    """The dishes of one game, most points first."""

    heading: str
    lines: tuple[DishLine, ...]


class EveningCard(NamedTuple):
    """The picture of an evening. `headline` is who won, `plates` theirs, `note` a word about it;
    `games` the last few, `more` what is said of those before them.
    """

    look: Look
    date: str
    venue: str
    about: str
    plates: tuple[Plate, ...]
    headline: str
    note: str
    games: tuple[GameLine, ...]
    more: str
    highlights: tuple[Highlight, ...]
    dishes: tuple[DishTable, ...]


class Runner(NamedTuple):
    """A player in the race: the total after each step, as a number and as written."""

    plate: Plate
    name: str
    totals: tuple[int, ...]
    numbers: tuple[str, ...]


class Race(NamedTuple):
    """The race of one game: its title, when it was, what each step is, how it ended, and by whose
    signs numbers are written.
    """

    look: Look
    title: str
    date: str
    steps: tuple[str, ...]
    verdict: str
    runners: tuple[Runner, ...]
    language: str = "en"


Content = EveningCard | Race


def pack(content: Content, instead: Mapping[str, str] | None = None) -> bytes:
    """As JSON; `unpack` reads it. `instead` has for players' names what they are called where no
    font has their letters.
    """
    return json.dumps([type(content).__name__, content, instead or {}]).encode()


def unpack(packed: bytes, is_drawable: Callable[[str], bool] = bool) -> Content:
    """What was packed, with other names in place of those that cannot be drawn."""
    kind, fields, instead = json.loads(packed)
    others = {name: other for name, other in instead.items() if not is_drawable(name)}
    content: Content = _race(fields) if kind == Race.__name__ else _card(fields)
    return _replaced(content, others) if others else content


def _replaced(value: Any, others: Mapping[str, str]) -> Any:
    """The same with other names, but for the letters on plates."""
    if isinstance(value, str):
        longest_first = sorted(others, key=len, reverse=True)  # a name may be part of another
        names = "|".join(map(re.escape, longest_first))
        return re.sub(names, lambda name: others[name[0]], value)
    if isinstance(value, Plate) or not isinstance(value, (list, tuple)):
        return value
    parts = [_replaced(part, others) for part in value]
    return value._make(parts) if hasattr(value, "_make") else tuple(parts)


def _card(fields: Sequence[Any]) -> EveningCard:
    card = EveningCard(*fields)
    return card._replace(
        plates=_plates(card.plates),
        games=tuple(GameLine(*row[:4], tuple(map(_score, row[4]))) for row in card.games),
        highlights=tuple(Highlight(*highlight) for highlight in card.highlights),
        dishes=tuple(
            DishTable(heading, tuple(DishLine(*line) for line in lines))
            for heading, lines in card.dishes
        ),
    )


def _race(fields: Sequence[Any]) -> Race:
    race = Race(*fields)
    return race._replace(runners=tuple(map(_runner, race.runners)))


def _runner(fields: Sequence[Any]) -> Runner:
    return Runner(Plate(*fields[0]), *fields[1:])


def _score(fields: Sequence[Any]) -> ScoreLine:
    return ScoreLine(Plate(*fields[0]), *fields[1:])


def _plates(plates: Sequence[Any]) -> tuple[Plate, ...]:
    return tuple(Plate(*plate) for plate in plates)
