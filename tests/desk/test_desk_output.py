"""What the desk is given to show: pawns, last scans, hints and words; and that it always can."""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.playing import code
from support.table_app import GAMES, AppTable

from engine.catalogue import Games
from engine.codes import LabelType, codebook
from firmware.common.facts.device import PageFound, PinDrawn
from firmware.common.settings.schema import Settings, Track
from firmware.interfaces.desk.output import DeskOutput, DeskView
from firmware.interfaces.web.pages.scores.state import state

CLASSIC = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
TRACK = 50
HOSTILE = ("123456", "\x1b[2J", "", "x" * 1000, "4902102072458")


class NewestView:
    """A desk that keeps the newest view."""

    view: DeskView

    def show(self, view: DeskView) -> None:
        self.view = view


SETTINGS = Settings(names={"red": "Chris"}, track=Track(length=TRACK))


def at_desk(folder: Path, desk: NewestView, games: Games = GAMES) -> AppTable:
    """A table with that desk on it."""
    outputs = [DeskOutput(desk.show, SETTINGS).show]
    return AppTable(folder, games, outputs=outputs, synchronous="OFF", names={"red": "Chris"})


@pytest.fixture
def desk() -> NewestView:
    return NewestView()


@pytest.fixture
def table(tmp_path: Path, desk: NewestView) -> Iterator[AppTable]:
    table = at_desk(tmp_path, desk)
    yield table
    table.unplugged()


@pytest.mark.parametrize(
    ("environment", "where"),
    [
        ({}, "http://localhost:8080/desk#pin=123456"),
        (
            {"SSH_CONNECTION": "192.0.2.7 50022 192.0.2.9 22"},
            "http://raspberrypi.local:8080/desk#pin=123456",
        ),
    ],
)
def test_the_title_has_an_address_for_the_machine_it_is_read_on(
    tmp_path: Path, desk: NewestView, environment: dict[str, str], where: str
) -> None:
    outputs = [DeskOutput(desk.show, Settings(), environment).show]
    table = AppTable(tmp_path, outputs=outputs, synchronous="OFF")
    table.app.take(PageFound(("http://raspberrypi.local:8080", "http://192.0.2.9:8080")))
    table.app.take(PinDrawn("123456"))
    assert desk.view.address == where
    table.unplugged()


def test_pawns_go_round_the_track(table: AppTable, desk: NewestView) -> None:
    dishes = "octopus fatty-tuna eel"
    table.scan("game omakase", "badge red", "badge blue", "command next", "badge red")
    table.scan(*(f"card omakase/{dish}/1" for dish in dishes.split()))
    red, blue = desk.view.lamps
    assert 0 < red.place < TRACK
    assert (red.name, red.score) == ("Chris", 2800)
    assert (blue.place, blue.score) == (0, None)


@pytest.mark.parametrize(("unit", "scale", "amount"), [("", 1, "1100"), ("euro", 50, "1,100 euro")])
def test_only_a_unit_makes_the_amounts_of_a_game_large(
    tmp_path: Path, desk: NewestView, unit: str, scale: int, amount: str
) -> None:
    """That whole hands are reckoned says nothing of what is counted."""
    games = {"omakase": GAMES["omakase"]._replace(unit=unit)}
    table = at_desk(tmp_path, desk, games)
    table.scan("game omakase", "badge red", "badge blue", "command next", "badge red")
    table.scan("card omakase/octopus/1")
    assert f"{amount} so far" in desk.view.recent[-1].text or not unit
    assert state(table.shown, 1, "run")["unit"] == unit
    assert [lamp.place for lamp in desk.view.lamps] == [1100 // scale % TRACK, 0]
    table.scan("command score")
    assert f"Chris {amount}," in desk.view.recent[-1].text
    table.unplugged()


def test_a_pawn_below_nothing_waits_at_0(table: AppTable, desk: NewestView) -> None:
    table.scan("preset cutthroat-combo", *CLASSIC[1:3], "badge green", "command next")
    table.scan(
        "badge red", "card sushi-go-party/temaki/1", "badge blue", "card sushi-go-party/eel/1"
    )
    lamps = desk.view.lamps
    assert [(lamp.place, lamp.score) for lamp in lamps] == [(4, 4), (0, -7), (0, None)]


def test_what_makes_sense_now_comes_first(table: AppTable, desk: NewestView) -> None:
    assert desk.view.words[0].type == "preset"
    table.scan(*CLASSIC)
    first = [word for word in desk.view.words if word.fits]
    assert [word.slug for word in first[:2]] == ["red", "blue"]
    assert {word.type for word in first} == {"badge", "face", "card", "command"}


def test_the_dummy_is_a_seat_like_any_other(table: AppTable, desk: NewestView) -> None:
    table.scan("game sushi-go", "command dummy", "badge red", "badge blue", "command next")
    commands = [word for word in desk.view.words if word.type == "command"]
    assert commands[0].slug == "dummy"
    assert commands[0].fits


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_scanned_can_be_shown_and_gone_on_with(table: AppTable, seed: int) -> None:
    """A child with the labels and the plug: nothing stops the program, nothing is forgotten."""
    rng = random.Random(seed)
    of_type = defaultdict(list)
    for label in codebook().labels:
        of_type[label.type].append(label)
    table.read(code(rng.choice(["game sushi-go", "game omakase", CLASSIC[0]])))
    for number in range(150):
        table.now += rng.choice((0.1, 1, 4))
        if rng.random() < 0.05:
            table.type(rng.choice(HOSTILE))
            continue
        types: list[LabelType] = ["badge"]
        if number > 9:
            types = ["command", "badge", "face", "card", "card", "card"]
        label = rng.choice(of_type[rng.choice(types)])
        for _ in range(1 + (label.slug in ("score", "new-game"))):
            table.now += 1
            table.read(label.code, rng.choice((0, 0, 0, 1, "red")))
        if number in (9, 10):
            table.read(code("command next"))
        if rng.random() < 0.03:
            before = table.report, len(table.table.past)
            table.power_cut()
            assert (table.report, len(table.table.past)) == before
    assert table.shown.number > 0
