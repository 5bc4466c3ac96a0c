"""A tournament's day: how soon a typed result is taken while three hundred phones look on, and what
pages, acts and paper cost as a tournament grows.
"""

import json
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from bench.bench_figures import Figure, WentWrong, p99
from support.door_site import DoorSite, Visitor, door_site
from support.random_acts import WHO, played
from support.shown_tournaments import names_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.ranking import SeatResult, scored
from firmware.hall.tournament.tournament import Tournament, TournamentTable

PHONES_PROGRAM = Path(__file__).with_name("bench_hall_phones.py")
PHONES, RESULTS, EVERY_S = 300, 100, 0.3
ROUNDS, LAPS = 6, 5
GROWTH_GOAL, PAGE_GOAL_KB, SIGNS_GOAL_S = 12.0, 150.0, 15.0
PAGES = (
    "/t/1", "/t/1/standings", "/t/1?me=9", "/t/1/round/6", "/t/1/tv", "/organiser/t/1",
    "/organiser/t/1/round/6", "/organiser/t/1/players", "/organiser/t/1/log",
)  # fmt: skip
PAGE_GOAL_MS = 2000.0


def typed_40() -> Figure:
    """Of 40 players; from the form that is sent to its answer."""
    return _typed(40, 300.0)


def typed_400() -> Figure:
    return _typed(400, 300.0)


def typed_4000() -> Figure:
    return _typed(4000, 1000.0)


def _typed(players: int, goal_ms: float) -> Figure:
    with tempfile.TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        now = _played(site, players)
        organiser = site.organiser()
        words = [sys.executable, str(PHONES_PROGRAM), f"{site.port}", f"{PHONES}", f"{players}"]
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if not child.stdout or child.stdout.readline() != b"here\n":
            raise WentWrong("the phones were cut off")
        laps = _type(organiser, now)
        pages: list[float] = json.loads(child.communicate()[0])
    late = p99(pages)
    note = f"p99, of {len(laps)}; median {median(laps):.0f}; pages p99 {late:.0f}"
    return Figure("ms", p99(laps), p99(laps), goal_ms, note, tail_within=late <= PAGE_GOAL_MS)


def _played(site: DoorSite, players: int) -> Tournament:
    """Tournament 1 after so many rounds."""
    first, _, *rest = played(Random(7), players, ROUNDS, title="Cup")
    assert isinstance(first, acts.Opened)
    site.hall.open(first, WHO)
    site.hall.join(1, [*names_of(players).values()], WHO, here=True)
    for act in rest:
        site.hall.act(1, act, WHO)
    return site.hall.tournaments[1]


def _type(organiser: Visitor, now: Tournament) -> list[float]:
    """Results of the last round, one after another; ms of each."""
    chance, round = Random(1), now.rounds[-1]
    path, laps = f"/organiser/t/1/round/{round.number}", []
    for number in range(RESULTS):
        table = round.tables[number % len(round.tables)]
        points = {f"points-{player}": f"{chance.randrange(80)}" for player in table.players}
        begun = time.perf_counter()
        answer = organiser.post(path, do="result", table=table.id, **points)
        laps.append((time.perf_counter() - begun) * 1000)
        if answer.status != 303:
            raise WentWrong(f"a result was refused: {answer}")
        time.sleep(EVERY_S)
    return laps


class Costs(NamedTuple):
    """CPU ms of each page, made anew, and of an act; and the kB that a browser is sent of each."""

    ms: dict[str, float]
    kb: dict[str, float]


def growth() -> Figure:
    """How many times as much the page or act that grows most costs at 4,000 players as at 400."""
    few, many = _costs(400), _costs(4000)
    ratios = {what: many.ms[what] / few.ms[what] for what in few.ms}
    most = max(ratios, key=ratios.__getitem__)
    note = f"{most}: {many.ms[most]:.0f} ms beside {few.ms[most]:.0f}"
    return Figure("times", ratios[most], None, GROWTH_GOAL, note, baseline=few.ms[most])


def largest_page() -> Figure:
    """At 4,000 players, as it is sent to a browser."""
    kb = _costs(4000).kb
    most = max(kb, key=kb.__getitem__)
    return Figure("kB", kb[most], None, PAGE_GOAL_KB, most)


def signs() -> Figure:
    """Signs for 1,000 tables, from the click to the PDF."""
    with tempfile.TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        _played(site, 40)
        organiser, begun = site.organiser(), time.perf_counter()
        content = organiser.get("/organiser/t/1/signs.pdf?tables=1000").body
        took = time.perf_counter() - begun
    return Figure("s", took, None, SIGNS_GOAL_S, f"{len(content) / 1e6:.1f} MB")


@cache
def _costs(players: int) -> Costs:
    ms, kb = dict[str, float](), dict[str, float]()
    with tempfile.TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        table = _played(site, players).rounds[-1].tables[0]
        organiser, stranger = site.organiser(), Visitor(site)
        for path in PAGES:
            visitor = organiser if path.startswith("/organiser") else stranger
            laps = []
            for points in range(LAPS):  # after each act, all is made anew
                site.hall.act(1, acts.ResultEntered(table.id, scored_by(table, points)), WHO)
                begun = time.process_time()
                answer = visitor.get(path, Accept_Encoding="gzip")
                laps.append((time.process_time() - begun) * 1000)
                if answer.status != 200:
                    raise WentWrong(f"{path}: {answer}")
                kb[path] = len(answer.body) / 1000
            ms[path] = median(laps)
        laps = []
        for points in range(LAPS):
            begun = time.process_time()
            site.hall.act(1, acts.ResultEntered(table.id, scored_by(table, points)), WHO)
            laps.append((time.process_time() - begun) * 1000)
        ms["a result"] = median(laps)
    return Costs(ms, kb)


def scored_by(table: TournamentTable, points: int) -> tuple[SeatResult, ...]:
    """A result of that table, which differs by its points."""
    return scored({player: points + seat for seat, player in enumerate(table.players)})
