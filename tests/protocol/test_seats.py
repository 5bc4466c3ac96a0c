"""Seats that were offered are one scan: a whole lobby and its NEXT; one UNDO takes it back."""

from typing import Any

import pytest
from support.playing import Example, label

from engine.codes import codebook
from engine.events import Accepted, SeatsTaken
from engine.position import Table, empty
from engine.refusals import Refused
from engine.standings import change, standings
from engine.table import scan_text
from firmware.view.describe import describe
from firmware.view.outcome import Outcome, recalled

NEW = "command new-game"
SEATS = "preset my-first-meal,badge blue,badge red,command next"


def taken(table: Table, lines: str, lane: int | str = 0) -> tuple[Table, Any]:
    text = " ".join(label(line).code for line in (NEW, *lines.split(",")))
    return scan_text(table, codebook(), text, lane)


def finished() -> Table:
    example = Example("sushi-go", 3)
    for _ in range(3):
        example.scan("score")
        if example.table.phase == "scored":
            example.scan("next")
    return example.table


def test_they_begin_the_game_that_their_scans_would_begin() -> None:
    one_by_one = empty()
    for line in SEATS.split(","):
        one_by_one, _ = scan_text(one_by_one, codebook(), label(line).code, 0)
    table, result = taken(empty(), SEATS)
    assert isinstance(result, Accepted)
    assert isinstance(result.event, SeatsTaken)
    assert result.scan.label.name == "seats"
    assert table._replace(past=(), last=None) == one_by_one._replace(past=(), last=None)
    assert [seat.badge for seat in table.seats] == ["blue", "red"]
    made = change(standings(empty()), result, table)
    assert describe(Outcome("", 0, result, made)) == (
        "Blue, Red. Round 1: deal 10 cards, shuffle in 5 desserts"
    )


def test_one_undo_takes_them_back_to_the_lobby_that_they_met() -> None:
    lobby, _ = taken(empty(), "badge green,badge white")  # not the end of a lobby: refused
    assert lobby == empty()
    lobby, _ = scan_text(lobby, codebook(), label("badge green").code, 0)
    table, _ = taken(lobby, SEATS)
    assert [seat.badge for seat in table.seats] == ["blue", "red"]
    table, _ = scan_text(table, codebook(), label("command undo").code, 0)
    assert table == lobby


def test_one_undo_takes_them_back_to_the_end_of_the_game_before() -> None:
    """Nobody has seen a lobby, so none is left behind; the last round can be corrected."""
    end = finished()
    table, _ = taken(end, f"{NEW},{SEATS}")
    assert (table.number, table.phase, len(table.seats)) == (end.number + 1, "playing", 2)
    laid, _ = scan_text(table, codebook(), label("badge red").code, 0)
    [*_, last] = recalled(standings(table), 8)
    assert isinstance(last.result, Accepted)
    assert isinstance(last.result.event, SeatsTaken)
    for _ in range(2):
        laid, _ = scan_text(laid, codebook(), label("command undo").code, 0)
    assert laid == end
    laid, _ = scan_text(laid, codebook(), label("command undo").code, 0)
    assert laid.phase == "playing"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("preset my-first-meal,badge red,command next", "too-few-seats"),
        ("badge red,badge blue,command next", "menu-incomplete"),
        ("kind tofu,kind tofu,badge red,badge blue,command next", "on-menu-already"),
        (f"{SEATS},badge red", "not-now"),
        ("command undo,command next", "not-now"),
        ("preset my-first-meal,badge blue,badge red,command remove,command next", "not-now"),
        (f"{SEATS},{SEATS}", "not-now"),
        ("card sushi-go/tempura/1,badge red", "not-now"),
    ],
)
def test_all_of_it_counts_or_nothing(lines: str, why: str) -> None:
    for before in (empty(), finished()):
        begun = f"{NEW},{lines}" if before.phase == "finished" else lines
        table, result = taken(before, begun)
        assert isinstance(result, Refused)
        assert result.reason == why
        assert table is before
