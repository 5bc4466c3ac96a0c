"""Laws of what is shown, over tables reached at random and every refusal there is."""

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from support.displayed import draw
from support.playing import outcome_of, unchanged
from support.soak import share
from support.table_engine import AROUND, EngineTable
from support.wanderer import beginning, walk
from support.watchful import WatchfulPaper

from engine.codes import codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.standings import standings
from engine.table import decide, scan
from firmware.common.facts.device import DeviceState
from firmware.common.facts.notices import Problem
from firmware.common.facts.sheets import PAGES
from firmware.core.screen.render import draw_on
from firmware.words.refusals import lines

SIZES = ((128, 64), (256, 64), (128, 128))
ANY = list(codebook().labels)


@cache
def evening_of(seed):
    """A random evening: each scan's outcome."""
    rng, table = random.Random(f"panel {seed}"), EngineTable()
    for _, made, _, _ in walk(rng, table.table, beginning(rng), 150):
        table.read(made.label.code, made.lane)
    return table.outcomes


@settings(max_examples=share(500))
@given(
    st.integers(0, 30),
    st.integers(0, 10**6),
    st.lists(st.sampled_from(ANY), max_size=3),
    st.sampled_from(PAGES),
    st.sampled_from(SIZES),
)
def test_any_reachable_table_is_drawn_whole(seed, moment, more, page, size):
    reached = evening_of(seed)
    outcome = reached[moment % len(reached)]
    for row in more:
        outcome = outcome_of(outcome.change.after, row.code)
    now = outcome.change.after
    for around in (AROUND, AROUND._replace(saved=False, problems=(Problem("scanner-unplugged"),))):
        for last in (outcome, None):
            panel = draw(now, page, around, last)
            draw_on(WatchfulPaper(*size), panel.worded)
            assert panel.seats == now.seats


def refusals_around(table, start):
    """What is refused here, of all labels and of a card or two after each other label."""
    for row in ANY:
        outcome = decide(table, Scan(row))
        if isinstance(outcome, Refused):
            yield outcome
        elif row.type in ("badge", "command"):
            after, _ = scan(table, Scan(row))
            for again in [*ANY[start % 97 :: 97], row]:
                outcome = decide(after, Scan(again))
                if isinstance(outcome, Refused):
                    yield outcome


def test_every_refusal_fits_two_lines_of_21():
    """Not one may need cutting: what a player must do has to be there whole."""
    seen = {lines(why): why for why in refusals_around(empty(), 0)}
    for seed in range(share(120)):
        reached = evening_of(seed)
        for index in range(seed % 5, len(reached), 29):
            around = refusals_around(reached[index].after, index + seed)
            seen.update((lines(why), why) for why in around)
    assert len({refusal.reason for refusal in seen.values()}) > 12
    assert [
        two for two in seen if any(not 0 < len(line) <= 21 or "…" in line for line in two)
    ] == []
    now = standings(empty())
    for refusal in seen.values():
        panel = draw(now, "current", DeviceState(), unchanged(empty(), refusal))
        draw_on(WatchfulPaper(128, 64), panel.worded)
