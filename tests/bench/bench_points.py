"""How long points, panel and picture take: figures of the pure part out, in microseconds."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter_ns

from bench.bench_evening import CUTTHROAT, SUSHI_GO, after, deal, label, lobby
from bench.bench_figures import Figure, figure

from engine.codes import codebook
from engine.standings import round_scores
from engine.table import Table, scan_text
from firmware.screen.render import picture
from firmware.view.panel import NOTHING_OUTSIDE, draw

ROUNDS = 60  # dealt at random for each figure
LAPS = 40  # of each full re-score


def _timed_us(call: Callable[[], object]) -> float:
    begun = perf_counter_ns()
    call()
    return (perf_counter_ns() - begun) / 1000


def rescore(start: str, seats: int, goal_us: float) -> Figure:
    """All points of full trays, nothing known from before."""
    laps = []
    for seed in range(ROUNDS):
        table = lobby(start, seats)
        table = after(table, list(deal(table, random.Random(seed))))
        laps += [_timed_us(partial(round_scores, table)) for _ in range(LAPS)]
    return figure("us", laps, goal_us)


def rescore_cutthroat() -> Figure:
    return rescore(CUTTHROAT, 5, 25)


def rescore_sushi_go() -> Figure:
    return rescore(f"game {SUSHI_GO}", 5, 12)


def one_more_card() -> Figure:
    """Every card of a round, from the first on, ten times: its points, knowing those before."""
    laps = []
    for seed in range(ROUNDS):
        table = lobby(CUTTHROAT, 5)
        scores = round_scores(table)
        for line in deal(table, random.Random(seed)):
            table = after(table, [line])
            if line.startswith("card"):
                laps += [_timed_us(partial(round_scores, table, scores)) for _ in range(10)]
            scores = round_scores(table, scores)
    return figure("us", laps, 12)


def _third_rounds() -> Iterator[tuple[Table, list[str]]]:
    """Eight seats, Cutthroat Combo, the third round open, and how its cards are scanned."""
    for seed in range(ROUNDS // 3):
        rng = random.Random(seed)
        table = lobby(CUTTHROAT, 8)
        for _ in (1, 2):
            table = after(table, [*deal(table, rng), "command score"])
            table = after(table, ["command score"] if table.asked else [])
            table = after(table, ["command next"])
        yield table, list(deal(table, rng))


def scan_to(drawn: bool, goal_us: float) -> Figure:
    """decide, evolve, live points and the panel; and the picture's bytes, if drawn."""
    laps = []
    book = codebook()
    for table, lines in _third_rounds():
        for line in lines:
            code = label(line).code
            begun = perf_counter_ns()
            outcome = scan_text(table, book, code, 0)
            panel = draw(
                outcome.after, "now", NOTHING_OUTSIDE, outcome.event, outcome.before, outcome.lane
            )
            if drawn:
                picture(panel, 128, 64)
            laps.append((perf_counter_ns() - begun) / 1000)
            table = outcome.after
    return figure("us", laps, goal_us)


def scan_to_panel() -> Figure:
    return scan_to(False, 250)


def scan_to_picture() -> Figure:
    return scan_to(True, 450)
