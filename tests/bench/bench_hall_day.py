"""A tournament's day: how soon a typed result is taken while three hundred phones look on."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from bench.bench_figures import Figure, WentWrong, p99
from support.door_site import DoorSite, Visitor, door_site
from support.random_acts import WHO, played
from support.shown_tournaments import names_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.tournament import Tournament

PHONES_PROGRAM = Path(__file__).with_name("bench_hall_phones.py")
PHONES, RESULTS, EVERY_S = 300, 100, 0.3
ROUNDS = 6
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
