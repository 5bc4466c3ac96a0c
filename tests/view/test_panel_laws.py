"""Laws of what is shown, over tables reached at random and every refusal there is."""

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.evening import AROUND
from support.playing import label, outcome_of, unchanged
from support.random_deals import RandomOmakase, RandomParty, RandomSushiGo
from support.soak import share
from support.watchful import WatchfulPaper

from engine.codes import codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.standings import standings
from engine.table import decide, scan
from firmware.screen.render import draw_on
from firmware.view.device import DeviceState
from firmware.view.panel import draw
from firmware.view.sheets import PAGES

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
        outcome = outcome_of(standings(table), label(line).code, lane)
        table = outcome.after
        reached.append(outcome)
    return reached


@settings(max_examples=share(500))
@given(
    st.sampled_from(sorted(OF_GAMES, key=str)),
    st.integers(0, 11),
    st.integers(0, 10**6),
    st.lists(st.sampled_from(ANY), max_size=3),
    st.sampled_from(PAGES),
    st.sampled_from(SIZES),
)
@example(RandomParty, 7, 3498, [], "current", (128, 64))  # whose card is next: a very long name
def test_any_reachable_table_is_drawn_whole(kind, seed, moment, more, page, size):
    reached = evening_of(kind, seed)
    outcome = reached[moment % len(reached)]
    for row in more:
        outcome = outcome_of(outcome.change.after, row.code)
    now = outcome.change.after
    for around in (AROUND, AROUND._replace(saved=False, missing=("Scanner unplugged",))):
        for what in (outcome, None):
            panel = draw(now, page, around, what)
            draw_on(WatchfulPaper(*size), panel)
            assert panel.seats == now.seats


def refusals_around(table, at):
    """What is refused here, of all labels and of a card or two after each other label."""
    for row in ANY:
        outcome = decide(table, Scan(row))
        if isinstance(outcome, Refused):
            yield outcome
        elif row.type in ("badge", "command"):
            after, _ = scan(table, Scan(row))
            for again in [*ANY[at % 97 :: 97], row]:
                outcome = decide(after, Scan(again))
                if isinstance(outcome, Refused):
                    yield outcome


@pytest.mark.parametrize("kind", OF_GAMES)
def test_every_refusal_fits_two_lines_of_21(kind):
    """Not one may need cutting: what a player must do has to be there whole."""
    seen = set(refusals_around(empty(), 0))
    for seed in range(share(40)):
        reached = evening_of(kind, seed)
        for at in range(seed % 5, len(reached), 19):
            seen.update(refusals_around(reached[at].after, at + seed))
    assert len({refusal.reason for refusal in seen}) > 8
    too_long = {
        refusal.message
        for refusal in seen
        if len(refusal.message.split("\n")) > 2
        or any(not 0 < len(line) <= 21 or "…" in line for line in refusal.message.split("\n"))
    }
    assert too_long == set()
    now = standings(empty())
    for refusal in seen:
        draw_on(
            WatchfulPaper(128, 64), draw(now, "current", DeviceState(), unchanged(empty(), refusal))
        )
