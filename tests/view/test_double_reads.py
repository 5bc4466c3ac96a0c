"""One scan read twice (protocol.md section 2): by example, then for whatever scanners read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.app.debounce import DESK, MOST_CODES, DoubleReads

A, B, C = "062453", "001010", "002008"
WINDOW_MS = 500


def counted(*readings: tuple[str, str, int]) -> list[str]:
    """The codes that count, of readings by source, code and moment in ms."""
    double = DoubleReads(WINDOW_MS)
    return [code for source, code, ms in readings if not double.again(source, code, ms / 1000)]


@pytest.mark.parametrize(
    ("readings", "counts"),
    [
        ([("one", code, 100 * n) for n, code in enumerate((A, B, A, B, A, B, A))], [A, B]),
        ([("one", A, 0), ("one", B, 100), ("one", A, 1100), ("one", B, 1200)], [A, B, A, B]),
        ([("one", code, 80 * n) for n, code in enumerate((A, B, C, B, A))], [A, B, C]),
        ([("one", A, 400 * n) for n in range(20)], [A]),  # it stays before the scanner
        ([("one", A, 0), ("one", A, 499), ("one", A, 999)], [A, A]),  # UNDO twice is meant twice
        ([("one", A, 0), ("two", B, 100), ("two", A, 200), ("one", B, 300)], [A, B, A, B]),
        ([(DESK, code, 10 * n) for n, code in enumerate((A, B, A, A))], [A, B, A, A]),  # typed
        # a scanner that types at the desk too, whichever way comes first
        ([(DESK, A, 0), ("one", A, 10), (DESK, B, 90), ("one", B, 99)], [A, B]),
        ([("one", A, 0), ("one", B, 50), (DESK, A, 60), (DESK, B, 70)], [A, B]),
    ],
)
def test_what_counts(readings: list[tuple[str, str, int]], counts: list[str]) -> None:
    assert counted(*readings) == counts


SOURCES = st.sampled_from([DESK, "one", "two"])
GAPS = st.lists(st.tuples(SOURCES, st.sampled_from([A, B, C]), st.integers(0, 700)), max_size=60)


@given(GAPS)
def test_a_reading_counts_if_none_like_it_came_within_the_window(
    gaps: Sequence[tuple[str, str, int]],
) -> None:
    """Against the whole of what was read: of the same scanner, or the desk and it."""
    double, past = DoubleReads(WINDOW_MS), list[tuple[str, str, int]]()
    now = 0  # in 1024ths of a second: exact as floats
    for source, code, gap in gaps:
        now += gap
        twice = any(
            code == earlier and now - then < 512
            for origin, earlier, then in past
            if (origin == source != DESK) or (DESK in (origin, source) and origin != source)
        )
        assert double.again(source, code, now / 1024) == twice
        past.append((source, code, now))


@given(st.lists(st.integers(0, 10 * MOST_CODES), min_size=1, max_size=200))
def test_memory_is_bounded_and_the_newest_are_in_it(codes: Sequence[int]) -> None:
    double = DoubleReads(WINDOW_MS)
    for code in codes:
        double.again("one", str(code), 0.0)
    assert len(double._last["one"]) <= MOST_CODES
    newest = list(dict.fromkeys(reversed(codes)))[:MOST_CODES]
    assert all(double.again("one", str(code), 0.1) for code in newest)
