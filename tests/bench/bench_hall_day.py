"""A tournament's day: how soon a typed result is taken while three hundred phones look on, also
while a round is paired; and what pages, acts and paper cost as a tournament grows.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from bench.bench_figures import Figure, WentWrong, p99
from support.door_site import DoorSite, Visitor, door_site
from support.random_acts import WHO, played
from support.shown_tournaments import names_of
from support.web_site import Answer

from firmware.hall.tournament import acts
from firmware.hall.tournament.ranking import SeatResult, scored
from firmware.hall.tournament.tournament import Tournament, TournamentTable

PHONES_PROGRAM = Path(__file__).with_name("bench_hall_phones.py")
PHONES, RESULTS, EVERY_S = 300, 100, 0.3
FEW, LAPS_PAIRED, PAUSE_S = 40, 300, 0.02
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


def paired_40() -> Figure:
    """A page or a result of another tournament while a round of 40 players is paired; some of them
    have to meet again, so that the search takes all its moves.
    """
    return _paired(40, 300.0)


def paired_400() -> Figure:
    return _paired(400, 300.0)


def paired_4000() -> Figure:
    return _paired(4000, 1000.0)


def _typed(players: int, goal_ms: float) -> Figure:
    pages = list[float]()
    with tempfile.TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        now = _played(site, players)
        organiser = site.organiser()
        with _phones(site, players, pages):
            laps = _type(organiser, now)
    late = p99(pages)
    note = f"p99, of {len(laps)}; median {median(laps):.0f}; pages p99 {late:.0f}"
    return Figure("ms", p99(laps), p99(laps), goal_ms, note, tail_within=late <= PAGE_GOAL_MS)


@contextmanager
def _phones(site: DoorSite, players: int, pages: list[float]) -> Iterator[None]:
    """Phones that look on; then `pages` has how many ms each of them waited for its pages."""
    words = [sys.executable, str(PHONES_PROGRAM), f"{site.port}", f"{PHONES}", f"{players}"]
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    if not child.stdout or child.stdout.readline() != b"here\n":
        raise WentWrong("the phones were cut off")
    yield
    pages += json.loads(child.communicate()[0])


def _paired(players: int, goal_ms: float) -> Figure:
    laps, pages, paired = list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder, door_site(Path(folder)) as site:
        rules = _played(site, players).rules
        if players == FEW:
            site.hall.act(1, acts.RulesChanged(rules._replace(wanted=5, rounds=14)), WHO)
        table = _played(site, 40, 2).rounds[-1].tables[0]
        organiser, phone = site.organiser(), Visitor(site)

        def pair() -> None:
            begun = time.perf_counter()
            draft = organiser.post("/organiser/t/1", do="pair")
            paired.append((time.perf_counter() - begun) * 1000)
            if (
                draft.status != 303
                or organiser.post(draft.headers["location"], do="unpair").status != 303
            ):
                raise WentWrong(f"the round was not paired: {draft}")

        def result() -> Answer:
            points = {f"points-{player}": f"{len(laps) % 80}" for player in table.players}
            return typist.post(
                f"/organiser/t/2/round/{ROUNDS}", do="result", table=table.id, **points
            )

        typist = Visitor(site)
        typist.cookies = {**organiser.cookies}
        asks: list[tuple[Callable[[], Answer], int]] = [
            (result, 303),
            (lambda: phone.get("/t/1?me=9"), 200),
        ]
        with _phones(site, players, pages), ThreadPoolExecutor(1) as pool:
            while len(laps) < LAPS_PAIRED:
                pairing = pool.submit(pair)
                while not pairing.done():
                    ask, status = asks[len(laps) % 2]
                    begun = time.perf_counter()
                    answer = ask()
                    laps.append((time.perf_counter() - begun) * 1000)
                    if answer.status != status:
                        raise WentWrong(f"{answer}")
                    time.sleep(PAUSE_S)
                pairing.result()
    late = p99(pages)
    note = (
        f"p99, of {len(laps)}; median {median(laps):.0f}; a pairing {median(paired):.0f};"
        f" phones p99 {late:.0f}"
    )
    return Figure("ms", p99(laps), p99(laps), goal_ms, note)


def _played(site: DoorSite, players: int, number: int = 1) -> Tournament:
    """The tournament of that number after so many rounds."""
    first, _, *rest = played(Random(7), players, ROUNDS, title="Cup")
    assert isinstance(first, acts.Opened)
    site.hall.open(first, WHO)
    site.hall.join(number, [*names_of(players).values()], WHO, here=True)
    for act in rest:
        site.hall.act(number, act, WHO)
    return site.hall.tournaments[number]


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
    ratios = {name: many.ms[name] / few.ms[name] for name in few.ms}
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
