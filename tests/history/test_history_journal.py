"""The games read out of real journals: played, left, undone, damaged, and being written to."""

import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
from support.history_made import FRIDAY, WEEK_S, evenings, journal
from support.table_app import GAMES, AppTable
from support.web_shown import EVENINGS

from engine.catalogue import codebook_of
from engine.notation import read
from firmware.cli.replay import lines_of
from firmware.common.system.state_dir import JOURNAL
from firmware.records.history.games import ABANDONED, FINISHED, ON_TABLE, Played
from firmware.records.history.reader import NOW, Deleted, Past, Unread, Unreadable

NAMES = {"red": "Chris", "blue": "Bo"}
TWO = ("preset party-sampler", "badge red", "badge blue")
TOFU = ("badge red", "card sushi-go-party/tofu/1")


def past(folder: Path) -> list[Played | Unread | Deleted]:
    """All of them but the one on the table."""
    return [game for game in Past(str(folder)).steps(GAMES) if game is not None]


def now(folder: Path) -> list[Played | Unread | Deleted]:
    return [game for game in Past(str(folder)).find(NOW, GAMES) if game is not None]


def known(games: list[Played | Unread | Deleted]) -> list[tuple[int, str, list[tuple[str, int]]]]:
    return [
        (game.number, game.state, [(sat.name, sat.total) for sat in game.seats])
        for game in games
        if isinstance(game, Played)
    ]


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    return AppTable(tmp_path, names=NAMES)


def rounds(table: AppTable, count: int) -> None:
    """Chris has a tofu each round, Bo nothing."""
    for number in range(count):
        table.scan("badge red", f"card sushi-go-party/tofu/{number + 1}")
        table.scan("command score", "command score")
        if number < 2:
            table.scan("command next")


def left(table: AppTable) -> None:
    table.scan("command new-game")
    if table.table.asked:
        table.scan("command new-game")


def test_no_folder_no_journal_no_scan_no_game(tmp_path: Path) -> None:
    assert past(tmp_path / "none") == []
    assert Past(str(tmp_path)).mark() == ()
    table = AppTable(tmp_path)
    assert past(tmp_path) == now(tmp_path) == []
    table.scan(*TWO)
    assert past(tmp_path) == now(tmp_path) == []  # a lobby is no game


def test_a_game_is_on_the_table_then_left(table: AppTable) -> None:
    table.scan(*TWO, "command next", *TOFU)
    assert past(table.folder) == []
    assert known(now(table.folder)) == [(1, ON_TABLE, [("Chris", 2), ("Bo", 0)])]
    left(table)
    assert known(past(table.folder)) == [(1, ABANDONED, [("Chris", 2), ("Bo", 0)])]
    assert now(table.folder) == []
    table.scan("command next", *TOFU)
    assert known(now(table.folder))[0][0] == 2


def test_a_finished_game_has_the_names_of_its_evening(tmp_path: Path) -> None:
    table = AppTable(tmp_path, names={"red": "Anna", "blue": "Bo"})
    table.scan(*TWO, "command next")
    rounds(table, 3)
    (game,) = past(tmp_path)
    assert isinstance(game, Played)
    assert game.state == FINISHED
    assert [sat.name for sat in game.winners] == ["Anna"]
    assert game.menu.title == "Party Sampler"
    assert game.at is None  # the clock of these tests stands in 2017
    assert now(tmp_path) == []


def test_who_played_played_whatever_a_badge_is_called_later(table: AppTable) -> None:
    """Chris goes on being Chris in what was begun; what begins after Zoë has red is Zoë's."""
    table.scan(*TWO, "command next", *TOFU)
    left(table)
    table.scan("command next", *TOFU)

    def badge_renamed(**names: str) -> str:
        table.settings = {"names": names}
        table.power_cut()
        (player,) = (seat for seat in table.shown.panel.seats if seat.badge == "red")
        return player.name

    assert badge_renamed(red="Zoë", blue="Kim") == "Chris"
    assert known(now(table.folder)) == [(2, ON_TABLE, [("Chris", 2), ("Bo", 0)])]
    table.scan("command undo", "command undo", "command undo")  # before its NEXT: a lobby again
    assert table.shown.panel.seats[0].name == "Zoë"
    table.scan("command next")
    assert badge_renamed() == "Zoë"  # no name any more: none is kept either
    rounds(table, 3)
    left(table)
    assert table.shown.panel.seats[0].name == "Red"
    assert badge_renamed(red="Ann") == "Ann"
    table.scan("command next")
    assert known(past(table.folder)) == [
        (1, ABANDONED, [("Chris", 2), ("Bo", 0)]),
        (2, FINISHED, [("Zoë", 6), ("Kim", 0)]),
    ]
    assert known(now(table.folder)) == [(3, ON_TABLE, [("Ann", 0), ("Blue", 0)])]


def test_an_end_that_is_undone_is_none(table: AppTable) -> None:
    table.scan(*TWO, "command next")
    rounds(table, 3)
    assert past(table.folder)
    table.scan("command undo")
    assert past(table.folder) == []
    assert known(now(table.folder))[0][1] == ON_TABLE
    table.scan("command score")
    if table.table.asked:
        table.scan("command score")
    assert known(past(table.folder))[0][1] == FINISHED


def test_a_game_is_of_the_day_of_its_next(table: AppTable) -> None:
    """Not of the evening before, when NEW GAME was scanned and everybody went home."""
    table.wall = FRIDAY
    table.scan(*TWO, "command next")
    left(table)
    table.wall = FRIDAY + WEEK_S
    table.scan("command next", "command undo")
    table.wall += 600
    table.scan("command next")
    rounds(table, 3)
    first, second = past(table.folder)
    assert isinstance(first, Played)
    assert isinstance(second, Played)
    assert (first.at, second.at, second.minutes) == (FRIDAY, FRIDAY + WEEK_S + 600, 0)


def test_a_lobby_that_was_left_is_no_game(table: AppTable) -> None:
    table.scan(*TWO)
    left(table)
    table.scan(*TWO, "command next", *TOFU)
    assert past(table.folder) == []
    assert len(now(table.folder)) == 1


def test_an_open_round_counts_as_far_as_it_came(table: AppTable) -> None:
    table.scan(*TWO, "command next")
    rounds(table, 1)
    table.scan("badge blue", "card sushi-go-party/squid-nigiri/1")
    left(table)
    (game,) = past(table.folder)
    assert isinstance(game, Played)
    for sat in game.seats:
        assert sum(part.points for part in sat.rounds) == sat.total
        assert [sum(part.by.values()) for part in sat.rounds] == [
            part.points for part in sat.rounds
        ]
    assert game.seats[1].rounds[1].by["nigiri"] == 3


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_every_evening_is_remembered_as_it_is_reported(file: Path, tmp_path: Path) -> None:
    table = AppTable(tmp_path)
    book = codebook_of(GAMES)
    for line in lines_of(str(file)):
        written = read(line, book)
        if written is not None:
            table.now += 1
            table.read(written.text, written.lane)
    report = table.report
    (game,) = past(tmp_path) if report["phase"] == "finished" else now(tmp_path)
    assert isinstance(game, Played)
    assert [(sat.badge, sat.total, sat.place) for sat in game.seats] == [
        (seat["badge"], seat["live"], seat["place"]) for seat in report["seats"]
    ]
    for sat in game.seats:
        assert sum(part.points for part in sat.parts) == sat.total


# --- marks -------------------------------------------------------------------------


def test_the_mark_changes_when_a_game_does_and_not_before(table: AppTable) -> None:
    look = Past(str(table.folder))
    marks = [look.mark()]
    table.scan(*TWO, "command next")
    marks.append(look.mark())
    table.scan(*TOFU)
    assert look.mark() == marks[-1]
    for again in ("command new-game", "command undo", "command new-game"):
        table.scan(again)
        if table.table.asked:
            table.scan(again)
        marks.append(look.mark())
    assert all(mark != other for mark, other in pairwise(marks))
    assert marks[1] == marks[3]  # all is as it was before NEW GAME


# --- what cannot be read -----------------------------------------------------------


def test_no_journal_at_all_in_its_place(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"no database" * 1000)
    with pytest.raises(Unreadable, match="okanjo doctor"):
        past(tmp_path)
    with pytest.raises(Unreadable):
        Past(str(tmp_path)).mark()


def test_a_bent_row_costs_one_game(tmp_path: Path) -> None:
    journal(tmp_path, evenings(12, left=0.0))
    with sqlite3.connect(tmp_path / JOURNAL) as connection:
        connection.execute("UPDATE games SET result = replace(result, '2', '3') WHERE number = 5")
    connection.close()
    games = past(tmp_path)
    assert len(games) == 12
    assert [number for number, game in enumerate(games, 1) if isinstance(game, Unread)] == [5]


def test_looking_disturbs_nobody_who_writes(table: AppTable) -> None:
    """The same process, another connection: each scan is saved, before and after."""
    for number in range(1, 4):
        table.scan(*(TWO if number == 1 else ()), "command next", *TOFU)
        assert known(now(table.folder))[0][0] == number
        assert table.journal.saved
        left(table)
        assert len(past(table.folder)) == number
        assert table.journal.saved
    kept = table.kept()
    table.power_cut()
    assert table.kept() == kept
    assert table.journal.findings == []
