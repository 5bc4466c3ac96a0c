"""Pulled plugs, undo across games, kept card tables, failing disks: the app goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.displayed import describe
from support.playing import code
from support.table_app import AppTable

from firmware.common.facts.notices import Problem
from firmware.core.app.outputs import track_view
from firmware.core.journal.replay import game_now
from firmware.words.sheets import TextLines

LOBBY = ("preset sushi-go-classic", "badge red", "badge blue", "command next")
EGG = "card sushi-go-party/egg-nigiri/1"
TEMPURA = "card sushi-go-party/tempura/1"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path)
    yield table
    table.unplugged()


def test_the_plug_is_pulled_in_the_middle_of_a_turn(table: AppTable) -> None:
    """Live, chopsticks in use: the extra card is awaited, before and after."""
    table.scan("preset sushi-go-classic", "badge red", "badge blue", "command live", "command next")
    table.scan("card sushi-go-party/chopsticks-1/1", TEMPURA)
    table.scan("card sushi-go-party/tempura/2", "card sushi-go-party/tempura/3")
    table.scan("card sushi-go-party/chopsticks-1/1")
    before = table.table
    table.power_cut()
    assert table.table == before
    assert table.log == []
    assert table.read(code("command score")) == "not-now"
    table.scan("card sushi-go-party/tempura/4")
    assert table.report["seats"][0]["live"] == 5


def test_undo_goes_on_after_a_power_cut_to_the_first_scan(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, "command score", "command score", "command next")
    table.power_cut()
    for _ in range(9):
        table.scan("command undo")
    assert table.table.phase == "lobby"
    assert table.table.menu == ()
    assert table.read(code("command undo")) == ""  # the second SCORE, the asking, was one too


def test_a_power_cut_keeps_a_menu_of_ones_own_that_the_last_game_has_left(table: AppTable) -> None:
    kinds = ("maki", "tempura", "sashimi", "eel", "chopsticks", "wasabi", "pudding")
    table.scan("game sushi-go-party", *(f"kind {kind}" for kind in kinds))
    menu = table.app.table.menu
    table.scan("badge red", "badge blue", "command next", "command new-game", "command new-game")
    for _ in range(2):
        table.scan("command next", "command new-game", "command new-game")
        table.power_cut()
    table.scan("command next")
    table.power_cut()
    assert table.app.table.menu == menu
    table.scan("command undo")
    assert (table.app.table.phase, table.app.table.menu) == ("lobby", menu)


def test_a_power_cut_keeps_whose_seats_the_last_game_has_left(table: AppTable) -> None:
    """Also once the game that came of that lobby has begun, and is replayed alone."""
    table.scan("game omakase", "badge red", "badge blue", "command next", "command new-game")
    table.scan("command new-game", "badge white", "badge blue")
    table.power_cut()
    table.scan("badge red", "command next", "badge red")
    table.power_cut()
    assert [seat.badge for seat in table.app.table.seats] == ["white", "blue", "red"]
    table.scan(*["command undo"] * 4)
    table.power_cut()
    table.scan("badge red")
    assert [seat.badge for seat in table.app.table.seats] == ["white", "red"]


def test_a_power_cut_keeps_how_the_next_game_is_scanned(table: AppTable) -> None:
    """Also where the first lobby is replayed no more: two games lie between."""
    table.scan("game sushi-go", "badge red", "badge blue", "command live")
    for _ in range(3):
        table.scan("command next", "command new-game", "command new-game")
    table.power_cut()
    assert (table.table.phase, table.table.mode) == ("lobby", "live")


def test_a_photo_is_there_whole_after_a_power_cut_and_one_undo_takes_it_back(
    table: AppTable,
) -> None:
    table.scan(*LOBBY)
    before = table.table
    table.photograph("badge red", EGG, TEMPURA, "badge white")
    assert [len(tray) for tray in table.table.round.layout.trays] == [2, 0]
    photographed = table.table
    table.power_cut()
    assert (table.table, table.log) == (photographed, [])
    table.scan("command undo")
    assert table.table == before


def play_to_the_end(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG, *["command score", "command score", "command next"] * 2)
    table.scan("command score", "command score")
    assert table.table.phase == "finished"


@pytest.mark.parametrize("cuts", [(), ("lobby",), ("game",), ("lobby", "game")])
def test_undo_brings_the_old_game_back_across_a_power_cut(
    table: AppTable, cuts: tuple[str, ...]
) -> None:
    play_to_the_end(table)
    over = table.report
    if "game" in cuts:
        table.power_cut()
    table.scan("command new-game")
    assert table.table.phase == "lobby"
    assert table.table.number == 2
    if "lobby" in cuts:
        table.power_cut()
    assert table.badges == ["red", "blue"]
    table.scan("command undo")
    assert table.report == over
    table.power_cut()
    assert table.report == over
    table.scan("command undo", "command undo", EGG, lane="blue")
    assert table.report["seats"][1]["live"] == 1


def test_an_old_scan_that_newer_rules_refuse_is_told_and_skipped(table: AppTable) -> None:
    table.scan(*LOBBY, "badge red", EGG)
    # a version to come has dropped a label that this one has, and scanned it
    table.journal.append("000000", 0, 1.5e9, game_now(table.app.standings))
    table.scan(TEMPURA)
    table.power_cut()
    assert len(table.log) == 1
    assert "(000000) is refused by newer rules: unknown-code" in table.log[0]
    assert table.log.wrong == table.log
    assert table.shown.device.problems == (Problem("scans-skipped", number=1),)
    assert table.report["seats"][0]["live"] == 1
    assert len(table.table.round.layout.trays[0]) == 2


def test_a_mistake_on_the_way_to_the_journal_costs_the_scan_alone(table: AppTable) -> None:
    """What no row tells of is on no display either: else a restart would take it back, unsaid."""
    table.scan(*LOBBY, "badge red")
    kept, wall = table.kept(), table.app._wall

    def broken_clock() -> float:
        raise RuntimeError("a mistake")

    table.app._wall = broken_clock
    table.now += 1
    table.read(code(EGG))
    table.app._wall = wall
    table.scan(TEMPURA.replace("/1", "/2"))
    assert "please report it" in table.log[0]
    assert table.kept() == [*kept, code(TEMPURA.replace("/1", "/2"))]
    shown = table.report
    table.power_cut()
    assert table.report == shown
    table.scan(EGG)  # and it can be scanned again
    assert table.report["seats"][0]["live"] == 1


def broken(folder: Path) -> None:
    """The state folder is swept away beneath a running program, and a file lies in its place."""
    folder.rename(folder.with_name("away"))
    folder.touch()


def mended(folder: Path) -> None:
    folder.unlink()
    folder.with_name("away").rename(folder)


def test_a_failing_journal_stops_nobody_and_is_made_up_for(tmp_path: Path) -> None:
    table = AppTable(tmp_path)
    table.scan(*LOBBY)
    broken(tmp_path)
    table.scan("badge red", EGG)
    assert table.panel.mark == "UNSAVED"
    assert table.shown.panel.seats[0].live == 1
    assert len([line for line in table.log if line.startswith("not saved")]) == 1
    table.later(40)
    assert table.panel.mark == "UNSAVED"
    mended(tmp_path)
    table.later(40)
    assert table.panel.mark == ""
    assert "saved again" in table.log
    assert any(shown.panel.sound == "saved-late" for shown in table.shows)
    table.power_cut()
    assert table.shown.panel.seats[0].live == 1


def test_leaving_saves_what_could_not_be_saved_before(tmp_path: Path) -> None:
    table = AppTable(tmp_path)
    table.scan(*LOBBY)
    broken(tmp_path)
    table.scan("badge red", EGG)
    mended(tmp_path)
    table.app.inbox.leave()
    table.app.run()
    table.power_cut()
    assert len(table.table.round.layout.trays[0]) == 1


@pytest.mark.parametrize(
    ("scans", "welcome", "last"),
    [
        ("badge red", (), []),
        ("command next", ("Round 1",), ["Round 1: deal 10 cards, shuffle in 5 desserts"]),
        ("badge red", ("Round 1", "Chris 0 of 10"), ["Chris: scan the cards"]),
        (
            "card sushi-go-party/tea/1",
            ("Round 1", "Chris 1 of 10"),
            ["Chris: Tea +1, tea with 1 card of a colour, round 1"],
        ),
        ("command remove", ("Round 1", "Chris 1 of 10"), ["Remove which card?"]),
    ],
)
def test_a_start_says_where_it_goes_on(
    tmp_path: Path, scans: str, welcome: tuple[str, ...], last: list[str]
) -> None:
    """Until the first scan, and with the last scans; nothing flashes or sounds for them."""
    table = AppTable(tmp_path, names={"red": "Chris"})
    table.scan("preset my-first-meal", "badge red", "badge blue")
    for line in ("command next", "badge red", "card sushi-go-party/tea/1", "command remove"):
        if welcome:
            table.scan(line)
        if line == scans:
            break
    table.power_cut()
    shown = table.shown
    assert bool(shown.welcome) == bool(welcome)
    assert (shown.number, shown.panel.sound, track_view(shown, 30).flash) == (0, "", "")
    recent = [describe(outcome) for outcome in shown.recent.values()]
    assert recent[-1:] == last
    if welcome:
        assert table.panel.sheet == TextLines("Welcome back", welcome)
        table.scan("badge blue")
        assert table.shown.welcome is None
        assert not isinstance(table.panel.sheet, TextLines)
