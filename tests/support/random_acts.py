"""Tournaments run by chance: acts that may be possible, and whole tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from support.tournaments import ended

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act, Seating
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Menu, Rules
from firmware.hall.tournament.tournament import (
    REASONS,
    Tournament,
    TournamentRound,
    TournamentTable,
)

OPEN = acts.Opened("secret", Rules("Autumn Cup"))
WHO = "organiser"
MENUS: list[Menu] = ["", "party-sampler", ("tofu", "maki")]


def opening(**rules: Any) -> acts.Opened:
    """The act that opens a tournament with these rules, otherwise as usual."""
    return OPEN._replace(rules=OPEN.rules._replace(**rules))


def opened(number: int = 1, **rules: Any) -> Tournament:
    return after(Tournament(number), opening(**rules), WHO)


def seats_of(rows: Iterable[Sequence[int]]) -> tuple[SeatResult, ...]:
    """The seats of a result: of each player, points, place."""
    return tuple(SeatResult(player, points, place) for player, points, place in rows)


def pairing_act(tournament: Tournament, pairing: Pairing, *, cut: bool = False) -> acts.RoundPaired:
    """The act of a pairing, with IDs that tell round and table."""
    number = len(tournament.rounds) + 1
    tables = tuple(
        Seating(f"s-{tournament.number}-r{number}-t{table}-0000", table, players)
        for table, players in enumerate(pairing.tables, 1)
    )
    menu = "my-first-meal" if tournament.rules.game == "sushi-go-party" else ""
    return acts.RoundPaired(number, menu, cut, pairing.byes, tables)


def result_act(table: TournamentTable, chance: Random) -> acts.ResultEntered:
    return acts.ResultEntered(table.id, tuple(ended(table.players, chance)))


def drawn(tournament: Tournament, chance: Random) -> Pairing:
    """Everybody at tables of three, by chance."""
    players = [*tournament.pairable]
    chance.shuffle(players)
    full = len(players) // 3
    tables = [players[first::full] for first in range(full)] if full else []
    return Pairing(tuple(map(tuple, tables)))


def random_act(tournament: Tournament, chance: Random) -> Act:
    """One that is often not possible, and of any kind."""
    likely = ["reopen"] if tournament.ended else ["pair", "announce", "join", *["result"] * 6]
    kind = chance.choice([*acts.KINDS, *likely * 4])
    kind = chance.choice(["end", "pair", "result"]) if kind == "end" else kind
    return random_acts(tournament, chance)[kind]


def random_acts(tournament: Tournament, chance: Random) -> dict[str, Act]:
    """One of each kind."""
    known = [*tournament.players] or [1]
    last = tournament.current or TournamentRound(0, "", ())
    table = chance.choice(last.out or tournament.tables or [TournamentTable("none", 1, (1, 2, 3))])
    new = max(tournament.highest, *known) + 1
    player, other = chance.choice([*known, new]), chance.choice(known)
    number = chance.choice([last.number, last.number, last.number + 1])
    game, here = chance.choice(["", "ab-1"]), chance.random() < 0.9
    pays = chance.choice([(5, 3, 2, 1), (3, 2), (1, 2), ()])
    devices = {1: "t1", 2: chance.choice(["t1", "t2", ""])}
    cut = tournament.cut or chance.random() < 0.1
    result = result_act(table, chance)
    claim = chance.choice([0, 9, *(claim.number for claim in table.claims)])
    some: list[Act] = [
        OPEN,
        acts.RulesChanged(OPEN.rules._replace(pays=pays)),
        acts.PlayersAdded(tuple(range(new, new + chance.randint(1, 4))), here),
        acts.PlayersDeleted((player,)),
        acts.PlayersChecked((player,), here),
        acts.PlayerLeft(player),
        acts.PlayerReturned(player),
        acts.PlayerDisqualified(player),
        acts.PlayerReinstated(player),
        acts.TableFixed(player, chance.choice([0, 1, 2, 40])),
        acts.PlayersGrouped({chance.randint(0, 2): (player, other)}),
        acts.PlayersRenamed((player,)),
        acts.NamesRemoved((player,)),
        acts.SignUpSwitched(chance.random() < 0.5, chance.choice([10, 300])),
        acts.DevicesAssigned(devices),
        pairing_act(tournament, drawn(tournament, chance), cut=cut),
        acts.PairingTakenBack(number),
        acts.PlayersSwapped(player, other),
        acts.MenuChosen(number, chance.choice(MENUS)),
        acts.RoundAnnounced(number, chance.choice([None, devices])),
        acts.ClockSet(number, chance.choice([0, 3000, 10**6]), 1_700_000_000, here),
        acts.ClockRemoved(number),
        acts.TableExtended(table.id, chance.choice([300, -300])),
        acts.PlayerPenalised(number, other, chance.choice([0, 2, 99]), chance.choice(REASONS)),
        acts.PenaltyTakenBack(number, other),
        result,
        acts.ResultClaimed(*result._replace(game=game), chance.choice(["", "a", "b", "c"])),
        acts.ClaimAgreed(table.id, chance.choice(["", "a", "b"]), claim),
        acts.ClaimDisputed(table.id, chance.choice(["", "a", "b"]), claim),
        acts.ClaimConfirmed(table.id, claim),
        acts.ClaimRejected(table.id, claim),
        acts.ResultWithdrawn(table.id, game),
        acts.TableNoted(table.id, here),
        acts.Announced(here),
        acts.TournamentEnded(),
        acts.TournamentReopened(),
        acts.NamesKept(True),
    ]
    return {acts.KIND_OF[type(act)]: act for act in some}


def played(chance: Random, players: int = 13, rounds: int = 3, **rules: Any) -> list[Act]:
    """All acts of a tournament in which nothing goes wrong; players are 1, 2, ..."""
    now, done = Tournament(1), list[Act]()

    def do(act: Act) -> None:
        nonlocal now
        now = after(now, act, WHO)
        done.append(act)

    do(opening(**rules))
    do(acts.PlayersAdded(tuple(range(1, players + 1)), here=True))
    for number in range(1, rounds + 1):
        do(pairing_act(now, drawn(now, chance)))
        do(acts.RoundAnnounced(number))
        for table in now.open_tables:
            do(result_act(table, chance))
    return done
