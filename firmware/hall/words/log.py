"""What was done in a tournament, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from engine.message import Message, Value, gettext, ngettext, pgettext
from firmware.hall.lists import NOTHING, listed
from firmware.hall.menus import menu_title
from firmware.hall.nameless import name_of
from firmware.hall.tournament import acts
from firmware.hall.tournament.log import Before, LoggedAct
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Rules
from firmware.hall.tournament.tournament import Penalty
from firmware.hall.tournament.wishes import letters
from firmware.hall.words.figures import score
from firmware.hall.words.penalties import penalty_words
from firmware.hall.words.rounds import called
from firmware.words.language import ENGLISH, Language, say

Names = Mapping[int, str]
MOST = 12  # names in a line


class LogLine(NamedTuple):
    """`before` is what it was, where that was anything else."""

    time: float
    who: str
    what: str
    before: str


def log_words(
    log: Iterable[LoggedAct], names: Names, language: Language = ENGLISH
) -> list[LogLine]:
    """A line for each."""
    return [_line(logged, names, language) for logged in log]


def _line(logged: LoggedAct, names: Names, language: Language) -> LogLine:
    words = _by(logged, names), _what(logged, names), _before(logged, names)
    return LogLine(logged.time, *(say(part, language) for part in words))


def _by(logged: LoggedAct, names: Names) -> Message:
    """Who has done it; at a table, by a phone, and whose that is where it is known."""
    act, acting = logged.act, logged.who
    if not acting.startswith("table "):
        return who(acting)
    if isinstance(act, OfPhone) and act.player:
        owner = name_of(names, act.player)
        return gettext("{player}’s phone at {table}", player=owner, table=who(acting))
    return gettext("phone at {table}", table=who(acting))


def who(acting: str) -> Message:
    """Who acts, as the log has it."""
    if acting.startswith("table "):
        return gettext("table {table}", table=acting.removeprefix("table "))
    if acting.startswith("device "):
        return gettext("device {device}", device=acting.removeprefix("device "))
    if acting.startswith("helper "):
        return gettext("helper {name}", name=acting.removeprefix("helper "))
    if acting.startswith("player "):
        return gettext("player {number}, by phone", number=acting.removeprefix("player "))
    return ACTING.get(acting) or Message(acting)


OfPhone = acts.ResultClaimed | acts.ClaimAgreed | acts.ClaimDisputed
ACTING = {
    "organiser": gettext("organiser"),
    "sign-up": gettext("sign-up"),
    "after 30 days": gettext("after 30 days"),
}


def _what(logged: LoggedAct, names: Names) -> Message:
    act, before = logged.act, logged.before
    match act:
        case acts.Opened(_, rules):
            return gettext("Opened {title}", title=rules.title.strip())
        case acts.RulesChanged(rules):
            return _changed(rules, before.rules)
        case acts.PlayersAdded(players, True):
            return gettext("Added {players} (checked in)", players=_names(players, names))
        case acts.PlayersAdded(players):
            return gettext("Added {players}", players=_names(players, names))
        case acts.PlayersDeleted(players):  # who has no name any more
            return ngettext("Deleted {count} player", "Deleted {count} players", len(players))
        case acts.PlayersChecked(players, True):
            return gettext("Checked in {players}", players=_names(players, names))
        case acts.PlayersChecked(players):
            return gettext("Checked out {players}", players=_names(players, names))
        case acts.PlayerLeft(player):
            return gettext("{player} left", player=name_of(names, player))
        case acts.PlayerReturned(player):
            return gettext("{player} came back", player=name_of(names, player))
        case acts.PlayerDisqualified(player):
            return gettext("Disqualified {player}", player=name_of(names, player))
        case acts.PlayerReinstated(player):
            return gettext("{player} is disqualified no more", player=name_of(names, player))
        case acts.TableFixed(player, 0):
            return gettext("{player} has no table of their own", player=name_of(names, player))
        case acts.TableFixed(player, table):
            whom = name_of(names, player)
            return gettext("{player} sits at table {table} in each round", player=whom, table=table)
        case acts.PlayersGrouped(groups):
            return gettext("Grouped players: {groups}", groups=_groups(groups, names))
        case acts.PlayersRenamed(players):
            return gettext("Changed the name of {players}", players=_names(players, names))
        case acts.NamesRemoved(players):
            return gettext("Removed the name of {players}", players=_names(players, names))
        case acts.SignUpSwitched(True, limit):
            return gettext("Opened the sign-up: {limit} an address in 10 min", limit=limit)
        case acts.SignUpSwitched():
            return gettext("Closed the sign-up")
        case acts.Announced(shown):
            if not shown:
                return gettext("Took back what was told")
            return gettext("Told everybody something")
        case acts.TournamentEnded():
            return gettext("Ended the tournament")
        case acts.TournamentReopened():
            return gettext("Opened the tournament again")
        case acts.NamesKept(keep):
            return gettext("Keep names") if keep else gettext("Remove names after 30 days")
        case _:
            return _of_round(act, before, names)


def _of_round(act: acts.RoundAct, before: Before, names: Names) -> Message:
    round = called(before.stage)
    match act:
        case acts.DevicesAssigned(devices):
            devices_now = (
                _devices(devices) if any(devices.values()) else pgettext("devices", "none")
            )
            return gettext("Gave tables devices: {devices}", devices=devices_now)
        case acts.RoundPaired():
            return _paired(act, round, names)
        case acts.PairingTakenBack():
            return gettext("Took the pairing of {round} back", round=round)
        case acts.PlayersSwapped():
            return gettext("Swapped {players}", players=_names([act.player, act.other], names))
        case acts.MenuChosen(_, menu):
            return gettext("Chose the menu of {round}: {menu}", round=round, menu=menu_title(menu))
        case acts.RoundAnnounced():
            return gettext("Announced {round}", round=round)
        case acts.ClockSet(_, left, _, runs):
            minutes = _minutes(left)
            clock = (
                gettext("Clock of {round} runs, {minutes} min left")
                if runs
                else gettext("Clock of {round} stands, {minutes} min left")
            )
            return clock._replace(values={"round": round, "minutes": minutes})
        case acts.ClockRemoved():
            return gettext("Removed the clock of {round}", round=round)
        case acts.TableExtended(_, seconds):
            return gettext(
                "{minutes} min more for table {table} in {round}",
                minutes=seconds // 60,
                table=before.table,
                round=round,
            )
        case acts.PlayerPenalised(_, player, points, reason):
            return gettext(
                "Penalty in {round} for {player}: {penalty}",
                round=round,
                player=name_of(names, player),
                penalty=penalty_words(Penalty(points, reason)),
            )
        case acts.PenaltyTakenBack(_, player):
            whom = name_of(names, player)
            return gettext("No penalty in {round} for {player}", round=round, player=whom)
        case acts.TableNoted(_, written):
            noted = (
                gettext("Wrote a note at table {table} in {round}")
                if written
                else gettext("Removed the note at table {table} in {round}")
            )
            return noted._replace(values={"table": before.table, "round": round})
        case _:
            return _of_table(act, before, names)


def _minutes(seconds: int) -> int:
    """As a clock shows them: one that has begun is one."""
    return max(0, -(-seconds // 60))


def _changed(rules: Rules, before: Rules) -> Message:
    news = _rules(rules, before) if rules != before else gettext("nothing")
    return gettext("Changed the rules: {rules}", rules=news)


def _paired(act: acts.RoundPaired, round: Message, names: Names) -> Message:
    count = len(act.tables)
    if not act.byes:
        return ngettext(
            "Paired {round}: {count} table", "Paired {round}: {count} tables", count, round=round
        )
    return ngettext(
        "Paired {round}: {count} table; bye: {byes}",
        "Paired {round}: {count} tables; bye: {byes}",
        count,
        round=round,
        byes=_names(act.byes, names),
    )


def _of_table(act: acts.ResultAct, before: Before, names: Names) -> Message:
    match act:
        case acts.ResultEntered(_, seats):
            message = gettext("Result, {round}, table {table}: {seats}")
        case acts.ClaimAgreed():
            seats = before.claim
            message = gettext("Another phone agrees, {round}, table {table}: {seats}")
        case acts.ClaimDisputed():
            seats = before.claim
            message = gettext(
                "Another phone says that it is wrong, {round}, table {table}: {seats}"
            )
        case acts.ResultClaimed(_, seats):
            message = gettext("Result to confirm, {round}, table {table}: {seats}")
        case acts.ClaimConfirmed():
            seats = before.claim
            message = gettext("Confirmed the result, {round}, table {table}: {seats}")
        case acts.ClaimRejected():
            seats, message = (), gettext("Refused the result, {round}, table {table}")
        case acts.ResultWithdrawn():
            seats, message = (), gettext("Took the result back, {round}, table {table}")
        case _:
            assert_never(act)
    place: dict[str, Value] = {"round": called(before.stage), "table": before.table}
    return message._replace(values={**place, "seats": points(seats, names)})


def _before(logged: LoggedAct, names: Names) -> Message:
    before = logged.before
    match logged.act:
        case acts.RulesChanged(rules):
            return _rules(before.rules, rules)
        case acts.DevicesAssigned():
            return _devices(before.devices)
        case acts.TableFixed() if before.table:
            return gettext("table {table}", table=before.table)
        case acts.PlayerPenalised() | acts.PenaltyTakenBack() if before.penalty:
            return penalty_words(before.penalty)
        case acts.PlayersGrouped():
            return _groups(before.groups, names)
        case acts.MenuChosen():
            return menu_title(before.menu)
        case acts.ClockRemoved() if before.clock:
            minutes = _minutes(before.clock.left_at(logged.time))
            return gettext("{minutes} min left", minutes=minutes)
        case acts.ResultClaimed() | acts.ClaimRejected():
            return points(before.claim, names)
        case acts.ResultEntered() | acts.ClaimConfirmed() | acts.ResultWithdrawn():
            return points(before.result, names)
        case _:
            return NOTHING


def _rules(rules: Rules, others: Rules) -> Message:
    """Those that are not the same in the others."""
    pairs = zip(rules._asdict().items(), others, strict=True)
    return listed(
        RULES[key]._replace(values={"value": str(value).strip("()")})
        for (key, value), other in pairs
        if value != other
    )


RULES = {
    "title": gettext("title {value}"),
    "game": gettext("game {value}"),
    "wanted": gettext("players at a table {value}"),
    "least": gettext("least {value}"),
    "most": gettext("most {value}"),
    "rounds": gettext("rounds {value}"),
    "pays": gettext("place points {value}"),
}


def _devices(devices: acts.Devices) -> Message:
    return listed(
        gettext("table {table} {device}", table=table, device=device)
        for table, device in devices.items()
        if device
    )


def _groups(groups: acts.Groups, names: Names) -> Message:
    return listed(
        gettext("{group}: {players}", group=letters(group), players=_names(players, names))
        if group
        else gettext("none: {players}", players=_names(players, names))
        for group, players in groups.items()
    )


def _names(players: Sequence[int], names: Names) -> Message:
    known = listed(name_of(names, player) for player in players[:MOST])
    if len(players) <= MOST:
        return known
    more = len(players) - MOST
    return ngettext("{names} and {count} more", "{names} and {count} more", more, names=known)


def points(seats: Sequence[SeatResult], names: Names) -> Message:
    """Who has how many, the best first."""
    return listed(
        _seat(seat)._replace(
            values={
                "place": seat.place,
                "player": name_of(names, seat.player),
                "points": score(seat.points),
            }
        )
        for seat in sorted(seats, key=lambda seat: seat.place)
    )


def _seat(seat: SeatResult) -> Message:
    if seat.conceded:
        return gettext("{place}. {player} {points}, conceded")
    return gettext("{place}. {player} {points}")
