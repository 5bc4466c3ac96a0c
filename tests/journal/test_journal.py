"""The journal on a sound disk: games, undo across games, history, clocks, and its single owner."""

import os
import select
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.displayed import problem_text
from support.journal_tools import code_of, codes, finished, in_order, scan
from support.soak import share

from firmware.common.system.state_dir import AlreadyRunning, default_folder
from firmware.core.journal.journal import Journal
from firmware.core.journal.rows import GameNow, crc
from firmware.words.line import broken

STARTS = share(200)
TWENTY_YEARS_S = 20 * 365 * 86400.0


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(str(tmp_path / "state"))
    assert journal.saved
    yield journal
    journal.close()


def again(journal: Journal, tmp_path: Path) -> Journal:
    """The same journal after a stop."""
    journal.close()
    return Journal(str(tmp_path / "state"))


def test_an_empty_journal_has_no_game(journal: Journal, tmp_path: Path) -> None:
    assert (journal.last_game(), journal.game_before()) == (None, None)
    reopened = again(journal, tmp_path)
    assert (reopened.saved, reopened.last_game(), reopened.findings) == (True, None, [])
    reopened.close()


def test_a_game_goes_on_where_it_was(journal: Journal, tmp_path: Path) -> None:
    journal.append("100001", 0, 5.5, GameNow(1, "", "{}"))
    journal.append("100001", "red", 6, GameNow(1, "", "{}"))
    reopened = again(journal, tmp_path)
    last = reopened.last_game()
    assert last is not None
    assert [tuple(row) for row in last.scans] == [(1, "100001", 0, 5.5), (2, "100001", "red", 6.0)]
    assert tuple(last.game) == (1, 1, "", "{}", None, 5.5, None, "", "", "", "", 0, "", "")
    scan(reopened, 1)
    assert len(codes(reopened)) == 3
    reopened.close()


def test_a_new_lobby_begins_with_the_scan_after_the_one_that_opened_it(
    journal: Journal, tmp_path: Path
) -> None:
    first, second = GameNow(1, "", "{}"), GameNow(2, "badge red", '{"tuna": 400}')
    journal.append("100001", 0, 1.0, first)
    journal.append("100002", 0, 2.0, first._replace(result='{"total": 7}'))
    journal.append("100003", 0, 3.0, second)
    for now in (journal, again(journal, tmp_path)):
        last, before = now.last_game(), now.game_before()
        assert last is not None
        assert before is not None
        assert (last.game.opening, last.game.card_table) == ("badge red", '{"tuna": 400}')
        assert (last.game.first_seq, last.scans) == (4, ())
        assert [row.code for row in before.scans] == ["100001", "100002", "100003"]
        assert (before.game.result, before.game.ended) == ('{"total": 7}', 2.0)
    scan(now, 1, second)
    assert codes(now) == [code_of(4)]
    now.close()


def test_undo_brings_the_old_game_back_and_its_scans_go_on(
    journal: Journal, tmp_path: Path
) -> None:
    scan(journal, 10)
    scan(journal, 1, GameNow(1, result="{}"))
    scan(journal, 1, GameNow(2, "badge red"))
    scan(journal, 3, GameNow(2, "badge red"))
    assert journal.append(code_of(16), 0, 9.0, GameNow(1, result="{}"))
    for now in (journal, again(journal, tmp_path)):
        assert codes(now) == in_order(16)
        assert now.game_before() is None
        assert [game.number for game in finished(tmp_path / "state")] == [1]
    scan(now, 1)  # undone further: not finished any more
    assert finished(tmp_path / "state") == []
    scan(now, 1, GameNow(2, "badge blue"))
    last = now.last_game()
    assert last is not None
    assert (last.game.opening, last.game.first_seq) == ("badge blue", 19)
    now.close()


def test_a_seating_is_finished_by_a_result_that_was_not_deleted(
    journal: Journal, tmp_path: Path
) -> None:
    """Of the game on the table, or of one that only the disk knows any more."""
    scan(journal, 1, GameNow(1, seating="cup-1"))
    assert not journal.has_finished("cup-1")
    scan(journal, 1, GameNow(1, seating="cup-1", result="{}"))
    assert (journal.has_finished("cup-1"), journal.has_finished("cup-2")) == (True, False)
    assert journal.game
    first = crc(journal.game)
    journal.delete_game(1, first)
    assert not journal.has_finished("cup-1")
    journal.bring_back_game(1, crc(journal.game))
    for number in (2, 3, 4):
        scan(journal, 1, GameNow(number))
    assert (journal.has_finished("cup-1"), journal.has_finished("cup-2")) == (True, False)
    journal.delete_game(1, first)
    assert not journal.has_finished("cup-1")
    scan(journal, 1, GameNow(4, seating="cup-4", result="{}"))
    (tmp_path / "state" / "journal.db").unlink()
    assert not journal.append(code_of(1), 0, 1.0, None)
    assert (journal.has_finished("cup-4"), journal.has_finished("cup-1")) == (True, False)


def test_a_clock_that_jumps_changes_nothing_but_what_it_says(
    journal: Journal, tmp_path: Path
) -> None:
    times = [0.0, TWENTY_YEARS_S, -TWENTY_YEARS_S, 1.5, 1.5]
    for moment, seq in zip(times, range(1, 6), strict=True):
        assert journal.append(code_of(seq), 0, moment, GameNow(1))
    now = again(journal, tmp_path)
    last = now.last_game()
    assert last is not None
    assert [(row.seq, row.at) for row in last.scans] == list(enumerate(times, 1))
    assert codes(now) == in_order(5)
    now.close()


def test_a_second_start_says_who_holds_the_folder(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(AlreadyRunning, match=f"process {os.getpid()}.*stop it"):
        Journal(str(tmp_path / "state"))
    scan(journal, 1)


def test_of_many_starts_at_once_exactly_one_wins(tmp_path: Path) -> None:
    """Forked, so that they are truly at once; each child says how it went in one byte."""
    gate, open_gate = os.pipe()
    hear, say = os.pipe()
    hold, let_go = os.pipe()
    children = []
    for _ in range(STARTS):
        child = os.fork()
        if child == 0:
            os.close(open_gate)
            os.close(let_go)
            verdict = b"?"
            try:
                os.read(gate, 1)  # ends when the parent closes its end
                journal = Journal(str(tmp_path / "state"))
                verdict = b"W" if journal.saved else b"U"
                journal.append("100001", 0, 1.0, GameNow(1))
            except AlreadyRunning:
                verdict = b"R"
            finally:
                os.write(say, verdict)
                os.read(hold, 1)
                os._exit(0)
        children.append(child)
    os.close(open_gate)
    verdicts = b""
    while len(verdicts) < STARTS and select.select([hear], [], [], 60)[0]:
        verdicts += os.read(hear, STARTS)
    os.close(let_go)
    for child in children:
        os.waitpid(child, 0)
    for descriptor in (gate, hear, say, hold):
        os.close(descriptor)
    assert (len(verdicts), verdicts.count(b"W"), verdicts.count(b"R")) == (STARTS, 1, STARTS - 1)
    journal = Journal(str(tmp_path / "state"))
    assert codes(journal) == ["100001"]
    journal.close()


def test_a_newer_journal_is_left_alone(journal: Journal, tmp_path: Path) -> None:
    scan(journal, 3)
    journal.close()
    file = tmp_path / "state" / "journal.db"
    connection = sqlite3.connect(file)
    connection.executescript("ALTER TABLE games ADD COLUMN more TEXT; PRAGMA user_version=6")
    connection.close()
    content = file.read_bytes()
    newer = Journal(str(tmp_path / "state"))
    assert not newer.saved
    assert "Update Okanjo" in newer.findings[0].log
    assert not newer.append("100001", 0, 1.0, GameNow(1))
    assert codes(newer) == ["100001"]
    newer.close()
    assert file.read_bytes() == content
    assert not list(file.parent.glob("*damaged*"))


def test_findings_fit_the_display(journal: Journal, tmp_path: Path) -> None:
    scan(journal, 3)
    journal.close()
    (tmp_path / "state" / "journal.db").write_bytes(b"x" * 5000)
    damaged = Journal(str(tmp_path / "state"))
    (finding,) = damaged.findings
    lines = [*broken(problem_text(finding.problem))]
    assert len(lines) == 2
    assert max(map(len, lines)) <= 21
    damaged.close()


def test_the_state_folder_is_under_home_where_there_is_no_system_folder(tmp_path: Path) -> None:
    if os.access("/var/lib/okanjo", os.W_OK):
        pytest.skip("this machine has /var/lib/okanjo")
    home = {"HOME": str(tmp_path)}
    assert default_folder(home) == f"{tmp_path}/.local/state/okanjo"
    assert default_folder({**home, "XDG_STATE_HOME": "/x/state"}) == "/x/state/okanjo"
    assert default_folder({**home, "XDG_STATE_HOME": "state"}) == f"{tmp_path}/.local/state/okanjo"
