"""The tournaments of a board: what they are by the acts that are kept, and how more are added.

Law: what `Known` says is what the acts on disk say. Rule: it is replaced whole, never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import BADGES
from firmware.board.forget import AFTER_S, forget, forget_old
from firmware.board.hall import Said
from firmware.board.nameless import calls_at, without_names
from firmware.board.store import Store, Unkeepable, Unusable, Writing
from firmware.board.tournament.tournament import (
    Act,
    Refused,
    Table,
    Tournament,
    after,
    by_device,
)

MOST_POINTS = 999_999  # as an organiser can type them


class Known(NamedTuple):
    """Tournaments and players' names by number; the tournament that announced a round last is the
    last one. Removed names are missing.
    """

    tournaments: Mapping[int, Tournament] = {}
    names: Mapping[int, Mapping[int, str]] = {}


def read_known(store: Store) -> Known:
    """Read all acts. Raises Away; Unusable, where another version wrote an act refused here."""
    found: dict[int, Tournament] = {}
    for did in store.acts():
        before = found.get(did.tournament, Tournament(did.tournament))
        try:
            found = _with(found, after(before, did.act, did.who), did.act)
        except (Refused, KeyError) as why:
            raise Unusable(
                f"{store.name} has an act {did.n} that is not understood ({why}): use the Okanjo"
                " that wrote it."
            ) from None
    names = store.names()
    return Known(found, {number: names.get(number, {}) for number in found})


class Ledger:
    """Writes within one transaction; `known` holds once that is committed."""

    def __init__(self, writing: Writing, known: Known) -> None:
        self.writing, self.known = writing, known

    def apart(self, what: str, write: Callable[[Ledger], Any]) -> Any:
        """Call `write`, all or nothing; return its result, or why it is refused. DBAPIError."""
        before = self.known
        try:
            with self.writing.apart(what):
                return write(self)
        except (Refused, Unkeepable) as why:
            self.known = before
            return why

    def open(self, act: Act, who: str) -> int:
        number = max(self.known.tournaments, default=0) + 1
        self._add(Tournament(number), act, who, {})
        return number

    def join(self, number: int, names: Sequence[str], who: str, here: bool) -> list[int]:
        tournament = self._tournament(number)
        first = max(tournament.players, default=0) + 1
        players = [*range(first, first + len(names))]
        act = {"do": "join", "players": players, "here": here}
        self._add(tournament, act, who, dict(zip(players, names, strict=True)))
        return players

    def act(self, number: int, act: Act, who: str, names: Mapping[int, str]) -> Tournament:
        before = self.known.names.get(number, {})
        now = self._add(self._tournament(number), act, who, names)
        if act["do"] == "erase":
            self._forget(now, {before[one] for one in act["players"] if one in before})
        return now

    def forget_old(self, touched: Mapping[int, float]) -> None:
        """Take out names whose time is over."""
        for number, one in self.known.tournaments.items():
            names, at = self.known.names[number], touched.get(number, self.writing.now)
            if names and not one.keep_names and at <= self.writing.now - AFTER_S:
                act = {"do": "erase", "players": [*names]}
                self._forget(self._add(one, act, "30 days after the end", {}), ())
        tables = {table.id for one in self.known.tournaments.values() for table in one.tables}
        forget_old(self.writing.connection, self.writing.now, tables)

    def _forget(self, tournament: Tournament, names: Collection[str]) -> None:
        known = self.known.names[tournament.number]
        calls = {table.id: calls_at(table, known) for table in tournament.tables}
        forget(self.writing.connection, calls, names)

    def hear(self, said: Said) -> str:
        """Keep a device's result, and let it count at its table; return why it does not, or "".
        Unkeepable.
        """
        for number, one in self.known.tournaments.items():
            if place := one.find(said.get("seating", "")):  # a name that was removed stays away
                said = without_names(said, calls_at(place[1], self.known.names[number]))
        if not self.writing.keep(said):
            return ""
        for tournament in self.known.tournaments.values():
            try:
                if act := device_act(tournament, said):
                    self._add(tournament, act, by_device(said["device"]), {})
            except Refused as why:
                return f"the result does not count in the tournament: {why}"
        return ""

    def _tournament(self, number: int) -> Tournament:
        if number not in self.known.tournaments:
            raise Refused(f"There is no tournament {number}.")
        return self.known.tournaments[number]

    def _add(self, before: Tournament, act: Act, who: str, names: Mapping[int, str]) -> Tournament:
        now, number = after(before, act, who), before.number
        if act["do"] == "erase":
            names = dict.fromkeys(act["players"], "")
        self.writing.add(number, act, who)
        if names:
            self.writing.name(number, names)
        named = {**self.known.names.get(number, {}), **names}
        named = {player: name for player, name in named.items() if name}
        tournaments = _with(self.known.tournaments, now, act)
        self.known = Known(tournaments, {**self.known.names, number: named})
        return now


def _with(known: Mapping[int, Tournament], now: Tournament, act: Act) -> dict[int, Tournament]:
    same = {
        number: one
        for number, one in known.items()
        if number != now.number or act["do"] != "announce"
    }
    return {**same, now.number: now}


def device_act(tournament: Tournament, said: Said) -> Act | None:
    """What a device's result does in a tournament: it counts at once where that device was sent
    those seats and nobody has said another result; else the organiser decides. Refused.
    """
    game = said["id"]
    source = by_device(said["device"]), game
    tables = [t.id for t in tournament.tables if source in (t.source, t.claim_source)]
    if said["withdrawn"]:
        return next(({"do": "no-result", "table": id_, "game": game} for id_ in tables), None)
    if not (place := tournament.find(said["seating"])):
        return None
    table = place[1]
    if {*tables} - {table.id}:
        raise Refused("the game counts at another table already")
    seats = [_seat(table, one) for one in said["report"]["seats"]]
    known, waiting = ([[*seat] for seat in some] for some in (table.result, table.claim))
    if said["device"] == table.device and (not known or table.source == source):
        do = "result"
    elif seats in (known, waiting):
        return None
    elif waiting and said["device"] != table.device and table.claim_source != source:
        raise Refused("another result of that table waits for the organiser")
    else:
        do = "claim"
    if do == "result" and seats == known:
        return None
    return {"do": do, "table": table.id, "seats": seats, "game": game}


def _seat(table: Table, said: Said) -> list[int]:
    badge, points, place = said["badge"], said["total"], said["place"]
    badges = BADGES[: len(table.players)]
    if badge not in badges or not isinstance(place, int):
        raise Refused(f"others sit at table {table.number}")
    if abs(points) > MOST_POINTS:
        raise Refused("no game brings so many points")
    return [table.players[badges.index(badge)], points, place]
