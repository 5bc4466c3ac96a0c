"""Games that an owner deletes: hidden at once, brought back for a while, then erased for good."""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.backup_tools import backup_of, restored
from support.history_made import chris_and_bo, journal
from support.soak import share
from support.table_app import GAMES, AppTable

from firmware.cli.history import print_history
from firmware.common.system.state_dir import JOURNAL, KEPT_FILE
from firmware.core.journal.database import open_to_look
from firmware.core.journal.deleted import later_evenings
from firmware.core.journal.journal import Journal, NotChanged
from firmware.core.journal.rows import GAMES as GAME_ROWS
from firmware.core.journal.rows import GameRow, crc, game_row
from firmware.core.journal.salvage import salvage
from firmware.records.history.games import Played
from firmware.records.history.reader import Deleted, Past

FRIDAY = time.mktime((2026, 11, 27, 20, 0, 0, 0, 0, -1))
DAY_S, WEEK_S = 86_400.0, 7 * 86_400.0
ONE_GONE = "Zebulon"


@pytest.fixture(autouse=True)
def _time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    return AppTable(tmp_path, names={"red": ONE_GONE})


def evening(table: AppTable, moment: float, games: int = 1) -> None:
    """Games of one tofu each that are left."""
    for _ in range(games):
        table.wall = moment
        if not table.table.seats:
            table.scan("preset party-sampler", "badge red", "badge blue")
        table.scan("command next", "badge red", "card sushi-go-party/tofu/1")
        table.scan("command new-game", "command new-game")


def row(folder: Path, number: int) -> GameRow:
    with closing(open_to_look(str(folder / JOURNAL))) as connection:
        return game_row(connection.execute(f"{GAME_ROWS} WHERE number = {number}").fetchone())


def delete(table: AppTable, number: int) -> None:
    table.journal.delete_game(number, crc(row(table.folder, number)))


def shown(folder: Path) -> tuple[list[int], list[int]]:
    """The games that count, and the deleted ones."""
    steps = list(Past(str(folder)).steps(GAMES))
    counted = [step.number for step in steps if isinstance(step, Played)]
    return counted, [step.game.number for step in steps if isinstance(step, Deleted)]


def on_disk(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob(f"{JOURNAL}*"))


# --- deleted, and brought back -------------------------------------------------------


def test_a_deleted_game_is_hidden_and_can_be_brought_back(table: AppTable) -> None:
    evening(table, FRIDAY, 3)
    delete(table, 2)
    for _ in range(2):
        assert shown(table.folder) == ([1, 3], [2])
        table.power_cut()
    table.journal.bring_back_game(2, crc(row(table.folder, 2)))
    assert shown(table.folder) == ([1, 2, 3], [])


def test_notes_last_through_undo_power_cuts_and_the_games_end(table: AppTable) -> None:
    table.scan("preset party-sampler", "badge red", "badge blue", "command next")
    table.journal.annotate_game(1, crc(row(table.folder, 1)), "Rain", "At Bo's", "2026-11-20")
    table.power_cut()
    for again in ("command undo", "command next", "command new-game", "command new-game"):
        table.scan(again)
    (game,) = filter(None, Past(str(table.folder)).steps(GAMES))
    assert isinstance(game, Played)
    assert (game.note, game.venue) == ("Rain", "At Bo's")
    assert time.strftime("%F", time.localtime(game.at)) == "2026-11-20"


def test_whoever_counts_the_games_notices_a_deletion(table: AppTable) -> None:
    evening(table, FRIDAY, 4)
    look = Past(str(table.folder))
    marks = [look.mark()]
    delete(table, 1)
    marks.append(look.mark())
    table.journal.bring_back_game(1, crc(row(table.folder, 1)))
    marks.append(look.mark())
    assert marks[0] == marks[2] != marks[1]


def test_the_game_in_progress_stays(table: AppTable) -> None:
    evening(table, FRIDAY)
    table.scan("command next")
    with pytest.raises(NotChanged, match="in progress"):
        delete(table, 2)
    assert row(table.folder, 2).deleted == 0


def test_undo_into_a_deleted_game_brings_it_back(table: AppTable) -> None:
    evening(table, FRIDAY, 2)
    delete(table, 2)
    table.scan("command undo")  # its NEW GAME
    assert table.table.phase == "playing"
    table.scan("card sushi-go-party/tofu/2", "command new-game", "command new-game")
    assert shown(table.folder) == ([1, 2], [])


def test_a_finished_game_may_be_deleted_while_its_scores_stand(table: AppTable) -> None:
    table.scan("preset party-sampler", "badge red", "badge blue", "command next")
    for number in range(3):
        table.scan("badge red", f"card sushi-go-party/tofu/{number + 1}", *["command score"] * 2)
        table.scan(*["command next"][: 2 - number])
    delete(table, 1)
    assert shown(table.folder) == ([], [1])
    table.scan("command new-game")
    assert shown(table.folder) == ([], [1])
    table.scan("command undo", "command undo")  # and the end of the game
    assert row(table.folder, 1).deleted == 0


def test_what_has_changed_since_it_was_seen_is_left_alone(table: AppTable) -> None:
    evening(table, FRIDAY, 2)
    checksum = crc(row(table.folder, 1))
    table.journal.annotate_game(1, checksum, "first", "", "")
    for number in (1, 2, 9):
        with pytest.raises(NotChanged, match="reload"):
            table.journal.delete_game(number, checksum)
    assert row(table.folder, 1).note == "first"


def test_a_disk_that_takes_nothing_changes_nothing_and_says_so(table: AppTable) -> None:
    evening(table, FRIDAY, 2)
    with closing(sqlite3.connect(table.folder / JOURNAL)) as other:
        other.execute("BEGIN IMMEDIATE")  # somebody else is writing
        with pytest.raises(NotChanged, match="in use elsewhere"):
            delete(table, 1)
    assert shown(table.folder) == ([1, 2], [])
    delete(table, 1)
    table.scan("command next")
    assert table.journal.saved


# --- erased ----------------------------------------------------------------------------


def test_on_the_third_later_evening_nothing_is_left_of_it(table: AppTable) -> None:
    evening(table, FRIDAY)
    table.settings = {"names": {"red": "Bo"}}
    table.power_cut()
    evening(table, FRIDAY + 3600)
    table.journal.annotate_game(1, crc(row(table.folder, 1)), "with Xanthippe", "Utopia", "")
    before = Journal.game_before(table.journal)
    assert before
    scans = [scan.at for scan in before.scans]
    assert scans
    delete(table, 1)
    evening(table, FRIDAY + 5 * 3600)  # at one in the morning: the same one
    for later in (1, 2):
        evening(table, FRIDAY + later * WEEK_S, 2)
        assert shown(table.folder)[1] == [1]
    assert ONE_GONE.encode() in on_disk(table.folder)
    table.wall = FRIDAY + 3 * WEEK_S
    table.scan("command next")
    for word in (ONE_GONE, "Xanthippe", "Utopia"):
        assert word.encode() not in on_disk(table.folder)
    assert row(table.folder, 1)[2:-3] == ("", "", None, 0.0, None, "", "", "", "")
    assert row(table.folder, 1)[-2:] == ("", "")
    with pytest.raises(NotChanged):
        table.journal.bring_back_game(1, crc(row(table.folder, 1)))
    table.scan("badge red", "card sushi-go-party/tofu/1")
    table.power_cut()
    assert table.journal.findings == []
    assert table.journal.saved
    assert shown(table.folder) == ([2, 3, 4, 5, 6, 7], [])


def test_not_a_byte_of_many_games_stays_however_they_lay_in_the_file(tmp_path: Path) -> None:
    chance = random.Random(7)
    table, gone = AppTable(tmp_path, synchronous="OFF"), []
    for number in range(1, 40):
        table.settings = {"names": {"red": f"Name{number}x"}}
        table.power_cut()
        evening(table, FRIDAY + number * DAY_S)
        for old in range(1, number + 1):
            if old not in gone and chance.random() < 0.06:
                checksum = crc(row(tmp_path, old))
                note = f"Name{old}x " * chance.randint(1, 15)
                table.journal.annotate_game(old, checksum, note, "", "")
                delete(table, old)
                gone.append(old)
    left = on_disk(tmp_path)
    emptied = [number for number in gone if row(tmp_path, number).deleted < 0]
    assert len(emptied) > 10
    assert [number for number in emptied if b"Name%dx" % number in left] == []


def erased_while_somebody_reads(table: AppTable) -> None:
    """Two games on the first evening, of which the first is deleted and its time then over."""
    evening(table, FRIDAY, 2)
    delete(table, 1)
    for later in (1, 2):
        evening(table, FRIDAY + later * DAY_S)
    with closing(open_to_look(str(table.folder / JOURNAL))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchone()
        evening(table, FRIDAY + 3 * DAY_S)


def test_somebody_who_is_reading_only_puts_the_erasing_off(table: AppTable) -> None:
    erased_while_somebody_reads(table)
    table.journal.empty_deleted()
    with closing(sqlite3.connect(table.folder / JOURNAL)) as connection:
        (codes,) = connection.execute("SELECT max(code) FROM scans WHERE seq < 7").fetchone()
    assert codes == ""
    log = (table.folder / f"{JOURNAL}-wal").read_bytes()
    assert not any(log)


def test_a_game_that_is_erased_is_in_no_copy_of_what_is_kept(table: AppTable) -> None:
    file = table.folder / KEPT_FILE
    evening(table, FRIDAY, 2)
    delete(table, 1)
    for later in (1, 2, 3):
        file.write_text(ONE_GONE)
        evening(table, FRIDAY + later * DAY_S)
        assert file.exists() == (later < 3)


def test_a_rescued_journal_has_no_scan_of_an_erased_game(table: AppTable) -> None:
    erased_while_somebody_reads(table)
    files = (table.folder / JOURNAL, table.folder / f"{JOURNAL}-wal")
    content = [file.read_bytes() for file in files]
    assert ONE_GONE.encode() in content[1]  # in what the log held before
    copy = table.folder / "copy"
    copy.mkdir()
    for file, held in zip(files, content, strict=True):
        (copy / file.name).write_bytes(held)
    with (copy / JOURNAL).open("r+b") as journal:
        journal.write(bytes(64))
    rescued = salvage(str(copy / JOURNAL))
    assert rescued.missing == ()
    assert rescued.readable.scans[0].seq == row(table.folder, 2).first_seq


def test_a_backup_brings_marks_and_notes_along_and_nothing_of_what_is_erased(
    tmp_path: Path,
) -> None:
    table = AppTable(tmp_path / "there", names={"red": ONE_GONE})
    evening(table, FRIDAY, 2)
    delete(table, 1)
    for later in (1, 2, 3):
        evening(table, FRIDAY + later * DAY_S)
    delete(table, 3)
    table.journal.annotate_game(4, crc(row(table.folder, 4)), "Rain", "", "2026-11-20")
    rows = [row(table.folder, number) for number in range(1, 6)]
    table.unplugged()
    restored(tmp_path / "here", backup_of(tmp_path / "there"))
    again = AppTable(tmp_path / "here")
    assert again.journal.findings == []
    assert [row(tmp_path / "here", number) for number in range(1, 6)] == rows
    assert shown(tmp_path / "here") == ([2, 4, 5], [3])


# --- evenings ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("began", "evenings"),
    [
        ([], 0),
        ([FRIDAY], 0),
        ([FRIDAY, FRIDAY + 7.9 * 3600], 0),  # till 4 in the morning
        ([FRIDAY, FRIDAY + 8.1 * 3600], 1),
        ([FRIDAY, FRIDAY + WEEK_S, FRIDAY + WEEK_S + 60, FRIDAY + 2 * WEEK_S], 2),
        ([FRIDAY] * 40, 0),  # a clock that stands
        ([FRIDAY, 0.0, 60.0, FRIDAY + 3600, 5e9, FRIDAY + 7200], 0),  # not set, or mad
        ([FRIDAY, FRIDAY - 400 * DAY_S, FRIDAY - 400 * DAY_S + 60], 1),  # set back
    ],
)
def test_evenings_are_counted_from_game_to_game(began: list[float], evenings: int) -> None:
    assert later_evenings(began) == evenings


# --- the plug ----------------------------------------------------------------------------


def test_what_was_acknowledged_stays_deleted_and_an_erasing_cut_off_is_done_again(
    tmp_path: Path,
) -> None:
    """A forked child deletes, begins the third evening and tells of both, until it is killed."""
    chance = random.Random(os.environ.get("OKANJO_SEED", "5"))
    before = AppTable(tmp_path / "before", synchronous="OFF", names={"red": ONE_GONE})
    evening(before, FRIDAY, 2)
    before.settings = {"names": {"red": "Bo"}}
    before.power_cut()
    evening(before, FRIDAY)
    before.journal.annotate_game(2, crc(row(before.folder, 2)), "with Xanthippe", "", "")
    delete(before, 2)
    for later in (1, 2):
        evening(before, FRIDAY + later * DAY_S)
    before.unplugged()
    for attempt in range(share(200)):
        folder = tmp_path / str(attempt)
        shutil.copytree(before.folder, folder)
        hear, tell = os.pipe()
        child = os.fork()
        if child == 0:
            table = AppTable(folder, names={"red": "Bo"})
            table.wall = FRIDAY + 3 * DAY_S
            os.write(tell, b"0")
            delete(table, 1)
            os.write(tell, b"1")
            table.scan("command next")
            os.write(tell, b"2")
            signal.pause()
        os.close(tell)
        os.read(hear, 1)
        time.sleep(chance.uniform(0, 0.04))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(hear, "rb") as pipe:
            steps = pipe.read()
        assert (row(folder, 1).deleted > 0) or not steps
        table = AppTable(folder, names={"red": "Bo"})
        table.wall = FRIDAY + 3 * DAY_S
        assert table.journal.findings == []
        if row(folder, table.table.number).names == "":  # NEXT was not acknowledged
            assert b"2" not in steps
            table.scan("command next")
        else:
            table.app.do_what_is_due()
        assert row(folder, 2).deleted < 0
        assert b"Xanthippe" not in on_disk(folder)
        table.unplugged()
        with closing(sqlite3.connect(folder / JOURNAL)) as connection:
            first, end = row(folder, 2).first_seq, row(folder, 3).first_seq
            codes = connection.execute(
                "SELECT DISTINCT code FROM scans WHERE seq >= ? AND seq < ?", (first, end)
            )
            assert codes.fetchall() == [("",)]


# --- the command line --------------------------------------------------------------------


def test_the_command_folds_what_was_left_and_does_not_count_what_is_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal(
        tmp_path / "state", [chris_and_bo(12, 7), chris_and_bo(99, 1), None, chris_and_bo(8, 9)]
    )
    table = AppTable(tmp_path / "state")
    delete(table, 2)
    checksum = crc(row(table.folder, 4))
    table.journal.annotate_game(4, checksum, "Rain", "At Bo's", "2026-11-20")
    table.unplugged()
    config = tmp_path / "okanjo.toml"
    config.write_text(f'[state]\nfolder = "{tmp_path / "state"}"\n')
    assert print_history(str(config), as_csv=False, as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[0] for line in lines[:2]] == ["1", "4"]
    assert lines[1].startswith("4  Fri 20 Nov 2026")
    assert lines[1].endswith("At Bo's, Rain")
    assert lines[2:4] == ["1 game left unfinished.", "1 deleted game: see the history page."]
    assert not [line for line in lines if "99" in line]
