"""No score moves in silence: feed and display say whose it is, and by how much."""

import random
import re

import pytest
from support.displayed import describe, draw
from support.soak import share
from support.wanderer import beginning, walk

from engine.position import empty
from engine.refusals import Refused
from engine.standings import change, standings
from firmware.common.facts.outcome import Outcome
from firmware.words import sheets
from firmware.words.line import LINE, pixels

WALKS, STEPS = share(150), 300


def outcomes(part):
    """Every accepted scan of walks through games, with what it changed."""
    for number in range(WALKS):
        rng = random.Random(f"silent {part} {number}")
        now = standings(empty())
        for _, made, after, result in walk(rng, empty(), beginning(rng), STEPS):
            if not isinstance(result, Refused):
                done = change(now, result, after)
                yield Outcome(made.label.code, made.lane, result, done)
                now = done.after


def moves(made):
    """By how much each seat's score moved, those that did, within one game."""
    before, after = made.before, made.after
    if before.table.number != after.table.number or len(before.seats) != len(after.seats):
        return {}
    pairs = enumerate(zip(before.seats, after.seats, strict=True))
    by = {seat: (new.score or 0) - (old.score or 0) for seat, (old, new) in pairs}
    return {seat: points for seat, points in by.items() if points}


@pytest.mark.parametrize("part", range(2))
def test_the_feed_says_whose_score_moved_and_by_how_much(part):
    count = 0
    for outcome in outcomes(part):
        made, text = outcome.change, describe(outcome)
        names = [seat.name for seat in made.after.seats]
        first, _, rest = text.partition(". ")
        own = outcome.result.seat
        is_told = own is not None and made.brought is not None and made.undone is None
        for seat, points in moves(made).items():
            if is_told and seat == own:
                parts = re.sub(r", (round )?-?[\d,]+( yen so far)?$", "", first).split(", ")
                matches = [re.search(r"(?:^| )([+-][\d,]+)( yen)?$", part) for part in parts]
                amounts = (int(match[1].replace(",", "")) for match in matches if match)
                assert sum(amounts) == points, text
            else:
                assert f"{names[seat]} {points:+,}" in (rest if is_told else text), text
                count += 1
    assert count > 100


def test_the_display_says_it_in_its_last_line():
    count = 0
    for outcome in outcomes("display"):
        panel = draw(outcome.change.after, outcome=outcome)
        names = [seat.name for seat in panel.seats]
        moved = moves(outcome.change)
        others = {seat: points for seat, points in moved.items() if seat != panel.active}
        if isinstance(panel.sheet, sheets.Current) and panel.sheet.worth is not None:
            assert panel.sheet.worth == moved.get(panel.active, 0)
        if others and isinstance(panel.sheet, sheets.Current):
            hint = panel.sheet.hint
            assert pixels(hint) <= LINE
            several = re.fullmatch(r"(All|\d) others ([+-]\d+)", hint)
            if several:
                assert {*others.values()} == {int(several[2])}
                assert several[1] in (str(len(others)), "All" * (len(others) == len(names) - 1))
            else:
                for seat, points in others.items():
                    pattern = rf"{names[seat][:1]}[\w/]* {re.escape(f'{points:+d}')}"
                    assert re.search(pattern, hint), hint
            count += 1
    assert count > 50
