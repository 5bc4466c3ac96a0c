"""The tournaments of the hall: what they are by the acts that are kept, and how more are added.

Law: what `Known` says is what the acts on disk say. Rule: it is replaced whole, never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import BADGES
from firmware.hall.nameless import calls_at, without_names
from firmware.hall.store.forget import AFTER_S, forget, forget_old
from firmware.hall.store.store import Store, Unkeepable, Unusable, Writing
from firmware.hall.tables import Game, Said
from firmware.hall.tournament.tournament import (
    Act,
    Refused,
    Table,
    Tournament,
    after,
    by_device,
)
from firmware.hall.uncounted import (
    ANOTHERS,
    DATABASE,
    DRAFT,
    ELSEWHERE,
    ENDED,
    MOST_POINTS,
    NO_SEATS,
    UNFIT,
    UNREADABLE,
    WAITS,
    Uncounted,
    of_result,
    surplus,
)


class Known(NamedTuple):
    """Tournaments and players' names by number; the tournament that announced a round last is the
    last one. Removed names are missing. `uncounted` is what devices said that does not count.
    """

    tournaments: Mapping[int, Tournament] = {}
    names: Mapping[int, Mapping[int, str]] = {}
    uncounted: Mapping[Game, Uncounted] = {}


class NotCounted(Refused):
    """A device's result does not count; `why` is one of firmware/hall/uncounted.py, `table` the ID
    of another table than the one whose seats it names.
    """

    def __init__(self, why: str, words: str, table: str = "") -> None:
        super().__init__(words)
        self.why, self.table = why, table


class Heard(NamedTuple):
    """Whether a device's result is kept, and why it does not count, "" where it does."""

    kept: bool
    why: str = ""


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
    named = {number: names.get(number, {}) for number in found}
    return Known(found, named, store.uncounted())


class Ledger:
    """Writes within one transaction; `known` holds once that is committed. The IDs of this hall's
    seatings begin with `session`.
    """

    def __init__(self, writing: Writing, known: Known, session: str = "") -> None:
        self.writing, self.known, self._seatings = writing, known, f"{session}-"
        self._lines: dict[Game, Uncounted | None] = {}  # what is noted; None: settled

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

    # --- what devices say -----------------------------------------------------------

    def hear(self, said: Said) -> Heard:
        """Keep a device's result, and let it count at its table. What does not count gets a line
        for the organiser, until the device says something else of that game.
        """
        answer = self.apart(f"the game {said['id']}", lambda ledger: ledger._hear(said))
        if isinstance(answer, Heard):
            return answer
        self.note(of_result(said, self.writing.now, DATABASE, f"{answer}"))
        return Heard(False, f"{answer}")

    def _hear(self, said: Said) -> Heard:
        """The same; Unkeepable."""
        for number, one in self.known.tournaments.items():
            if place := one.find(said.get("seating", "")):  # a name that was removed stays away
                said = without_names(said, calls_at(place[1], self.known.names[number]))
        if not self.writing.keep(said):
            return Heard(True)
        try:
            self._count(said)
        except NotCounted as why:
            line = of_result(said, self.writing.now, why.why, f"{why}")
            self.note(line._replace(table=why.table or line.table))
            return Heard(True, f"the result does not count: {why}")
        self.settle([(said["device"], said["id"])])
        return Heard(True)

    def hear_unreadable(self, device: str, why: str) -> None:
        """A device has said a result that cannot be taken."""
        self.note(Uncounted(device, "", self.writing.now, UNREADABLE, why))

    def _count(self, said: Said) -> None:
        """Let a result count, or wait to be confirmed; NotCounted."""
        if said["withdrawn"]:
            _check_own(self.known.tournaments.values(), said)
        for tournament in self.known.tournaments.values():
            if act := device_act(tournament, said):
                try:
                    self._add(tournament, act, by_device(said["device"]), {})
                except Refused as why:
                    raise NotCounted(ENDED if tournament.ended else UNFIT, f"{why}") from None
        seating = said.get("seating", "")
        is_ours = len(self._seatings) > 1 and seating.startswith(self._seatings)
        if is_ours and not any(t.find(seating) for t in self.known.tournaments.values()):
            raise NotCounted(NO_SEATS, "no table has these seats any more")

    def note(self, line: Uncounted) -> None:
        """Have that line for the organiser."""
        line = line._replace(tournament=self._tournament_of(line.table))
        if line.is_news(self.line_of(line.key)):
            self._lines.pop(line.key, None)  # the newest comes last
            self._lines[line.key] = line

    def line_of(self, game: Game) -> Uncounted | None:
        return self._lines.get(game, self.known.uncounted.get(game))

    def settle(self, games: Iterable[Game]) -> None:
        """Drop the lines of these games."""
        self._lines |= dict.fromkeys(games)

    def keep_lines(self) -> None:
        """Keep what was noted, as far as there is room, and drop what was settled: once, at the
        end, so that a flood costs one look at all lines.
        """
        if not self._lines:
            return
        before = self.known.uncounted
        lines = {key: line for key, line in before.items() if key not in self._lines}
        lines |= {key: line for key, line in self._lines.items() if line}
        tournaments = self.known.tournaments.values()
        at_tables = {table.device for tournament in tournaments for table in tournament.tables}
        for game in surplus(lines, at_tables):
            del lines[game]
        news = [line for key, line in lines.items() if before.get(key) != line]
        self.writing.keep_uncounted(news, before.keys() - lines.keys())
        self.known = self.known._replace(uncounted=lines)

    def _tournament_of(self, table: str) -> int:
        """The number of the tournament of that table, which may be there no more; else 0."""
        for tournament in self.known.tournaments.values():
            if tournament.find(table):
                return tournament.number
        if table.startswith(self._seatings):
            number = table.removeprefix(self._seatings).partition("-")[0]
            return next((known for known in self.known.tournaments if f"{known}" == number), 0)
        return 0

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
        names_of = {**self.known.names, number: named}
        self.known = self.known._replace(tournaments=tournaments, names=names_of)
        return now


def _with(known: Mapping[int, Tournament], now: Tournament, act: Act) -> dict[int, Tournament]:
    same = {
        number: one
        for number, one in known.items()
        if number != now.number or act["do"] != "announce"
    }
    return {**same, now.number: now}


def _check_own(tournaments: Iterable[Tournament], said: Said) -> None:
    """Raise NotCounted where a device takes back what came of another one: it has another ID by
    now, or it uses the ID of a game that is not its own.
    """
    tables = [table for tournament in tournaments for table in tournament.tables]
    sources = [
        (source, table.id) for table in tables for source in (table.source, table.claim_source)
    ]
    own = by_device(said["device"]), said["id"]
    if any(source == own for source, _ in sources):
        return
    for (who, game), table in sources:
        if game == said["id"]:
            raise NotCounted(ANOTHERS, who, table)


def device_act(tournament: Tournament, said: Said) -> Act | None:
    """What a device's result does in a tournament: it counts at once where that device was sent
    those seats and nobody has said another result; else the organiser decides. NotCounted.
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
        raise NotCounted(ELSEWHERE, "the game counts at another table already")
    seats = [_seat(table, one) for one in said["report"]["seats"]]
    known, waiting = ([[*seat] for seat in some] for some in (table.result, table.claim))
    if said["device"] == table.device and (not known or table.source == source):
        do = "result"
    elif seats in (known, waiting):
        return None
    elif waiting and said["device"] != table.device and table.claim_source != source:
        raise NotCounted(WAITS, "another result of that table waits for the organiser")
    elif not place[0].announced:
        raise NotCounted(DRAFT, f"{place[0].called} is not announced")
    else:
        do = "claim"
    if do == "result" and seats == known:
        return None
    return {"do": do, "table": table.id, "seats": seats, "game": game}


def _seat(table: Table, said: Said) -> list[int]:
    badge, points, place = said["badge"], said["total"], said["place"]
    badges = BADGES[: len(table.players)]
    if badge not in badges or not isinstance(place, int):
        raise NotCounted(UNFIT, f"others sit at table {table.number}")
    if abs(points) > MOST_POINTS:
        raise NotCounted(UNFIT, "no game brings so many points")
    return [table.players[badges.index(badge)], points, place]
