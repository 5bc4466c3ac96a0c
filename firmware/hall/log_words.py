"""What was done in a tournament, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

from firmware.common.system.text import plural
from firmware.hall.menus import title
from firmware.hall.nameless import name_of
from firmware.hall.tournament import acts
from firmware.hall.tournament.log import Before, LoggedAct
from firmware.hall.tournament.ranking import Seat
from firmware.hall.tournament.rules import Rules
from firmware.hall.views import score

Names = Mapping[int, str]
MOST = 12  # names in a line
CALLED = {"pays": "place points", "wanted": "players at a table"}  # rules; others as their keys


class Line(NamedTuple):
    """`before` is what it was, where that was anything else."""

    time: float
    who: str
    what: str
    before: str


def log_words(log: Iterable[LoggedAct], names: Names) -> list[Line]:
    """The newest first."""
    lines = [
        Line(logged.time, _who(logged.who), _what(logged, names), _before(logged, names))
        for logged in log
    ]
    return lines[::-1]


def _who(who: str) -> str:
    return f"phone at {who}" if who.startswith("table ") else who


def _what(logged: LoggedAct, names: Names) -> str:
    act, before = logged.act, logged.before
    match act:
        case acts.Opened(_, rules):
            return f"Opened {rules.title.strip()}"
        case acts.RulesChanged(rules):
            return f"Changed the rules: {_rules(rules, before.rules) or 'nothing'}"
        case acts.PlayersAdded(players, here):
            return f"Added {_names(players, names)}{' (checked in)' if here else ''}"
        case acts.PlayersChecked(players, here):
            return f"Checked {'in' if here else 'out'} {_names(players, names)}"
        case acts.PlayerLeft(player):
            return f"{name_of(names, player)} left"
        case acts.PlayerReturned(player):
            return f"{name_of(names, player)} came back"
        case acts.PlayersRenamed(players):
            return f"Changed the name of {_names(players, names)}"
        case acts.NamesRemoved(players):
            return f"Removed the name of {_names(players, names)}"
        case acts.SignUpSwitched(is_open):
            return f"{'Opened' if is_open else 'Closed'} the sign-up"
        case acts.DevicesAssigned(devices):
            return f"Gave tables devices: {_devices(devices) or 'none'}"
        case acts.RoundPaired():
            byes = f"; bye: {_names(act.byes, names)}" if act.byes else ""
            return f"Paired {before.round}: {plural(len(act.tables), 'table')}{byes}"
        case acts.PairingTakenBack():
            return f"Took the pairing of {before.round} back"
        case acts.PlayersSwapped():
            return f"Swapped {_names([act.player, act.other], names)}"
        case acts.MenuChosen(_, menu):
            return f"Chose the menu of {before.round}: {title(menu)}"
        case acts.RoundAnnounced():
            return f"Announced {before.round}"
        case acts.ResultEntered(_, seats):
            return _of_table("Result", before, seats, names)
        case acts.ResultClaimed(_, seats):
            return _of_table("Result to confirm", before, seats, names)
        case acts.ClaimConfirmed():
            return _of_table("Confirmed the result", before, before.claim, names)
        case acts.ClaimRejected():
            return _of_table("Refused the result", before, (), names)
        case acts.ResultWithdrawn():
            return _of_table("Took the result back", before, (), names)
        case acts.TournamentEnded():
            return "Ended the tournament"
        case acts.TournamentReopened():
            return "Opened the tournament again"
        case acts.NamesKept(keep):
            return "Keep names" if keep else "Remove names after 30 days"
        case _:
            assert_never(act)


def _of_table(what: str, before: Before, seats: Sequence[Seat], names: Names) -> str:
    result = f": {_seats(seats, names)}" if seats else ""
    return f"{what}, {before.round}, table {before.table}{result}"


def _before(logged: LoggedAct, names: Names) -> str:
    before = logged.before
    match logged.act:
        case acts.RulesChanged(rules):
            return _rules(before.rules, rules)
        case acts.DevicesAssigned():
            return _devices(before.devices)
        case acts.MenuChosen():
            return title(before.menu)
        case acts.ResultClaimed() | acts.ClaimRejected():
            return _seats(before.claim, names)
        case acts.ResultEntered() | acts.ClaimConfirmed() | acts.ResultWithdrawn():
            return _seats(before.result, names)
        case _:
            return ""


def _rules(rules: Rules, others: Rules) -> str:
    """Those that are not the same in the others."""
    pairs = zip(rules._asdict().items(), others, strict=True)
    news = {key: value for (key, value), other in pairs if value != other}
    return ", ".join(
        f"{CALLED.get(key, key)} {str(value).strip('()')}" for key, value in news.items()
    )


def _devices(devices: acts.Devices) -> str:
    return ", ".join(f"table {table} {device}" for table, device in devices.items() if device)


def _names(players: Sequence[int], names: Names) -> str:
    known = [name_of(names, player) for player in players[:MOST]]
    more = len(players) - len(known)
    return ", ".join(known) + (f" and {more} more" if more else "")


def _seats(seats: Sequence[Seat], names: Names) -> str:
    best_first = sorted(seats, key=lambda seat: seat.place)
    return ", ".join(
        f"{seat.place}. {name_of(names, seat.player)} {score(seat.points)}" for seat in best_first
    )
