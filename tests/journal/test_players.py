"""Names corrected in a game, and players merged and parted: marks that nothing loses."""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from zlib import crc32

import pytest
from support.backup_tools import backup_of, changed, members, refused, restored
from support.history_made import chris_and_bo, journal
from support.journal_tools import finished
from support.soak import share
from support.table_app import AppTable

from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.database import open_to_look
from firmware.core.journal.journal import NotChanged
from firmware.core.journal.players import merges_in, players_of
from firmware.core.journal.row_check import Damage, RowsRead
from firmware.core.journal.rows import MOST_MERGES, MergeRow, crc
from firmware.core.journal.salvage import salvage

FRIDAY, WEEK_S = 1_795_809_600.0, 7 * 86_400.0
BEGUN = ("preset party-sampler", "badge red", "badge blue", "command next")


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    return AppTable(tmp_path, names={"red": "Ann", "blue": "Bo"})


def merges(folder: Path) -> list[tuple[str, str]]:
    with closing(open_to_look(str(folder / JOURNAL))) as connection:
        return [(row.name, row.player) for row in merges_in(connection)]


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob(f"{JOURNAL}*"))


def rename(table: AppTable, names: Mapping[str, str]) -> None:
    """The names of the game on the table."""
    game = table.journal.game
    assert game
    table.journal.annotate_game(game.number, crc(game), "", "", "", names)


def corrected(table: AppTable) -> str:
    game = table.journal.game
    assert game
    return game.corrected


# --- corrected -----------------------------------------------------------------------


def test_corrected_names_last_through_scans_undo_power_cuts_and_the_games_end(
    table: AppTable,
) -> None:
    table.scan(*BEGUN)
    scanned = table.kept()
    rename(table, {"red": "Anna", "blue": "Bob"})
    rename(table, {"blue": ""})
    assert table.kept() == scanned
    for round_number in range(1, 4):
        table.scan("badge red", f"card sushi-go-party/tofu/{round_number}", *["command score"] * 2)
        table.power_cut()
        table.scan(*["command next"][: 3 - round_number])
    table.scan("command undo", "command score")
    (game,) = finished(table.folder)
    assert (game.corrected, game.names) == ("red Anna", "red Ann\nblue Bo")


def test_a_game_that_undo_leads_out_of_may_begin_again_with_others(table: AppTable) -> None:
    table.scan(*BEGUN)
    rename(table, {"red": "Anna"})
    table.scan("command undo")
    assert corrected(table) == ""
    table.scan("command next")
    assert corrected(table) == ""


# --- merged, and parted again --------------------------------------------------------


def test_merged_players_are_parted_as_they_were(table: AppTable) -> None:
    for pair in (("chris", "Chris"), ("Chris", "Christopher"), ("Bob", "Robert")):
        table.journal.merge_players(*pair)
    table.power_cut()
    assert players_of(MergeRow(0, *pair) for pair in merges(table.folder)) == {
        "chris": "Christopher",
        "Chris": "Christopher",
        "Bob": "Robert",
    }
    table.journal.part_player("Chris")
    assert merges(table.folder) == [("chris", "Chris"), ("Bob", "Robert")]
    for refused_merge in (("Bob", "Ann"), ("Ann", "Bob"), ("Ann", "Ann")):
        with pytest.raises(NotChanged, match="reload"):
            table.journal.merge_players(*refused_merge)
    with pytest.raises(NotChanged, match="reload"):
        table.journal.part_player("Ann")
    table.journal.part_player("chris")
    table.journal.part_player("Bob")
    assert merges(table.folder) == []


def test_there_is_an_end_to_merging(tmp_path: Path) -> None:
    table = AppTable(tmp_path, synchronous="OFF")
    for number in range(MOST_MERGES):
        table.journal.merge_players(f"name {number}", "Ann")
    with pytest.raises(NotChanged, match=f"{MOST_MERGES} names"):
        table.journal.merge_players("one more", "Ann")
    table.unplugged()
    restored(tmp_path / "here", backup_of(tmp_path))
    assert len(merges(tmp_path / "here")) == MOST_MERGES


def test_a_disk_that_takes_nothing_merges_nobody_and_says_so(table: AppTable) -> None:
    table.scan(*BEGUN)
    edits = table.journal.edits
    with closing(sqlite3.connect(table.folder / JOURNAL)) as other:
        other.execute("BEGIN IMMEDIATE")  # somebody else is writing
        with pytest.raises(NotChanged, match="in use elsewhere"):
            table.journal.merge_players("chris", "Chris")
    assert (merges(table.folder), table.journal.edits) == ([], edits)
    table.journal.merge_players("chris", "Chris")
    table.scan("badge red")
    assert table.journal.saved


# --- the plug, damage, backups -------------------------------------------------------


def test_what_was_acknowledged_stays_merged_parted_or_corrected(tmp_path: Path) -> None:
    """A forked child merges, parts and corrects and tells of each, until it is killed."""
    chance = random.Random(os.environ.get("OKANJO_SEED", "8"))
    before = AppTable(tmp_path / "before", synchronous="OFF")
    before.scan(*BEGUN)
    before.unplugged()
    for attempt in range(share(150)):
        folder = tmp_path / str(attempt)
        shutil.copytree(before.folder, folder)
        hear, tell = os.pipe()
        child = os.fork()
        if child == 0:
            table, steps = AppTable(folder), edits()
            os.write(tell, b"0")
            for step in steps:
                step(table)
                os.write(tell, b"1")
            signal.pause()
        os.close(tell)
        os.read(hear, 1)
        time.sleep(chance.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(hear, "rb") as pipe:
            acknowledged = len(pipe.read())
        table = AppTable(folder)
        assert table.journal.findings == []
        state = merges(folder), corrected(table)
        table.unplugged()
        assert state in STATES[acknowledged : acknowledged + 2], attempt


def edits() -> list[Callable[[AppTable], None]]:
    return [
        lambda table: table.journal.merge_players("chris", "Chris"),
        lambda table: rename(table, {"red": "Anna"}),
        lambda table: table.journal.merge_players("Chris", "Bo"),
        lambda table: table.journal.part_player("chris"),
        lambda table: rename(table, {"red": "", "blue": "Kim"}),
        lambda table: table.journal.part_player("Chris"),
    ]


ONE, TWO = ("chris", "Chris"), ("Chris", "Bo")
STATES = [
    *(([], ""), ([ONE], ""), ([ONE], "red Anna"), ([ONE, TWO], "red Anna")),
    *(([TWO], "red Anna"), ([TWO], "blue Kim"), ([], "blue Kim")),
]


def test_a_salvage_and_a_restore_keep_the_marks(table: AppTable) -> None:
    table.scan(*BEGUN)
    rename(table, {"red": "Anna"})
    for number in range(40):  # more than one page of them
        table.journal.merge_players(f"name {number} of a player", "somebody else of that length")
    table.journal.part_player("name 7 of a player")
    before = merges(table.folder)
    table.unplugged()
    restored(table.folder / "backup", backup_of(table.folder))
    with (table.folder / JOURNAL).open("r+b") as file:
        file.write(bytes(64))
    table.plugged_in()
    assert "damaged" in table.journal.findings[0].log
    assert "Missing" not in table.journal.findings[0].log
    for folder in (table.folder, table.folder / "backup"):
        assert merges(folder) == before
    assert corrected(table) == "red Anna"


def test_a_bent_merge_costs_one_and_is_told(table: AppTable) -> None:
    table.scan(*BEGUN)
    for name in ("chris", "KRIS", "Kris"):
        table.journal.merge_players(name, "Chris")
    with closing(sqlite3.connect(table.folder / JOURNAL)) as connection:
        connection.execute("UPDATE merges SET player = 'Bo' WHERE name = 'KRIS'")
        connection.commit()
    assert merges(table.folder) == [("chris", "Chris"), ("Kris", "Chris")]
    assert table.journal.read_on(RowsRead()).damage == Damage(merges=True)
    assert [str(missing) for missing in salvage(str(table.folder / JOURNAL)).missing]
    table.journal.part_player("Kris")
    assert table.journal.read_on(RowsRead()).damage == Damage()


@pytest.mark.parametrize(
    "rows",
    [
        [(1, "a", "a")],
        [(1, "a", "b"), (2, "b", "a")],  # each the other
        [(1, "a", "b"), (2, "a", "c")],
        [(2, "a", "b")],
        [(number, f"name {number}", "x") for number in range(1, MOST_MERGES + 2)],
    ],
)
def test_a_backup_in_which_nobody_is_who_they_are(
    tmp_path: Path, rows: list[tuple[int, str, str]]
) -> None:
    table = AppTable(tmp_path / "there")
    table.unplugged()
    packed = backup_of(tmp_path / "there")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(members(packed)[JOURNAL])
        columns = [(*row, crc32(repr(row).encode())) for row in rows]
        connection.executemany("INSERT INTO merges VALUES (?, ?, ?, ?)", columns)
        (tmp_path / "here").mkdir()
        packed = changed(packed, {JOURNAL: connection.serialize()})
    assert "damaged" in refused(tmp_path / "here", packed)


# --- erased --------------------------------------------------------------------------


def test_merged_names_that_only_an_erased_game_had_are_erased_with_it(tmp_path: Path) -> None:
    def with_names(red: str, blue: str) -> object:
        game_report = chris_and_bo(3, 2)
        game_report["seats"][0]["name"], game_report["seats"][1]["name"] = red, blue
        return game_report

    pairs = (("Zébulon", "Kim"), ("Kim", "Ann"), ("zeb", "Ann"), ("Ann", "Bo"))
    made = [with_names(*pair) for pair in pairs]
    journal(tmp_path, made, first=FRIDAY)
    table = AppTable(tmp_path, names={"red": "Ann", "blue": "Bo"})
    for name, player in (("zeb", "Zébulon"), ("Zébulon", "Zoltan"), ("Kim", "Ann"), ("X", "Bo")):
        table.journal.merge_players(name, player)
    first = finished(tmp_path)[0]
    table.journal.delete_game(1, crc(first))
    table.scan("command new-game", "command new-game")
    for later in range(5, 9):
        table.wall = FRIDAY + later * WEEK_S
        table.scan("command next", "badge red", "card sushi-go-party/tofu/1")
        table.scan("command new-game", "command new-game")
    assert merges(tmp_path) == [("zeb", "Zoltan"), ("Kim", "Ann"), ("X", "Bo")]
    content = on_disk(tmp_path)
    assert "Zébulon".encode() not in content
    assert b"Z\\u00e9bulon" not in content
