"""A game without its rounds, as a line of text that is quickly read again. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware.records.history.games import Played, Sat, Titles
from firmware.records.history.statistics import Scored, by_kind


class Record(NamedTuple):
    """What stands of a game beside its number; `by` are kinds that paid, `seats` a badge, the name
    in this game, total, place, and points by these kinds for each seat.
    """

    state: str
    began: float
    at: float | None
    minutes: int | None
    game: str
    menu: tuple[str, ...]  # kinds
    mode: Any
    variants: tuple[str, ...]
    note: str
    venue: str
    put: str
    seen: int
    rounds: int
    by: tuple[str, ...]
    seats: tuple[tuple[str | None, str, int, int | None, tuple[int | None, ...]], ...]

    def played(self, number: int, players: Mapping[str, str], titles: Titles) -> Played:
        """The game; `players` are those of merged names."""
        seats = tuple(
            Sat(badge, players.get(name, name) if badge else name, (), None, total, place)
            for badge, name, total, place, _ in self.seats
        )
        return Played(
            *(number, self.state, self.began, self.at, self.minutes, self.game),
            *(titles.menu(self.game, tuple(self.menu)), self.mode, tuple(self.variants), seats),
            *(self.note, self.venue, self.put, self.seen),
        )

    def scored(self) -> list[Scored]:
        """What its people add to the figures, by the names in this game."""
        return [
            Scored(name, place == 1, total, self._by(points))
            for badge, name, total, place, points in self.seats
            if badge is not None
        ]

    def _by(self, points: tuple[int | None, ...]) -> dict[str, int]:
        pairs = zip(self.by, points, strict=True)
        return {kind: paid for kind, paid in pairs if paid is not None}


def record_of(played: Played) -> str:
    """Write a game that was read with no names merged."""
    by = [by_kind(sat) for sat in played.seats]
    kinds = tuple(dict.fromkeys(kind for seat in by for kind in seat))
    seats = tuple(
        (sat.badge, sat.name, sat.total, sat.place, tuple(points.get(kind) for kind in kinds))
        for sat, points in zip(played.seats, by, strict=True)
    )
    rounds = max((len(sat.rounds) for sat in played.seats), default=0)
    record = Record(
        *(played.state, played.began, played.at, played.minutes, played.game, played.menu.slugs),
        *(played.mode, played.variants, played.note, played.venue, played.put, played.seen),
        *(rounds, kinds, seats),
    )
    return json.dumps(record, separators=(",", ":"))


def record_in(text: str) -> Record:
    return Record._make(json.loads(text))
