"""Made-up evenings, most of them finished: as reports, as games, in a journal."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from support.playing import code
from support.table_app import GAMES

from engine.games.sushi_go_party import PRESETS
from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.database import create
from firmware.core.journal.rows import Found, GameRow, ScanRow, last_seq
from firmware.records.history.games import FINISHED, Played, Titles, parse_game
from firmware.records.history.statistics import Counted

TITLES = Titles(GAMES)
HOUR = 3600.0
FRIDAY = 1_714_763_700.0  # 3 May 2024, 19:15 UTC
WEEK_S = 7 * 86_400
NAMES = {
    "red": "Chris",
    "blue": "Bo",
    "green": "Élodie",
    "yellow": "Jürgen",
    "magenta": "Kim",
}
# Left in the middle of the first round: what was scanned after the lobby.
LEFT = ["command next", "badge red", "card sushi-go-party/squid-nigiri/1", "badge blue"]
LEFT += ["card sushi-go-party/tofu/1", "command new-game", "command new-game"]
OPENING = "preset party-sampler\nbadge red\nbadge blue"


def seat(badge: str | None, name: str, rounds: Sequence[Mapping[str, int]], *desserts: int) -> Any:
    """As a report has it; a place comes later."""
    parts = [{"points": sum(by.values()), "by": dict(by)} for by in rounds]
    sweet = {"points": sum(desserts), "cards": 2, "by": {"pudding": sum(desserts)}}
    total = sum(sum(by.values()) for by in rounds) + sum(desserts)
    return {
        "badge": badge,
        "name": name,
        "dummy": badge is None,
        "rounds": parts,
        "desserts": sweet if desserts else None,
        "total": total,
        "live": total,
        "place": None,
    }


def report(seats: Sequence[Any], game: str = "sushi-go-party", menu: Sequence[str] = ()) -> Any:
    """A finished game, placed by totals alone."""
    people = [sat for sat in seats if sat["badge"]]
    for sat in people:
        sat["place"] = 1 + sum(other["total"] > sat["total"] for other in people)
    return {
        "game": game,
        "menu": list(menu or ("nigiri", *PRESETS["party-sampler"][1])),
        "mode": "tally",
        "variants": [],
        "phase": "finished",
        "round": len(seats[0]["rounds"]),
        "seats": list(seats),
        "winners": [sat["badge"] for sat in people if sat["place"] == 1],
    }


def evening(chance: random.Random, names: Mapping[str, str]) -> Any:
    """Some of the players at a game of their liking."""
    badges = [badge for badge in names if chance.random() < 0.8] or list(names)
    if len(badges) < 2:
        badges = list(names)
    if chance.random() < 0.15:
        kinds = ["tuna", "eel", "kids-set", "salmon-roll"]
        yen = [{kind: 100 * chance.randint(2, 30) for kind in kinds} for _ in badges]
        seats = [seat(badge, names[badge], [by]) for badge, by in zip(badges, yen, strict=True)]
        return report(seats, "omakase", kinds)
    menu = ("nigiri", *chance.choice(sorted(PRESETS.values()))[1])
    if chance.random() < 0.1:
        menu = ("nigiri", "maki", "eel", "tofu", "onigiri", "tea", "wasabi", "fruit")

    def scored() -> dict[str, int]:
        return {kind: chance.choice((-4, 0, 1, 2, 3, 4, 5, 6, 9)) for kind in menu[:-3]}

    rounds = {badge: [scored() for _ in range(3)] for badge in badges}
    seats = [seat(badge, names[badge], rounds[badge], chance.randint(-6, 12)) for badge in badges]
    return report(seats, menu=menu)


def rows(
    reports: Sequence[Any], first: float = FRIDAY, apart_s: float = WEEK_S
) -> Iterator[tuple[GameRow, list[ScanRow]]]:
    """The journal's, a game a report; None: a game that was left. The last one is finished, and
    nothing has begun after it.
    """
    seq = 1
    for number, game_report in enumerate(reports, 1):
        began = first + number * apart_s
        lines = ["command next"] if game_report else list(LEFT)
        codes = [code(line) for line in lines]
        scans = [ScanRow(seq + n, code, 0, began + n) for n, code in enumerate(codes)]
        ended = began + 47 * 60 if game_report else None
        result = json.dumps(game_report) if game_report else None
        yield GameRow(number, seq, OPENING, "", result, began, ended), scans
        seq += len(scans)


def journal(folder: Path, reports: Sequence[Any], **times: float) -> Path:
    """With these games in it."""
    made = list(rows(reports, **times))
    folder.mkdir(exist_ok=True)
    path = folder / JOURNAL
    scans = [scan for _, some in made for scan in some]
    create(str(path), Found(last_seq(scans, []), [game for game, _ in made], scans))
    return folder


def evenings(
    count: int, seed: int = 1, names: Mapping[str, str] = NAMES, left: float = 0.08
) -> list[Any]:
    """That many, a few of them left."""
    chance = random.Random(seed)
    made = [evening(chance, names) if chance.random() > left else None for _ in range(count - 1)]
    return [*made, evening(chance, names)]


def played(number: int, game_report: Any, state: str = FINISHED) -> Played:
    return parse_game(number, (FRIDAY, FRIDAY + HOUR), game_report, state, TITLES)


def counted(*games: Played) -> Counted:
    statistics = Counted()
    for game in games:
        statistics.add(game)
    return statistics


def chris_and_bo(chris: int, bo: int, **more: Any) -> Any:
    """One round of tofu and pudding: so many points each."""
    seats = [
        seat("red", "Chris", [{"tofu": chris - 6, "pudding": 0}], 6),
        seat("blue", "Bo", [{"tofu": bo, "nigiri": 0}], 0),
    ]
    return report(seats, **more)
