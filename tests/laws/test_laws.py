"""Laws that a table keeps through scans of any sort, from any scanner.

OKANJO_SOAK=1 tries ten times as many.
"""

import random
from functools import reduce
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.playing import result_of
from support.soak import share
from support.wanderer import LABELS, beginning, walk

from engine.codes import codebook
from engine.events import (
    Accepted,
    Asked,
    Event,
    LobbyOpened,
    RoundBegun,
    SeatsTaken,
    SetAside,
    Undone,
)
from engine.position import Scan, empty
from engine.refusals import REASON_OF, Refused
from engine.removal import STRUCK, awaited, past, scanned
from engine.standings import change, standings
from engine.table import decide, scan
from firmware.words.line import LINE, pixels
from firmware.words.refusals import lines

PARTS = 4
WALKS, STEPS = share(100), 300  # in each of four parts: 12,000 scans, 120,000 to soak
UNDO = codebook().label("command", "undo")

ANY = st.builds(Scan, st.sampled_from(LABELS), st.sampled_from((0, 1, 2, "red", "blue", "white")))


def walks(name, part, steps=STEPS):
    for number in range(WALKS):
        rng = random.Random(f"{name} {part} {number}")
        yield rng, walk(rng, empty(), beginning(rng), steps)


def before_it(table, event):
    """The position that an undo gives back: REMOVE and the scan that it was for go together."""
    if isinstance(event.event, STRUCK) and awaited(table, event.scan.lane):
        *older, newest = past(table, event.scan.lane)
        return newest._replace(past=tuple(older))
    return table


def sealed(table, event):
    """Older games are out of reach once a new one begins, or one after it opens its lobby."""
    left = table.phase == "lobby" and isinstance(event.event, RoundBegun | SeatsTaken)
    if left or (table.phase != "lobby" and isinstance(event.event, LobbyOpened | SeatsTaken)):
        return table._replace(past=tuple(p for p in table.past if p.number == table.number))
    return table


def check_step(table, made, after, outcome):
    """What holds for every single scan."""
    if isinstance(outcome, Refused):
        assert after is table
        assert outcome.reason in REASON_OF.values()
        assert all(0 < pixels(line) <= LINE for line in lines(outcome))
        return
    assert decide(table, made) == outcome  # deciding leaves no trace
    if isinstance(outcome.event, SetAside):
        assert after is table
    elif isinstance(outcome.event, Undone):
        assert after == table.past[-1]._replace(past=table.past[:-1])
    else:
        assert after.last.scan == outcome.scan
        undone, undo = scan(after, Scan(UNDO, "green"))
        assert isinstance(undo, Accepted)
        assert isinstance(undo.event, Undone)
        assert undone == before_it(sealed(table, outcome), outcome)
        assert bool(after.asked) == isinstance(outcome.event, Asked)


def check_cards(table):
    """No card lies twice, none in two places; ids are unique; a wasabi bears one nigiri."""
    layout = table.round.layout
    claimed = [laid for claim in layout.claims for laid in claim.laid]
    everything = [laid for tray in layout.trays for laid in tray]
    everything += [*claimed, *(laid for _, laid in layout.discards)]
    numbered = [laid.card for laid in everything if laid.card.copy]
    assert len(set(numbered)) == len(numbered)
    for face in {laid.card.face for laid in everything}:
        assert sum(laid.card.face == face for laid in everything) <= face.copies
    if table.mode == "tally":
        assert len({laid.id for laid in everything}) == len(everything)
    for tray in layout.trays:
        dipped = [laid.on for laid in tray if laid.on is not None]
        assert len(set(dipped)) == len(dipped)
        wasabi = {laid.id for laid in tray if table.ready.acts[laid.mark] == "wasabi"}
        assert set(dipped) <= wasabi


@pytest.mark.parametrize("part", range(PARTS))
def test_wandering_never_raises_and_every_scan_keeps_the_laws(part):
    for _, steps in walks("laws", part):
        for table, made, after, outcome in steps:
            check_step(table, made, after, outcome)
            if after.phase == "playing" and after is not table:
                check_cards(after)


def test_a_scan_brings_what_the_totals_differ_by():
    """A position has the same standings, whether or not the one before it is at hand."""
    for _, steps in walks("points", 0, 150):
        now = standings(empty())
        for table, _, after, outcome in steps:
            if isinstance(outcome, Refused):
                continue
            made = change(now, outcome, after)
            assert made.after == standings(after)
            if made.undone and table.phase == after.phase == "playing":
                assert made.undone == table.last
                assert made.restored == (of_round(after) > of_round(table))
            if made.brought is not None:
                seats = zip(now.seats, made.after.seats, made.brought, strict=True)
                assert all(
                    (before.score or 0) + more == (after.score or 0)
                    for before, after, more in seats
                )
            now = made.after


def of_round(table):
    """How many cards have been scanned this round, wherever they are by now."""
    return len({card.id for card in scanned(table)})


def test_the_table_is_a_fold_over_its_accepted_scans():
    """Refused scans and those that are no part of the game leave no trace."""
    for _, steps in walks("fold", 0):
        kept, table = [], empty()
        for _, made, after, outcome in steps:
            if isinstance(outcome, Accepted) and not isinstance(outcome.event, SetAside):
                kept.append(made)
            table = after
        assert reduce(lambda so_far, made: scan(so_far, made)[0], kept, empty()) == table


def test_undo_goes_back_to_the_first_scan_of_the_lobby():
    for rng, steps in walks("undo", 0):
        table = [after for _, _, after, _ in steps][-1]
        for _ in range(2000):
            table, outcome = scan(table, Scan(UNDO, rng.choice((0, "red"))))
            if isinstance(outcome, Refused):
                break
        assert outcome == Refused("nothing-to-undo")
        assert (table.phase, table.past) == ("lobby", ())
        assert table.last is None or table.number > 1  # the scan that opened this lobby


def test_walks_get_everywhere():
    """The laws above are worth nothing if the walks don't reach what they are about."""
    reasons, events, phases = set(), set(), set()
    for number in range(share(400)):
        rng = random.Random(f"everywhere {number}")
        for _, _, after, outcome in walk(rng, empty(), beginning(rng), STEPS):
            phases.add((after.phase, after.mode))
            if isinstance(outcome, Refused):
                reasons.add(outcome.reason)
            else:
                events.add(type(outcome.event))
    rare = {"misread", "unknown-code", "nothing-to-undo", "too-many-seats", "one-bonus"}
    assert {*REASON_OF.values()} - reasons <= rare
    assert set(get_args(Event)) <= events
    assert {("finished", "live"), ("finished", "tally")} <= phases


@settings(max_examples=share(1000))
@given(st.lists(ANY, max_size=60))
def test_any_scans_in_any_order(scans):
    table = empty()
    for made in scans:
        after, outcome = scan(table, made)
        check_step(table, made, after, outcome)
        table = after
    result_of(table)


@settings(max_examples=share(1000))
@given(st.integers(0, 2**32), st.lists(ANY, max_size=25))
def test_any_scans_in_the_middle_of_a_game(seed, scans):
    rng = random.Random(seed)
    for table, made, after, outcome in walk(rng, empty(), [*beginning(rng), *scans], 0):
        check_step(table, made, after, outcome)
    result_of(after)


def test_random_strings_are_read_without_a_murmur():
    """Digits mostly, as that is what comes near to a code."""
    rng, book = random.Random(6), codebook()
    digits, rough = "0123456789", "0123456789 \t\r\n\x1b[]ABCé٣²\x00"
    for _ in range(share(300_000)):
        letters = digits if rng.random() < 0.8 else rough
        text = "".join(rng.choices(letters, k=6 if rng.random() < 0.7 else rng.randrange(20)))
        read = book.read(text)
        assert read.code == text if not isinstance(read, Refused) else read.case in REASON_OF
