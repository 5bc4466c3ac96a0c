"""What a board keeps, in both databases: the newest of each result, and what it was before."""

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from support.databases import Postgres
from support.hall_games import game, of
from support.random_acts import OPEN

from firmware.common.system.state_dir import AlreadyRunning
from firmware.hall.store.known import Known
from firmware.hall.store.ledger import Ledger
from firmware.hall.store.schema import VERSION, changes, metadata
from firmware.hall.store.store import Away, Store, Unusable, Writing, engine_of, upgrade
from firmware.hall.tournament.acts import to_json

Open = Callable[[], Store]


@pytest.fixture
def opened(database: str) -> Iterator[Open]:
    """Opens the database of this test, once more after a close."""
    stores: list[Store] = []

    def open_() -> Store:
        stores.append(Store(database))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def result(device: str, game_id: str = "ab-1", **more: Any) -> dict[str, Any]:
    end = of(device, game_id, game(0)[-1]).result
    assert end
    return {**end, **more}


def keep(store: Store, results: list[dict[str, Any]], now: float) -> list[str]:
    """Keep results as the board does; "" for each that was taken, else why not."""
    with store.writing() as connection:
        ledger = Ledger(Writing(connection, now), Known())
        return [ledger.hear(words).why for words in results]


def logged(store: Store) -> list[Any]:
    with store._engine.connect() as connection:
        return [*connection.execute(sa.select(changes).order_by(changes.c.n)).mappings()]


def test_the_newest_of_each_result_counts_and_the_older_ones_are_logged(opened: Open) -> None:
    store = opened()
    first, other = result("t1"), result("t2", "cd-1", number=7, note="Élodie 🍣 \ufffd")
    taken_back = {"v": 1, "id": "ab-1", "device": "t1", "withdrawn": True}
    assert keep(store, [first, other, first], 10) == [""] * 3
    assert logged(store) == []
    assert keep(store, [{**first, "note": "late"}], 11) == [""]
    assert store.result("t1", "ab-1") == {**first, "note": "late"}
    assert keep(store, [taken_back], 12) == [""]
    assert store.result("t1", "ab-1") is None
    assert store.games() == {("t2", "cd-1")}
    assert keep(store, [first], 13) == [""]
    store.close()
    store = opened()
    assert store.result("t1", "ab-1") == first
    assert store.result("t2", "cd-1") == other
    rows = [(row["at"], row["device"], row["withdrawn"]) for row in logged(store)]
    assert rows == [(11, "t1", False), (12, "t1", False), (13, "t1", True)]


def test_no_device_changes_the_game_of_another(opened: Open) -> None:
    store, mine, other = opened(), result("t1"), result("t2", note="mine now")
    lie = {"v": 1, "id": "ab-1", "device": "t2", "withdrawn": True}
    for order in ([mine, other], [other, mine]):  # whoever comes first
        assert keep(store, order, 10) == ["", ""]
        assert (store.result("t1", "ab-1"), store.result("t2", "ab-1")) == (mine, other)
    assert keep(store, [lie], 11) == [""]
    assert store.result("t1", "ab-1") == mine
    assert store.games() == {("t1", "ab-1")}


def test_a_row_that_the_database_refuses_takes_no_other_with_it(opened: Open) -> None:
    store = opened()
    narrower = (
        "ALTER TABLE results ALTER seating TYPE varchar(5)"
        if store._engine.dialect.name == "postgresql"
        else "CREATE TRIGGER narrower BEFORE INSERT ON results WHEN length(new.seating) > 5"
        " BEGIN SELECT RAISE(ABORT, 'value too long'); END"
    )
    with store._engine.begin() as connection:
        connection.execute(sa.text(narrower))
    results = [
        result("t1", "ab-1"),
        result("t1", "ab-2", seating="too long for it"),
        result("t1", "ab-3"),
    ]
    why = keep(store, results, 10)
    assert [not reason for reason in why] == [True, False, True]
    assert re.match("the database refuses the game ab-2: .*value too long", why[1])
    assert store.games() == {("t1", "ab-1"), ("t1", "ab-3")}
    assert keep(store, [results[1], result("t1", "ab-4")], 11) == [why[1], ""]
    store.close()
    assert opened().games() == {("t1", "ab-1"), ("t1", "ab-3"), ("t1", "ab-4")}


def test_a_full_disk_holds_results_up_and_loses_none(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/board.db")
    results = [result("t1", f"ab-{number:x}") for number in range(100)]
    assert store._connection is not None
    store._connection.exec_driver_sql("PRAGMA max_page_count=40")
    store._connection.rollback()
    with pytest.raises(Away, match="database or disk is full"):
        keep(store, results, 10)
    assert store.games() == set()
    assert keep(store, results, 11) == [""] * 100  # a connection of its own, without that bound
    store.close()


def test_a_broker_knows_it_by_the_same_name_ever_after(opened: Open) -> None:
    store = opened()
    session = store.session
    store.close()
    assert opened().session == session


def test_a_second_board_is_refused(opened: Open) -> None:
    first = opened()
    with pytest.raises(AlreadyRunning, match="Another board is already running on") as why:
        opened()
    assert "secret" not in str(why.value)
    assert keep(first, [result("t1")], 10) == [""]
    first.close()
    assert opened().games() == {("t1", "ab-1")}


def test_the_steps_of_migration_lead_to_the_schema(opened: Open) -> None:
    store = opened()
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION})
        assert compare_metadata(context, metadata) == []


def test_old_results_and_their_log_are_taken_along(database: str) -> None:
    """Of a board that knew results by IDs alone, and called devices as these call themselves."""
    Store(database).close()
    mine, other = result("t1", "ab-1"), result("organiser", "cd-1")
    engine, _ = engine_of(database)
    acts: list[tuple[str, dict[str, Any]]] = [
        ("organiser", to_json(OPEN)),
        ("organiser", {"do": "result", "table": "r1", "seats": []}),
        ("t1", {"do": "result", "table": "r1", "seats": [], "game": "ab-1"}),
        ("organiser", {"do": "claim", "table": "r1", "seats": [], "game": "cd-1"}),
        ("table 1", {"do": "claim", "table": "r1", "seats": []}),
        ("t1", {"do": "no-result", "table": "r1", "game": "ab-1"}),
        ("organiser", {"do": "no-result", "table": "r1"}),
    ]
    with engine.begin() as connection:
        metadata.drop_all(connection)
        sa.Table(VERSION, sa.MetaData()).drop(connection)
        upgrade(connection, "0002")
        old = sa.MetaData()
        old.reflect(connection)
        connection.execute(old.tables["about"].insert(), {"key": "session", "value": "feed"})
        for n, words in enumerate((mine, other), 1):
            row = {"id": words["id"], "device": words["device"], "number": n, "ended": 2.5}
            rest = {
                "seating": "s",
                "withdrawn": n == 2,
                "heard_at": 3.5,
                "payload": json.dumps(words),
            }
            connection.execute(old.tables["results"].insert(), row | rest)
        for n, words in ((3, other), (8, mine)):
            row = {"n": n, "result": words["id"], "at": 4.5, "who": words["device"]}
            before = {"withdrawn": False, "payload": f"before {n}"}
            connection.execute(old.tables["changes"].insert(), row | before)
        for n, (who, act) in enumerate(acts, 1):
            row = {"n": n, "tournament": 1, "at": 5.5, "who": who, "act": json.dumps(act)}
            connection.execute(old.tables["acts"].insert(), row)
    engine.dispose()
    store = Store(database)
    try:
        assert store.session == "feed"
        assert store.games() == {("t1", "ab-1")}
        assert store.result("t1", "ab-1") == mine
        assert [
            (row["n"], row["device"], row["result"], row["payload"]) for row in logged(store)
        ] == [
            (3, "organiser", "cd-1", "before 3"),
            (8, "t1", "ab-1", "before 8"),
        ]
        devices = [
            who if "game" not in act or number == 0 else f"device {who}"
            for number, (who, act) in enumerate(acts)
        ]
        assert [row.who for row in store.acts()] == devices
        assert [to_json(row.act) for row in store.acts()] == [act for _, act in acts]
        assert keep(store, [{**mine, "note": "late"}], 10) == [""]
        assert [row["n"] for row in logged(store)] == [3, 8, 9], "it goes on counting"
        with store._engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"version_table": VERSION})
            assert compare_metadata(context, metadata) == []
            assert not [name for name in sa.inspect(connection).get_table_names() if "old" in name]
    finally:
        store.close()


def test_a_foreign_or_newer_database_is_left_as_it_is(opened: Open) -> None:
    store = opened()
    with store._engine.begin() as connection:
        connection.execute(sa.text("UPDATE okanjo_board SET version_num = '9999'"))
    store.close()
    with pytest.raises(Unusable, match="was written by a newer Okanjo: update this one"):
        opened()
    with store._engine.begin() as connection:
        connection.execute(sa.text(f"DROP TABLE {VERSION}"))
    with pytest.raises(Unusable, match="is the database of another program: it has the table"):
        opened()


def test_a_migration_that_is_cut_off_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's: Python's module begins no transaction for CREATE TABLE by itself."""
    file = tmp_path / "board.db"
    with monkeypatch.context() as cut:
        cut.setattr("alembic.runtime.migration.HeadMaintainer.update_to_step", None)
        with pytest.raises(TypeError):
            Store(f"sqlite:///{file}")
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    Store(f"sqlite:///{file}").close()


@pytest.mark.parametrize("content", [b"Hello " * 999, b"SQLite format 3\0" + b"\7" * 9999])
def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "board.db"
    file.write_bytes(content)
    with pytest.raises(Unusable, match=f"The database {file} cannot be used: .*database"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == content


@pytest.mark.parametrize("url", ["board.db", "sqlite://", "mysql://localhost/board", "sqlite:///"])
def test_a_url_that_is_none_is_told_in_a_sentence(url: str) -> None:
    with pytest.raises(Unusable, match="sqlite:///"):
        Store(url)


def test_a_server_that_is_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(Unusable, match=r"ann:\*\*\*@127.0.0.1:9/board cannot be used: .*refused"):
        Store("postgresql://ann:secret@127.0.0.1:9/board")


def test_a_server_that_has_crashed_is_used_again(server: Postgres) -> None:
    store = Store(server.create("crashed"))
    try:
        keep(store, [result("t1")], 10)
        server.stop(kill=True)
        with pytest.raises(Away):
            keep(store, [result("t1", "ab-2")], 11)
        with pytest.raises(Away):
            store.games()
        server.start()
        assert keep(store, [result("t1", "ab-2")], 12) == [""]
        assert store.games() == {("t1", "ab-1"), ("t1", "ab-2")}
        with pytest.raises(AlreadyRunning):
            Store(f"postgresql://ann@127.0.0.1:{server.port}/crashed")
    finally:
        store.close()


def test_a_word_is_kept_beside_what_another_thread_writes(opened: Open) -> None:
    store = opened()
    store.note("password", "old")
    words = threading.Thread(target=store.note, args=("password", "new"))
    with store.writing() as connection:
        Writing(connection, 1.0).add(1, OPEN, "organiser")
        words.start()
    words.join()
    store.close()
    again = opened()
    assert (again.noted("password"), again.noted("none")) == ("new", "")
    assert len(again.acts()) == 1
