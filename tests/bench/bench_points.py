"""The pure part of a scan: a whole re-score, and the way from a scan to its panel."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter_ns

from bench.bench_figures import Figure, WentWrong, ratio
from support.dealt_evening import CUTTHROAT, SUSHI_GO, after, deal, label, lobby
from support.displayed import draw

from engine.codes import codebook
from engine.position import Table
from engine.refusals import Refused
from engine.standings import change, round_scores, standings
from engine.table import scan_text
from firmware.common.facts.outcome import Outcome

ROUNDS = 60  # dealt at random for each figure
LAPS = 40  # of each re-score


def _timed_us(call: Callable[[], object]) -> float:
    begun = perf_counter_ns()
    call()
    return (perf_counter_ns() - begun) / 1000


def _counted(table: Table) -> dict[str, int]:
    """The plainest look at all cards there is: how many of each mark lie in the trays."""
    counts: dict[str, int] = {}
    for tray in table.round.layout.trays:
        for laid in tray:
            counts[laid.mark] = counts.get(laid.mark, 0) + 1
    return counts


def _rescore(start: str) -> Figure:
    """All points of five full trays, beside counting their cards once with a dict."""
    scored, counted = [], []
    for seed in range(ROUNDS):
        table = lobby(start, 5)
        table = after(table, list(deal(table, random.Random(seed))))
        for _ in range(LAPS):
            counted.append(_timed_us(partial(_counted, table)))
            scored.append(_timed_us(partial(round_scores, table)))
    return ratio(scored, counted, 4.0, "us")


def rescore_cutthroat() -> Figure:
    return _rescore(CUTTHROAT)


def rescore_sushi_go() -> Figure:
    return _rescore(f"game {SUSHI_GO}")


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


def scan_to_panel() -> Figure:
    """Decide, evolve, standings, and the panel; beside a re-score of that table."""
    book = codebook()
    scanned, scored = [], []
    for table, lines in _third_rounds():
        now = standings(table)
        for line in lines:
            code = label(line).code
            begun = perf_counter_ns()
            table, result = scan_text(now.table, book, code, 0)
            if isinstance(result, Refused):
                raise WentWrong(f"{line}: {result}")
            made = change(now, result, table)
            draw(made.after, outcome=Outcome(code, 0, result, made))
            scanned.append((perf_counter_ns() - begun) / 1000)
            scored.append(min(_timed_us(partial(round_scores, table)) for _ in range(3)))
            now = made.after
    return ratio(scanned, scored, 7.6, "us")
