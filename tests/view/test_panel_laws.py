"""Laws of what is shown, over tables reached at random and every refusal there is."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.evening import AROUND
from support.playing import label
from support.random_deals import RandomOmakase, RandomParty, RandomSushiGo
from support.watchful import WatchfulPaper

from engine.codes import codebook
from engine.refusals import Refused
from engine.standings import standings
from engine.table import Scan, decide, empty, scan
from firmware.screen.render import draw_on
from firmware.view.panel import DeviceState, draw
from firmware.view.sheets import (
    PAGES,
)

SIZES = ((128, 64), (256, 64), (128, 128))
ANY = list(codebook().labels)
OF_GAMES = {RandomParty: "sushi-go-party", RandomSushiGo: "sushi-go", RandomOmakase: "omakase"}


@cache
def evening_of(kind, seed):
    """A whole random evening of a game: each table, with the outcome that led there."""
    mode = ("tally", "live")[seed % 2]
    game = kind(seed) if kind is RandomOmakase else kind(seed, mode)
    table, reached = empty(), []
    for lane, line in game.script:
        line, _, remark = line.partition("#")
        if remark and table.asked != "score":
            continue
        before = table
        table, outcome = scan(table, Scan(label(line), lane))
        reached.append((table, outcome, before, lane))
    return reached


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(OF_GAMES, key=str)),
    st.integers(0, 11),
    st.integers(0, 10**6),
    st.lists(st.sampled_from(ANY), max_size=3),
    st.sampled_from(PAGES),
    st.sampled_from(SIZES),
)
def test_any_reachable_table_is_drawn_whole(kind, seed, moment, more, page, size):
    reached = evening_of(kind, seed)
    table, outcome, before, lane = reached[moment % len(reached)]
    for row in more:
        before, lane = table, 0
        table, outcome = scan(table, Scan(row))
    for around in (AROUND, AROUND._replace(saved=False, missing=("Scanner unplugged",))):
        for what in (outcome, None):
            panel = draw(table, page, around, what, before, lane)
            draw_on(WatchfulPaper(*size), panel)
            live = [one.live for one in standings(table)]
            assert [player.live for player in panel.players] == live
            assert [lamp.value for lamp in panel.lamps] == live


def refusals_around(table, at):
    """What is refused here, of all labels and of a card or two after each other label."""
    for row in ANY:
        after, outcome = scan(table, Scan(row))
        if isinstance(outcome, Refused):
            yield outcome
        elif row.type in ("badge", "command"):
            for again in [*ANY[at % 97 :: 97], row]:
                outcome = decide(after, Scan(again))
                if isinstance(outcome, Refused):
                    yield outcome


@pytest.mark.parametrize("kind", OF_GAMES)
def test_every_refusal_fits_two_lines_of_21(kind):
    """Not one may need cutting: what a player must do has to be there whole."""
    seen = set(refusals_around(empty(), 0))
    for seed in range(16):
        reached = evening_of(kind, seed)
        for at in range(seed % 5, len(reached), 19):
            seen.update(refusals_around(reached[at][0], at + seed))
    assert len({refusal.reason for refusal in seen}) > 8
    too_long = {
        refusal.message
        for refusal in seen
        if len(refusal.message.split("\n")) > 2
        or any(not 0 < len(line) <= 21 or "…" in line for line in refusal.message.split("\n"))
    }
    assert too_long == set()
    for refusal in seen:
        draw_on(WatchfulPaper(128, 64), draw(empty(), "now", DeviceState(), refusal))
