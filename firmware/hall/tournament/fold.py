"""What an act makes of a tournament. Pure.

A tournament begins as `Tournament(number)`, and `after` gives what it is after each act. Each kind
of act has a function here, which checks first whether the act is possible. Nothing else is read:
the same acts make the same tournament, on any machine and at any time.

Law: an act that is not possible changes nothing.
Rule: whoever has come, is here and has not left sits once in each round, or has a bye.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never
from zlib import crc32

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act, Devices, Groups
from firmware.hall.tournament.claims import (
    Sender,
    TableClaim,
    claim_of,
    denied,
    with_claim,
    withdrawn,
)
from firmware.hall.tournament.not_possible import NotPossible, require
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import MOST_ROUNDS, PARTY, Rules, checked
from firmware.hall.tournament.tournament import (
    MOST_PENALTY,
    REASONS,
    Clock,
    Entrant,
    Penalty,
    Tournament,
    TournamentRound,
    TournamentTable,
)
from firmware.hall.tournament.wishes import MOST_GROUPS, MOST_TABLES

MOST_PLAYERS = 4000
LONGEST_ROUND_S = 24 * 3600
AFTER_END = (
    acts.Announced
    | acts.TournamentReopened
    | acts.NamesKept
    | acts.PlayersRenamed
    | acts.NamesRemoved
)


def after(tournament: Tournament, act: Act, who: str = "") -> Tournament:
    """The tournament after that act of theirs; the first one is `Opened`. Raises NotPossible."""
    require(isinstance(act, acts.Opened) != bool(tournament.rules.title), "open-already")
    require(not tournament.ended or isinstance(act, AFTER_END), "has-ended")
    return _after(tournament, act, who)._replace(version=tournament.version + 1)


def _after(tournament: Tournament, act: Act, who: str) -> Tournament:
    match act:
        case acts.Opened(code, rules):
            return _with_rules(tournament, rules)._replace(code=code)
        case acts.RulesChanged(rules):
            return _with_rules(tournament, rules)
        case acts.PlayersAdded():
            return _add(tournament, act)
        case acts.PlayersDeleted(numbers):
            return _delete(tournament, numbers)
        case acts.PlayersChecked(numbers, here):
            players = _known(tournament, numbers)
            return _with_players(tournament, (p._replace(here=here) for p in players))
        case acts.PlayerLeft(number) | acts.PlayerReturned(number):
            players, left = _known(tournament, [number]), isinstance(act, acts.PlayerLeft)
            return _with_players(tournament, (p._replace(left=left) for p in players))
        case acts.PlayerDisqualified(number) | acts.PlayerReinstated(number):
            players, is_out = _known(tournament, [number]), isinstance(act, acts.PlayerDisqualified)
            return _with_players(tournament, (p._replace(disqualified=is_out) for p in players))
        case acts.TableFixed(number, table):
            return _fix(tournament, number, table)
        case acts.PlayersGrouped(groups):
            return _group(tournament, groups)
        case acts.PlayersRenamed(numbers) | acts.NamesRemoved(numbers):
            _known(tournament, numbers)
            return tournament
        case acts.SignUpSwitched(is_open, limit):
            require(0 < limit <= MOST_PLAYERS, "no-such-limit", most=MOST_PLAYERS)
            return tournament._replace(sign_up=is_open, sign_up_limit=limit)
        case acts.TournamentEnded():
            _require_all_results(tournament)
            return tournament._replace(ended=True, sign_up=False)
        case acts.TournamentReopened():
            require(tournament.ended, "not-ended")
            return tournament._replace(ended=False)
        case acts.Announced():
            return tournament
        case acts.NamesKept(keep):
            return tournament._replace(keep_names=keep)
        case _:
            return _after_round(tournament, act, who)


def _after_round(tournament: Tournament, act: acts.RoundAct, who: str) -> Tournament:
    match act:
        case acts.DevicesAssigned(devices):
            return _with_devices(tournament, devices)
        case acts.RoundPaired():
            return _pair(tournament, act)
        case acts.PairingTakenBack(number):
            return _take_back(tournament, number)
        case acts.PlayersSwapped(player, other):
            return _swap(tournament, player, other)
        case acts.MenuChosen(number, menu):
            return _with_round(tournament, _draft(tournament, number)._replace(menu=menu))
        case acts.RoundAnnounced():
            return _announce(tournament, act)
        case acts.ClockSet():
            return _set_clock(tournament, act)
        case acts.ClockRemoved(number):
            return _remove_clock(tournament, number)
        case acts.TableExtended(table, seconds):
            return _extend(tournament, table, seconds)
        case acts.PlayerPenalised():
            return _penalise(tournament, act)
        case acts.PenaltyTakenBack(number, player):
            round = _round(tournament, number)
            require(player in round.penalties, "no-penalty", player=player)
            others = {p: penalty for p, penalty in round.penalties.items() if p != player}
            return _with_round(tournament, round._replace(penalties=others))
        case acts.TableNoted(table):
            _playing(tournament, table)
            return tournament
        case _:
            return _after_result(tournament, act, who)


def _after_result(tournament: Tournament, act: acts.ResultAct, who: str) -> Tournament:
    round, table = _playing(tournament, act.table)
    match act:
        case acts.ResultEntered(_, seats, game):
            _require_possible(table, seats)
            table = table._replace(result=seats, said_by=who, game=game, claims=())
        case acts.ResultWithdrawn(_, game):
            table = _withdrawn(table, who, game)
        case _:
            table = _after_claim(table, act, who, tournament.version + 1)
    tables = tuple(table if other.id == table.id else other for other in round.tables)
    return _with_round(tournament, round._replace(tables=tables))


# --- rules and players --------------------------------------------------------------------------


def _with_rules(tournament: Tournament, rules: Rules) -> Tournament:
    rules = checked(rules)
    is_free = not tournament.rounds or rules.game == tournament.rules.game
    require(is_free, "game-is-fixed")
    return tournament._replace(rules=rules)


def _known(tournament: Tournament, numbers: Iterable[int]) -> list[Entrant]:
    """The players of these numbers. Raises NotPossible."""
    players = []
    for number in numbers:
        require(number in tournament.players, "no-such-player", player=number)
        players.append(tournament.players[number])
    return players


def _with_players(tournament: Tournament, players: Iterable[Entrant]) -> Tournament:
    """The same, with these players in place of those of their numbers."""
    news = {player.number: player for player in players}
    return tournament._replace(players={**tournament.players, **news})


def _add(tournament: Tournament, act: acts.PlayersAdded) -> Tournament:
    count = len(tournament.players) + len(act.players)
    require(count <= MOST_PLAYERS, "too-many-players", most=MOST_PLAYERS)
    since = len(tournament.announced) + 1
    players = (Entrant(number, act.here, since=since) for number in act.players)
    highest = max((tournament.highest, *act.players))
    return _with_players(tournament, players)._replace(highest=highest)


def _delete(tournament: Tournament, numbers: Iterable[int]) -> Tournament:
    gone = {player.number for player in _known(tournament, numbers)}
    if paired := gone & tournament.paired:
        raise NotPossible("has-been-paired", player=min(paired))
    left = {number: p for number, p in tournament.players.items() if number not in gone}
    return tournament._replace(players=left)


def _fix(tournament: Tournament, number: int, table: int) -> Tournament:
    players = _known(tournament, [number])
    require(0 <= table <= MOST_TABLES, "no-such-table", most=MOST_TABLES)
    for other in tournament.players.values():
        is_free = other.table != table or other.number == number or other.left or other.disqualified
        require(not table or is_free, "table-is-anothers", table=table, player=other.number)
    return _with_players(tournament, (player._replace(table=table) for player in players))


def _group(tournament: Tournament, groups: Groups) -> Tournament:
    require(all(0 <= group <= MOST_GROUPS for group in groups), "no-such-group")
    return _with_players(
        tournament,
        (
            player._replace(group=group)
            for group, numbers in groups.items()
            for player in _known(tournament, numbers)
        ),
    )


# --- rounds -------------------------------------------------------------------------------------


def _last(tournament: Tournament, number: int) -> TournamentRound:
    """The last round, which has that number. Raises NotPossible."""
    round = tournament.current
    if round is None or round.number != number:
        raise NotPossible("not-last-round", number=number)
    return round


def _round(tournament: Tournament, number: int) -> TournamentRound:
    """The round of that number, which is announced. Raises NotPossible."""
    require(0 < number <= len(tournament.announced), "not-last-round", number=number)
    return tournament.rounds[number - 1]


def _draft(tournament: Tournament, number: int) -> TournamentRound:
    """The last round, which is not announced yet. Raises NotPossible."""
    round = _last(tournament, number)
    require(not round.announced, "announced-already", number=number)
    return round


def _with_round(tournament: Tournament, round: TournamentRound) -> Tournament:
    """The same, with that round in place of the one of its number."""
    rounds = tournament.rounds
    return tournament._replace(rounds=(*rounds[: round.number - 1], round, *rounds[round.number :]))


def _require_all_results(tournament: Tournament) -> None:
    for round in tournament.rounds:
        require(round.announced, "round-is-draft", round=round.stage)
        tables = ", ".join(str(table.number) for table in round.out)
        require(not round.out, "results-missing", round=round.stage, tables=tables)


def paired(act: acts.RoundPaired) -> TournamentRound:
    """The draft that an act makes."""
    tables = tuple(TournamentTable(*seating) for seating in act.tables)
    return TournamentRound(act.round, act.menu, tables, act.byes, cut=act.cut)


def _pair(tournament: Tournament, act: acts.RoundPaired) -> Tournament:
    number, round = act.round, paired(act)
    require(number == len(tournament.rounds) + 1, "not-next-round", number=number)
    require(number <= MOST_ROUNDS, "too-many-rounds", most=MOST_ROUNDS)
    _require_all_results(tournament)
    require(act.cut or not tournament.cut, "cut-has-begun")
    free = {*tournament.pairable}
    is_complete = act.cut or len(free) == len(round.everybody)
    require(free.issuperset(round.everybody) and is_complete, "players-changed")
    require(round.tables, "nobody-plays")
    return tournament._replace(rounds=(*tournament.rounds, round))


def _take_back(tournament: Tournament, number: int) -> Tournament:
    round = _last(tournament, number)
    is_played = any(table.result or table.claims for table in round.tables)
    require(not is_played, "round-has-results", round=round.stage)
    require(not round.penalties, "round-has-penalties", round=round.stage)
    return tournament._replace(rounds=tournament.rounds[:-1])


def _swap(tournament: Tournament, player: int, other: int) -> Tournament:
    """A device that has the old seats may have begun with them: their ID means nothing then."""
    round = _last(tournament, len(tournament.rounds))
    for number in (player, other):
        require(number in round.everybody, "not-in-round", player=number)
    require(player != other, "same-player")
    new = {player: other, other: player}
    tables = tuple(_swapped(table, new) for table in round.tables)
    byes = tuple(new.get(number, number) for number in round.byes)
    return _with_round(tournament, round._replace(tables=tables, byes=byes))


def _swapped(table: TournamentTable, new: dict[int, int]) -> TournamentTable:
    players = tuple(new.get(number, number) for number in table.players)
    if players == table.players:
        return table
    require(not table.result and not table.claims, "table-has-result", table=table.number)
    number = crc32(f"{table.id} {players}".encode())
    return table._replace(id=f"{table.id.rpartition('-')[0]}-{number:08x}", players=players)


def _announce(tournament: Tournament, act: acts.RoundAnnounced) -> Tournament:
    """Who is not in it, though they have come meanwhile, plays from the next one."""
    round, is_party = _draft(tournament, act.round), tournament.rules.game == PARTY
    require(bool(round.menu) == is_party, "menu-missing", round=round.stage)
    everybody, free = {*round.everybody}, {*tournament.pairable}
    require(everybody <= free, "player-has-left")
    late = [] if round.cut else _known(tournament, free - everybody)
    since = round.number + 1
    tournament = _with_players(tournament, (player._replace(since=since) for player in late))
    tournament = _with_round(tournament, round._replace(announced=True))
    known = tournament.devices if act.devices is None else act.devices
    return _with_devices(tournament, known)


def _set_clock(tournament: Tournament, act: acts.ClockSet) -> Tournament:
    round = _last(tournament, act.round)
    require(round.announced, "round-is-draft", round=round.stage)
    require(abs(act.left) <= LONGEST_ROUND_S, "no-such-time", most=LONGEST_ROUND_S // 60)
    return _with_round(tournament, round._replace(clock=Clock(*act[1:])))


def _remove_clock(tournament: Tournament, number: int) -> Tournament:
    round = _last(tournament, number)
    require(round.clock, "no-clock", round=round.stage)
    tables = tuple(table._replace(extra_s=0) for table in round.tables)
    return _with_round(tournament, round._replace(clock=None, tables=tables))


def _extend(tournament: Tournament, table: str, seconds: int) -> Tournament:
    round, extended = _playing(tournament, table)
    extra_s = extended.extra_s + seconds
    require(0 <= extra_s <= LONGEST_ROUND_S, "no-such-time", most=LONGEST_ROUND_S // 60)
    tables = tuple(t._replace(extra_s=extra_s) if t.id == table else t for t in round.tables)
    return _with_round(tournament, round._replace(tables=tables))


def _penalise(tournament: Tournament, act: acts.PlayerPenalised) -> Tournament:
    round = _round(tournament, act.round)
    require(act.player in round.everybody, "not-in-round", player=act.player)
    is_known = 0 <= act.points <= MOST_PENALTY and act.reason in REASONS
    require(is_known, "no-such-penalty", most=MOST_PENALTY)
    penalties = {**round.penalties, act.player: Penalty(act.points, act.reason)}
    return _with_round(tournament, round._replace(penalties=penalties))


def _with_devices(tournament: Tournament, devices: Devices) -> Tournament:
    """A draft remembers which tables are to have none."""
    round = tournament.current
    is_draft = round is not None and not round.announced
    devices = {table: device for table, device in devices.items() if device or is_draft}
    in_use = [*filter(None, devices.values())]
    require(len({*in_use}) == len(in_use), "device-twice")
    tournament = tournament._replace(devices=devices)
    if round is None or is_draft:
        return tournament
    tables = tuple(
        table if table.result else table._replace(device=devices.get(table.number, ""))
        for table in round.tables
    )
    return _with_round(tournament, round._replace(tables=tables))


# --- results ------------------------------------------------------------------------------------


def _playing(tournament: Tournament, table: str) -> tuple[TournamentRound, TournamentTable]:
    place = tournament.find(table)
    if place is None or not place[0].announced:
        raise NotPossible("not-playing")
    return place


def _require_possible(table: TournamentTable, seats: tuple[SeatResult, ...]) -> None:
    """Seats can be a table's result: its own players, more points make a better place, and who
    conceded shares the last one.
    """
    players = [seat.player for seat in seats]
    are_own = len({*players}) == len(players) and {*players} <= {*table.players}
    require(are_own, "others-sit-there", table=table.number)
    require(len(seats) > 1, "too-few-seats")
    for seat in seats:
        ahead = [other for other in seats if other.place < seat.place]
        is_best = all(other.points >= seat.points for other in ahead) or seat.conceded
        require(seat.place == len(ahead) + 1 and is_best, "places-wrong")
        behind = sum(not other.conceded for other in seats)
        require(not seat.conceded or len(ahead) == behind, "conceded-ahead")


def _after_claim(
    table: TournamentTable, act: acts.ClaimAct, who: str, number: int
) -> TournamentTable:
    claims = table.claims
    match act:
        case acts.ResultClaimed(_, seats, game, phone, player):
            _require_possible(table, seats)
            claims = with_claim(claims, seats, Sender(who, game, phone, player), number)
        case acts.ClaimAgreed(_, phone, _, player):
            claim = _answered(table, act)
            claims = with_claim(claims, claim.seats, Sender(who, "", phone, player), number)
        case acts.ClaimDisputed(_, phone, _, player):
            claim = _answered(table, act)
            claims = denied(claims, claim.number, Sender(who, "", phone, player))
        case acts.ClaimConfirmed():
            claim = _claim(table, act.claim)
            by, game = claim.source
            return table._replace(result=claim.seats, said_by=by, game=game, claims=())
        case acts.ClaimRejected():
            claim = _claim(table, act.claim)
            claims = tuple(other for other in claims if act.claim and other is not claim)
        case _:
            assert_never(act)
    return table._replace(claims=claims)


def _claim(table: TournamentTable, number: int) -> TableClaim:
    claim = claim_of(table.claims, number)
    if claim is None:
        raise NotPossible("no-claim", table=table.number)
    return claim


def _answered(table: TournamentTable, act: acts.ClaimAgreed | acts.ClaimDisputed) -> TableClaim:
    """The claim that another phone than those that say it answers. Raises NotPossible."""
    claim = _claim(table, act.claim)
    require(claim.phones, "no-claim", table=table.number)
    require(act.phone and act.phone not in claim.phones, "own-claim")
    return claim


def _withdrawn(table: TournamentTable, who: str, game: str) -> TournamentTable:
    """Without what came of that game of theirs; where none is named, without its result."""
    if game:
        table = table._replace(claims=withdrawn(table.claims, (who, game)))
    if not game or table.source == (who, game):
        require(table.result, "no-result", table=table.number)
        table = table._replace(result=(), said_by="", game="")
    return table
