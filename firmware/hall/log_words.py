"""What was done in a tournament, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from firmware.common.system.text import plural
from firmware.hall.menus import title
from firmware.hall.nameless import name_of
from firmware.hall.store.store import Did
from firmware.hall.tournament.tournament import Act, Tournament, after, menu_of
from firmware.hall.views import score

Names = Mapping[int, str]
MOST = 12  # names in a line


class Line(NamedTuple):
    """`before` is what it was, where that was anything else."""

    n: int
    at: float
    who: str
    what: str
    before: str


def log_words(number: int, acts: Iterable[Did], names: Names) -> list[Line]:
    """The newest first."""
    now, lines = Tournament(number), list[Line]()
    for did in acts:
        what = _what(now, did.act, names)
        lines.append(Line(did.n, did.at, _who(did), what, _before(now, did.act, names)))
        now = after(now, did.act, did.who)
    return lines[::-1]


def _who(did: Did) -> str:
    return f"phone at {did.who}" if did.who.startswith("table ") else did.who


def _what(now: Tournament, act: Act, names: Names) -> str:
    those = act.get("players") or [act[key] for key in ("player", "one", "other") if key in act]
    players, round = _names(those, names), now.rounds[-1].called if now.rounds else ""
    match act["do"]:
        case "open":
            return f"Opened {act['title']}"
        case "rules":
            return f"Changed the rules: {_rules(_changed(now, act)) or 'nothing'}"
        case "join":
            return f"Added {players}{' (checked in)' if act['here'] else ''}"
        case "check-in":
            return f"Checked {'in' if act['here'] else 'out'} {players}"
        case "leave":
            return f"{players} left"
        case "return":
            return f"{players} came back"
        case "name":
            return f"Changed the name of {players}"
        case "erase":
            return f"Removed the name of {players}"
        case "sign-up":
            return f"{'Opened' if act['open'] else 'Closed'} the sign-up"
        case "devices":
            return f"Gave tables devices: {_devices(act['devices']) or 'none'}"
        case "pair":
            byes = f"; bye: {_names(act['byes'], names)}" if act["byes"] else ""
            paired = after(now, act).rounds[-1].called
            return f"Paired {paired}: {plural(len(act['tables']), 'table')}{byes}"
        case "unpair":
            return f"Took the pairing of {round} back"
        case "swap":
            return f"Swapped {players}"
        case "menu":
            return f"Chose the menu of {round}: {title(menu_of(act))}"
        case "announce":
            return f"Announced {round}"
        case "end":
            return "Ended the tournament"
        case "reopen":
            return "Opened the tournament again"
        case "keep-names":
            return "Keep names" if act["keep"] else "Remove names after 30 days"
    return _result(now, act, names)


RESULTS = {
    "result": "Result",
    "claim": "Result to confirm",
    "confirm": "Confirmed the result",
    "refuse-claim": "Refused the result",
    "no-result": "Took the result back",
}


def _result(now: Tournament, act: Act, names: Names) -> str:
    words, found = RESULTS[act["do"]], now.find(act["table"])
    if not found:
        return words
    one, table = found
    seats = act.get("seats", table.claim if act["do"] == "confirm" else ())
    said = f": {_seats(seats, names)}" if seats else ""
    return f"{words}, {one.called}, table {table.number}{said}"


def _before(now: Tournament, act: Act, names: Names) -> str:
    match act["do"]:
        case "rules":
            return _rules({key: getattr(now.rules, key) for key in _changed(now, act)})
        case "devices":
            return _devices(now.devices)
        case "menu":
            return title(now.rounds[-1].menu)
        case do if do in RESULTS and (found := now.find(act["table"])):
            table = found[1]
            return _seats(table.claim if "claim" in do else table.result, names)
    return ""


def _changed(now: Tournament, act: Act) -> dict[str, object]:
    """The rules that are other ones, as they are now."""
    new = {**now.rules._asdict(), **act, "pays": tuple(act["pays"])}
    return {key: new[key] for key, old in now.rules._asdict().items() if new[key] != old}


def _rules(some: Mapping[str, object]) -> str:
    words = {"pays": "place points", "wanted": "players at a table"}
    return ", ".join(f"{words.get(key, key)} {str(one).strip('()')}" for key, one in some.items())


def _devices(devices: Mapping[Any, str]) -> str:
    return ", ".join(f"table {table} {device}" for table, device in devices.items() if device)


def _names(players: Sequence[int], names: Names) -> str:
    known = [name_of(names, one) for one in players[:MOST]]
    more = len(players) - len(known)
    return ", ".join(known) + (f" and {more} more" if more else "")


def _seats(seats: Sequence[Sequence[int]], names: Names) -> str:
    best_first = sorted(seats, key=lambda seat: seat[2])
    return ", ".join(
        f"{place}. {_names([player], names)} {score(points)}"
        for player, points, place in best_first
    )
