"""A round's clock at a table: counted on there, shown where there is room, its end told once."""

import itertools
import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.offered_seats import offered_seats
from support.scenes import SCENES
from support.table_app import GAMES, AppTable
from support.watchful import WatchfulPaper

from drivers.buzzer import SOUNDS
from firmware.common.facts.notices import Notice
from firmware.common.facts.round_clock import ClockFace, RoundClock
from firmware.core.app.messages import Leave, Message, OfferMade
from firmware.core.app.outputs import display_picture
from firmware.core.screen.render import draw_on
from firmware.interfaces.mqtt.published import state as published_state
from firmware.interfaces.mqtt.seats import BadOffer, clock_of, offer_of
from firmware.interfaces.web.pages.scores.state import state
from firmware.words import clock
from firmware.words.language import say
from firmware.words.sheets import Board, Worded

SEATS = offered_seats("Bo")
TEMPURA = "card sushi-go-party/tempura/1", "card sushi-go-party/tempura/2"
ROUND = ("badge red", *TEMPURA, "command score", "command score")
NEXT = "command next"
HOURS_S = 7200.0


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    """At rest: it has read all its rows, and does so again only tomorrow."""
    table = AppTable(tmp_path)
    wakes(table, HOURS_S)
    return table


def send(
    table: AppTable, left: int | None = None, runs: bool = True, is_old: bool = False, **other: Any
) -> None:
    """Seats come from the broker, just now or `is_old`, with so many seconds or without a clock."""
    seats = {**SEATS, **other} | ({} if left is None else {"clock": {"left": left, "runs": runs}})
    text = json.dumps(seats)
    table.app.take(OfferMade(offer_of(text, GAMES), clock_of(text, table.now), is_old))


def clock_text(table: AppTable) -> str:
    """What the pages say of the clock."""
    text = state(table.shown, 1, "run")["clock"]
    assert isinstance(text, str)
    return text


def time_overs(table: AppTable) -> list[str]:
    results = [line.result for line in table.shown.recent.values()]
    cases = [result.case for result in results if isinstance(result, Notice)]
    return [case for case in cases if case == "time-over"]


def wakes(table: AppTable, seconds: float) -> list[float]:
    """When the loop wakes by itself in so many seconds, counted from now."""
    began, woken = table.now, list[float]()
    while (due_s := table.app._seconds_until_due()) is not None and due_s <= seconds:
        table.later(due_s)
        woken.append(round(table.now - began, 3))
        seconds -= due_s
    table.now += seconds
    return woken


def test_it_is_counted_on_without_the_broker(table: AppTable) -> None:
    send(table, 150)
    assert clock_text(table) == "3 min"
    assert table.shown.panel.clock == ClockFace(3, 0, True)
    assert wakes(table, 92.5) == [3, 30, 90, 91, 92], "once for the seats, then as it changes"
    assert clock_text(table) == "58 s"
    assert len(wakes(table, 600)) == 58 + 1, "and once more where its end was told"
    assert clock_text(table) == "Time!"
    assert wakes(table, HOURS_S) == []


def test_nothing_wakes_where_no_clock_runs(table: AppTable) -> None:
    send(table)
    assert wakes(table, HOURS_S) == [3], "the seats were told"
    send(table, 150, runs=False)
    assert wakes(table, HOURS_S) == []
    assert clock_text(table) == "3 min · paused"
    send(table, 150)
    assert wakes(table, 31) == [30]
    send(table)
    assert (wakes(table, HOURS_S), clock_text(table), table.shown.clock) == ([], "", None)


def test_time_is_told_once_and_stops_nothing(table: AppTable) -> None:
    send(table, 20)
    table.scan(NEXT, "badge red", TEMPURA[0])
    before, number = table.table, table.shown.number
    table.later(19)
    table.later(1.5)
    assert table.table is before
    assert table.says == "Time! Round clock. The time is over. The game goes on."
    assert table.panel.sound == "time-over"
    assert table.panel.sound in SOUNDS
    assert table.shown.number == number + 1
    assert time_overs(table) == ["time-over"]
    table.later(4)
    assert table.says.startswith("Time! Ann, Round 1. Tempura")
    for _ in range(3):
        send(table, 0)
        table.later(60)
    assert time_overs(table) == ["time-over"]
    table.scan(*ROUND[2:])
    assert table.table.phase == "scored"
    assert published_state(table.shown)["seating"] == "cup-r2-t7"
    send(table, 120)  # the organiser adds some
    assert clock_text(table) == "2 min"
    table.later(130)
    assert time_overs(table) == ["time-over"] * 2


def test_a_device_that_comes_later_shows_that_time_is_over_and_does_not_say_so(
    table: AppTable,
) -> None:
    send(table, 0, is_old=True)
    assert (clock_text(table), time_overs(table)) == ("Time!", [])


def test_a_count_that_the_broker_had_kept_is_not_shown(table: AppTable) -> None:
    send(table, 1500, is_old=True)
    assert (clock_text(table), table.app._seconds_until_due()) == ("", 3.0), (
        "of the seats, which is told"
    )
    send(table, 1500, runs=False, is_old=True)
    assert clock_text(table) == "25 min · paused", "this is right however old it is"
    send(table, 1500, is_old=True)
    assert clock_text(table) == "", "it goes on, nobody knows since when"
    send(table, 1440)
    table.later(120)
    send(table, 1440, is_old=True)  # the broker is back
    assert clock_text(table) == "22 min", "the own count goes on"
    send(table, 1440, is_old=True, id="cup-r3-t7")
    assert clock_text(table) == ""


def test_a_message_that_was_slow_changes_nothing(table: AppTable) -> None:
    send(table, 121)
    table.later(1.5)
    assert clock_text(table) == "2 min"
    send(table, 121)
    assert clock_text(table) == "2 min", "it would be three again, for a second"
    send(table, 123)
    assert clock_text(table) == "3 min"


def test_it_is_for_those_who_play_in_its_round(table: AppTable) -> None:
    send(table, 1500)
    table.scan(NEXT)
    assert clock_text(table) == "25 min"
    send(table, 1200, id="cup-r3-t7")
    assert (clock_text(table), table.app._clock_changes_at) == ("", None), "that of another round"
    table.scan(*ROUND, NEXT, *ROUND, NEXT, *ROUND)
    assert clock_text(table) == "20 min", "these come next"
    table.scan(NEXT, NEXT)
    assert (table.table.seating, clock_text(table)) == ("cup-r3-t7", "20 min")
    table.scan(*ROUND, NEXT, *ROUND, NEXT, *ROUND)
    assert (table.table.phase, clock_text(table)) == ("finished", ""), "they are done"
    table.scan("command undo")
    assert clock_text(table) == "20 min"


def test_it_is_shown_to_those_who_chose_the_game_themselves(table: AppTable) -> None:
    table.scan("preset my-first-meal", "badge green", "badge white", NEXT)
    send(table, 1500)
    assert (table.table.seating, clock_text(table)) == ("", "25 min")


def test_a_display_stays_on_and_is_woken_only_by_its_end(table: AppTable) -> None:
    def picture() -> Any:
        return display_picture(table.shown, 128, 64)

    assert (picture().wakes, picture().stays_on) == (True, False)
    send(table, 150)
    table.later(10)
    before = picture()
    assert (before.wakes, before.stays_on) == (False, True)
    table.later(60)
    after = picture()
    assert (after.pages != before.pages, after.number) == (True, before.number)
    table.later(100)
    assert picture().number == before.number + 1


def test_the_loop_sleeps_until_the_clock_changes(table: AppTable) -> None:
    """As it runs: what it tells its inbox."""
    send(table, 150)
    table.later(3)
    waits_s = list[float | None]()

    def get(patience_s: float | None = None) -> Message:
        waits_s.append(patience_s)
        if len(waits_s) > 3:
            return Leave()
        table.now += patience_s or 0
        raise queue.Empty

    table.app.inbox.get = get  # type: ignore[method-assign]
    table.app.run()
    assert waits_s == [27, 60, 1, 1]


BAD = [
    None,
    5,
    {},
    {"left": 5},
    {"left": -1, "runs": True},
    {"left": 172_801, "runs": True},
    {"left": True, "runs": True},
    {"left": 5.5, "runs": True},
    {"left": "5", "runs": True},
    {"left": 5, "runs": 1},
]


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_clock_is_refused(bad: object) -> None:
    with pytest.raises(BadOffer):
        clock_of(json.dumps({**SEATS, "clock": bad}), 0)


FACES = [
    ClockFace(minutes, seconds, runs)
    for (minutes, seconds), runs in itertools.product(
        [(2, 0), (45, 0), (120, 0), (2880, 0), (0, 60), (0, 1), (0, 0)], [True, False]
    )
]


def test_what_it_shows_is_a_minute_or_in_the_last_one_a_second() -> None:
    shown = [
        (left, say(clock.on_page(RoundClock("x", left, 0, runs=True).face_at(0))))
        for left in (2700, 2640.1, 2640, 61, 60, 59.2, 1, 0.1, 0, -5)
    ]
    assert shown == [
        (2700, "45 min"),
        (2640.1, "45 min"),
        (2640, "44 min"),
        (61, "2 min"),
        (60, "60 s"),
        (59.2, "60 s"),
        (1, "1 s"),
        (0.1, "1 s"),
        (0, "Time!"),
        (-5, "Time!"),
    ]


def with_clock(scene: Any, face: ClockFace) -> Worded:
    texts = tuple(say(text) for text in clock.in_heading(face))
    return Worded(scene.sheet, scene.seats, scene.mark, scene.language, texts)


def texts_of(scene: Any, width: int, height: int) -> Iterator[str]:
    paper = WatchfulPaper(width, height)
    draw_on(paper, scene)
    return (text for text, _ in paper.texts)


@pytest.mark.parametrize("name", sorted(name for name in SCENES if not name.startswith("clock-")))
def test_it_pushes_nothing_out_of_any_sheet(name: str) -> None:
    """But for the round that is over, where the next one stands beside it."""
    scene = SCENES[name]
    may_go = {scene.sheet.title} if isinstance(scene.sheet, Board) and scene.sheet.is_scored else {}
    for size, face in itertools.product([(128, 64), (256, 64), (128, 128)], FACES):
        words = with_clock(scene, face)
        plain, texts = ({*texts_of(drawn, *size)} for drawn in (words._replace(clock=()), words))
        assert plain - texts - {*may_go} == set(), (size, face)
        assert texts - plain <= {*words.clock}, (size, face)


PLAYED = ("party-8-start", "party-8-current", "live-first", "party-8-over", "go-5-lobby")


@pytest.mark.parametrize("name", PLAYED)
def test_it_is_there_while_people_play(name: str) -> None:
    words = with_clock(SCENES[name], ClockFace(45, 0, True))
    assert {*words.clock} & {*texts_of(words, 128, 64)}
