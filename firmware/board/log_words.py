"""What was done in a tournament, in words. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from firmware.board.menus import title
from firmware.board.nameless import name_of
from firmware.board.store import Did
from firmware.board.tournament.tournament import Act, Tournament, after, menu_of
from firmware.board.views import score
from firmware.system.text import plural

Names = Mapping[int, str]
Words = Callable[[Tournament, Act, Names], tuple[str, str]]
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
        what, before = WORDS[did.act["do"]](now, did.act, names)
        lines.append(Line(did.n, did.at, _who(did), what, before))
        now = after(now, did.act, did.who)
    return lines[::-1]


def _who(did: Did) -> str:
    """A device table-1 and a phone at table 1 are not the same."""
    if did.act["do"] not in ("result", "claim") or did.who == "organiser":
        return did.who
    return f"phone at {did.who}" if did.who.startswith("table ") else f"device {did.who}"


def _names(players: Sequence[int], names: Names) -> str:
    known = [name_of(names, one) for one in players[:MOST]]
    more = len(players) - len(known)
    return ", ".join(known) + (f" and {more} more" if more else "")


def _rules(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    old, new = now.rules._asdict(), {key: act[key] for key in now.rules._fields}
    new["pays"] = tuple(new["pays"])
    changed = [key for key in new if new[key] != old[key]]
    words = {"pays": "place points", "wanted": "players at a table"}

    def told(rules: Mapping[str, object]) -> str:
        shown = ((words.get(key, key), rules[key]) for key in changed)
        return ", ".join(f"{word} {str(one).strip('()')}" for word, one in shown)

    return f"Changed the rules: {told(new) or 'nothing'}", told(old)


def _join(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    here = " (checked in)" if act["here"] else ""
    return f"Added {_names(act['players'], names)}{here}", ""


def _players(words: str) -> Words:
    def told(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
        players = act["players"] if "players" in act else [act["player"]]
        return words.format(_names(players, names)), ""

    return told


def _round(words: str) -> Words:
    return lambda now, act, names: (words.format(now.rounds[-1].called), "")


def _check_in(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    return f"Checked {'in' if act['here'] else 'out'} {_names(act['players'], names)}", ""


def _pair(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    byes = f"; bye: {_names(act['byes'], names)}" if act["byes"] else ""
    return (
        f"Paired {after(now, act).rounds[-1].called}: {plural(len(act['tables']), 'table')}{byes}",
        "",
    )


def _menu(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    one = now.rounds[-1]
    return f"Chose the menu of {one.called}: {title(menu_of(act))}", title(one.menu)


def _devices(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
    def told(devices: Iterable[tuple[object, str]]) -> str:
        return ", ".join(f"table {table} {device}" for table, device in devices if device)

    before = told(now.devices.items())
    return f"Gave tables devices: {told(act['devices'].items()) or 'none'}", before


def _result(words: str) -> Words:
    def told(now: Tournament, act: Act, names: Names) -> tuple[str, str]:
        found = now.find(act["table"])
        if not found:
            return words, ""
        one, table = found
        seats = act.get("seats", table.claim if act["do"] == "confirm" else ())
        said = f": {_seats(seats, names)}" if seats else ""
        claim = act["do"] in ("claim", "refuse-claim")
        before = table.claim if claim else table.result
        place = f"{one.called}, table {table.number}"
        return f"{words}, {place}{said}", _seats(before, names)

    return told


def _seats(seats: Sequence[Sequence[int]], names: Names) -> str:
    best_first = sorted(seats, key=lambda seat: seat[2])
    return ", ".join(
        f"{place}. {_names([player], names)} {score(points)}"
        for player, points, place in best_first
    )


def _fixed(words: str) -> Words:
    return lambda now, act, names: (words, "")


WORDS: dict[str, Words] = {
    "open": lambda now, act, names: (f"Opened {act['title']}", ""),
    "rules": _rules,
    "join": _join,
    "check-in": _check_in,
    "leave": _players("{} left"),
    "return": _players("{} came back"),
    "name": _players("Changed the name of {}"),
    "erase": _players("Removed the name of {}"),
    "sign-up": lambda now, act, names: (f"{'Opened' if act['open'] else 'Closed'} the sign-up", ""),
    "devices": _devices,
    "pair": _pair,
    "unpair": _round("Took the pairing of {} back"),
    "swap": lambda now, act, names: (f"Swapped {_names([act['one'], act['other']], names)}", ""),
    "menu": _menu,
    "announce": _round("Announced {}"),
    "result": _result("Result"),
    "claim": _result("Result to confirm"),
    "confirm": _result("Confirmed the result"),
    "refuse-claim": _result("Refused the result"),
    "no-result": _result("Took the result back"),
    "end": _fixed("Ended the tournament"),
    "reopen": _fixed("Opened the tournament again"),
    "keep-names": lambda now, act, names: (
        "Keep names" if act["keep"] else "Remove names after 30 days",
        "",
    ),
}
