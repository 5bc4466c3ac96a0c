"""The log of a tournament: each act, and how what it changed was before. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act, Groups, Numbers
from firmware.hall.tournament.claims import Claims, Sender, claim_by, claim_of
from firmware.hall.tournament.fold import paired
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Menu, Rules
from firmware.hall.tournament.stage import Stage
from firmware.hall.tournament.tournament import Clock, Penalty, Tournament


class Before(NamedTuple):
    """Only what the act is about is there: `table` is its table's number, or its player's own."""

    stage: Stage = Stage()
    table: int = 0
    rules: Rules = Rules()
    devices: Mapping[int, str] = {}
    groups: Mapping[int, Numbers] = {}
    menu: Menu = ""
    result: tuple[SeatResult, ...] = ()
    claim: tuple[SeatResult, ...] = ()
    penalty: Penalty | None = None
    clock: Clock | None = None


class LoggedAct(NamedTuple):
    """An act, when it was done and by whom, and what was before."""

    act: Act
    time: float
    who: str
    before: Before


NOTHING = Before()


def logged(tournament: Tournament, act: Act, time: float, who: str) -> LoggedAct:
    """The line of an act that is about to be done in that tournament."""
    return LoggedAct(act, time, who, _before(tournament, act, who))


def _before(tournament: Tournament, act: Act, who: str) -> Before:
    last = tournament.current
    match act:
        case acts.RulesChanged():
            return Before(rules=tournament.rules)
        case acts.DevicesAssigned():
            return Before(devices=tournament.devices)
        case acts.TableFixed(player) if player in tournament.players:
            return Before(table=tournament.players[player].table)
        case acts.PlayersGrouped(groups):
            return Before(groups=_groups(tournament, chain(*groups.values())))
        case acts.RoundPaired():
            return Before(paired(act).stage)
        case acts.ClockSet() | acts.ClockRemoved() if last:
            return Before(last.stage, clock=last.clock)
        case acts.PlayerPenalised(number, player) | acts.PenaltyTakenBack(number, player) if last:
            round = tournament.rounds[min(number, last.number) - 1]
            return Before(round.stage, penalty=round.penalties.get(player))
        case acts.TableExtended() | acts.TableNoted() if place := tournament.find(act.table):
            return Before(place[0].stage, place[1].number)
        case acts.PairingTakenBack() | acts.RoundAnnounced() | acts.MenuChosen() if last:
            return Before(last.stage, menu=last.menu)
        case (
            acts.ResultEntered()
            | acts.ResultClaimed()
            | acts.ClaimAgreed()
            | acts.ClaimDisputed()
            | acts.ClaimConfirmed()
            | acts.ClaimRejected()
            | acts.ResultWithdrawn()
        ) if place := tournament.find(act.table):
            round, table = place
            claim = _claimed(table.claims, act, who)
            return Before(round.stage, table.number, result=table.result, claim=claim)
        case _:
            return NOTHING


def _claimed(claims: Claims, act: acts.ResultAct, who: str) -> tuple[SeatResult, ...]:
    """What the act is about of what waits; of a new claim, what the same one said before."""
    if isinstance(act, acts.ResultEntered | acts.ResultWithdrawn):
        return ()
    claim = (
        claim_by(claims, Sender(who, "", act.phone, act.player))
        if isinstance(act, acts.ResultClaimed)
        else claim_of(claims, act.claim)
    )
    return claim.seats if claim else ()


def _groups(tournament: Tournament, players: Iterable[int]) -> Groups:
    """Those that these players are in."""
    groups: dict[int, tuple[int, ...]] = {}
    for number in players:
        if (player := tournament.players.get(number)) and player.group:
            groups[player.group] = (*groups.get(player.group, ()), number)
    return groups
