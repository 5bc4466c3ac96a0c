"""A tournament as it is now: its players, its rounds and tables, and the standings. Pure.

How it comes of what people did stands in `fold.py`.
Law: a device's game is known by both, as any device may use any ID: a device changes and takes
back only what came of its own game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from firmware.hall.tournament.claims import Claims, Source, TableClaim
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.ranking import (
    SeatResult,
    TournamentStanding,
    after_cut,
    after_penalties,
    ranking,
)
from firmware.hall.tournament.rules import Menu, Rules
from firmware.hall.tournament.stage import Stage

Reason = Literal["late", "slow", "rules", "conduct"]
REASONS: tuple[Reason, ...] = get_args(Reason)
MOST_PENALTY = 20  # place points


class Entrant(NamedTuple):
    """`here`: has checked in; `left`: does not play on; `since`: may be paired from that round;
    `table`: sits there in each round, 0 for any; `group`: meets none of it in round 1, 0 for none.
    Who is `disqualified` does not play on, and ranks behind all others.
    """

    number: int
    here: bool
    left: bool = False
    since: int = 1
    table: int = 0
    group: int = 0
    disqualified: bool = False

    @property
    def plays(self) -> bool:
        """Whether they are to be paired."""
        return self.here and not self.left and not self.disqualified


class Penalty(NamedTuple):
    """Place points that a player loses; none are a warning."""

    points: int
    reason: str  # of REASONS


class TournamentTable(NamedTuple):
    """`players` sit in the order of engine.cards.BADGES. `said_by` is who gave the result, in the
    log's words; `game` is the ID of the device's game that it came of, empty where somebody typed
    it. `claims` are results that nobody has confirmed. A player who did not play is in no seat of a
    result. `extra_s` is how much longer than the clock it plays.
    """

    id: str
    number: int
    players: tuple[int, ...]
    device: str = ""
    result: tuple[SeatResult, ...] = ()
    said_by: str = ""
    game: str = ""
    claims: tuple[TableClaim, ...] = ()
    extra_s: int = 0

    @property
    def agrees(self) -> bool:
        """Whether two of its phones say the same, and nobody else anything else."""
        is_agreed = not self.differs and any(claim.is_agreed for claim in self.claims)
        return is_agreed and not self.result

    @property
    def differs(self) -> bool:
        """Whether its phones do not say the same."""
        return len(self.claims) > 1 or any(claim.deniers for claim in self.claims)

    @property
    def source(self) -> Source:
        """Where the result came from."""
        return self.said_by, self.game

    @property
    def sources(self) -> list[Source]:
        """Where the result came from, and all that waits."""
        return [self.source, *(s.source for claim in self.claims for s in claim.senders)]

    @property
    def own_claims(self) -> Claims:
        """What its phones and its device say, without what other tables' devices do: those may say
        another thing all the time.
        """
        own = by_device(self.device)
        claims = (
            claim._replace(senders=tuple(s for s in claim.senders if not s.game or s.by == own))
            for claim in self.claims
        )
        return tuple(claim for claim in claims if claim.senders)

    @property
    def strangers(self) -> list[str]:
        """Which devices of other tables say something."""
        own = by_device(self.device)
        senders = [sender for claim in self.claims for sender in claim.senders]
        return sorted({s.by for s in senders if s.game and s.by != own})

    @property
    def own_game(self) -> str:
        """The game of its own device that the result came of; "" where it came of anything else."""
        return self.game if self.said_by == by_device(self.device) else ""


def by_device(device: str) -> str:
    """Who acts where a device does, in the log: no other one who acts is called so."""
    return f"device {device}"


class Clock(NamedTuple):
    """Of a round, in seconds: `left` at the moment `since` (UTC), and whether it runs."""

    left: int
    since: int
    runs: bool

    def left_at(self, moment: float) -> int:
        """Seconds left then, below 0 once time is over: never more than there were, wherever the
        clock of this machine was set to.
        """
        return self.left - (max(0, int(moment) - self.since) if self.runs else 0)


class TournamentRound(NamedTuple):
    """A draft until it is announced. `menu` is a ready one's name, or dishes; else empty. `clock`
    is None until it is started. `penalties` are by player.
    """

    number: int
    menu: Menu
    tables: tuple[TournamentTable, ...]
    byes: tuple[int, ...] = ()
    announced: bool = False
    cut: bool = False
    clock: Clock | None = None
    penalties: Mapping[int, Penalty] = {}

    @property
    def stage(self) -> Stage:
        """What it is: a top cut is as large as those who play on in it."""
        if not self.cut:
            return Stage("round", self.number)
        return Stage("final") if len(self.tables) == 1 else Stage("top", len(self.everybody))

    @property
    def seated(self) -> list[int]:
        return [player for table in self.tables for player in table.players]

    @property
    def everybody(self) -> list[int]:
        """Who sits at a table, and who has a bye."""
        return [*self.seated, *self.byes]

    @property
    def out(self) -> list[TournamentTable]:
        """The tables without a result."""
        return [table for table in self.tables if not table.result]

    @property
    def agreeing(self) -> list[TournamentTable]:
        """The tables of which two phones say the same."""
        return [table for table in self.tables if table.agrees]

    @property
    def taken_off(self) -> Mapping[int, int]:
        """Place points by player, for penalties."""
        return {player: penalty.points for player, penalty in self.penalties.items()}

    @property
    def differing(self) -> list[TournamentTable]:
        """The tables whose phones do not say the same."""
        return [table for table in self.tables if table.differs]

    @property
    def played(self) -> int:
        """How many have one."""
        return len(self.tables) - len(self.out)


class Tournament(NamedTuple):
    """`version` counts the acts; `code` is the secret of the tables' codes; `highest` is the
    highest number that a player ever had; `sign_up_limit` is how many may sign up from one address
    within ten minutes.
    """

    number: int
    rules: Rules = Rules()
    players: Mapping[int, Entrant] = {}
    rounds: tuple[TournamentRound, ...] = ()
    highest: int = 0
    sign_up: bool = False
    sign_up_limit: int = 10
    keep_names: bool = False
    ended: bool = False
    code: str = ""
    devices: Mapping[int, str] = {}
    version: int = 0

    @property
    def tables(self) -> list[TournamentTable]:
        """Those of all rounds."""
        return [table for round in self.rounds for table in round.tables]

    @property
    def current(self) -> TournamentRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def announced(self) -> tuple[TournamentRound, ...]:
        return tuple(round for round in self.rounds if round.announced)

    @property
    def open_tables(self) -> list[TournamentTable]:
        """The tables that play now."""
        return self.current.out if self.current and self.current.announced else []

    @property
    def clock(self) -> Clock | None:
        """That of the round that is played now."""
        return self.current.clock if self.open_tables and self.current else None

    @property
    def extra_s(self) -> dict[int, int]:
        """How much longer than the clock tables play, by number."""
        return {table.number: table.extra_s for table in self.open_tables if table.extra_s}

    @property
    def pairable(self) -> list[int]:
        """Who sits or has a bye in the next round that is paired."""
        return [player.number for player in self.players.values() if player.plays]

    @property
    def paired(self) -> set[int]:
        """Who is or was in a round that stands, a draft too."""
        return {player for round in self.rounds for player in round.everybody}

    @property
    def cut(self) -> bool:
        """Whether the best play among themselves by now."""
        return any(round.cut for round in self.rounds)

    def standings(self) -> list[TournamentStanding]:
        """Of all who have checked in or played. A cut ranks those who sit in it anew, before all
        others: by its place points, then by their place before it. Who was disqualified is last.
        """
        rounds, pays = self.announced, self.rules.pays
        before = [round for round in rounds if not round.cut]
        results = [table.result for round in before for table in round.tables if table.result]
        byes = [player for round in before for player in round.byes]
        here = [player.number for player in self.players.values() if player.here]
        standings = ranking(results, byes, here, pays)
        penalties = Counter[int]()
        for round in before:
            penalties.update(round.taken_off)
        disqualified = {p.number for p in self.players.values() if p.disqualified}
        if penalties or disqualified:
            standings = after_penalties(standings, penalties, disqualified)
        for round in rounds:
            if round.cut:
                ended = [table.result for table in round.tables if table.result]
                standings = after_cut(
                    standings, round.stage, round.everybody, ended, pays, round.taken_off
                )
        return standings

    def pairings(self) -> list[Pairing]:
        """The rounds so far, as `pair` takes them."""
        return [
            Pairing(tuple(table.players for table in round.tables), round.byes)
            for round in self.rounds
        ]

    def find(self, table: str) -> tuple[TournamentRound, TournamentTable] | None:
        """The round and the table with that ID."""
        for round in reversed(self.rounds):
            for other in round.tables:
                if other.id == table:
                    return round, other
        return None
