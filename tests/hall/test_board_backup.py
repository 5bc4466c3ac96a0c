"""`okanjo board backup` and `restore`: all of it or nothing, in both databases and between them."""

import gzip
import io
import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from support.databases import POSTGRES
from support.hall_board import BoardProgram, broker
from support.mqtt_broker import needs_mosquitto
from support.random_acts import opening
from support.table_program import Okanjo

from firmware.hall.store.backup import back_up, restore
from firmware.hall.store.schema import OWN, VERSION, about, metadata
from firmware.hall.store.store import Store, Unusable, upgrade
from firmware.hall.tournament.acts import to_json

KINDS = ["sqlite", *(["postgresql"] if POSTGRES else [])]
OPENED = json.dumps(to_json(opening(title="Élodie's 🍣 \\ cup")))
SAID = json.dumps({"withdrawn": False, "report": {"seats": []}, "note": "🍣 \\", "venue": ""})
READ = {
    "act": OPENED,
    "more": '["Élodie 🍣 \\"", {}]',
    "seats": "[]",
    "days": "[1]",
    "tournaments": "[1]",
    "payload": SAID,
}
Rows = dict[str, list[tuple[Any, ...]]]
Url = Callable[[str], str]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Url:
    """The URL of a new database of that kind."""

    def url(kind: str) -> str:
        name = f"t{os.urandom(4).hex()}"
        if kind == "postgresql":
            return str(request.getfixturevalue("server").create(name))
        return f"sqlite:///{tmp_path}/{name}/board.db"

    return url


def value(column: sa.Column[Any], n: int) -> object:
    """One that fits, the same in a column and in that which it names."""
    if column.nullable and n == 1:
        return None
    if column.name in READ:
        return READ[column.name]
    match column.type:
        case sa.Boolean():
            return n % 2 == 0
        case sa.Integer():
            return n
        case sa.Float():
            return n + 1 / 3
        case sa.String():
            return f"Élodie 🍣 \\ '\" {n}"
    raise AssertionError(column)


def fill(url: str, rows: int = 3) -> None:
    """Put rows into every table that there is."""
    with closing(Store(url)) as store, store.writing() as connection:
        for table in metadata.sorted_tables:
            if table is not about:
                new = [
                    {column.name: value(column, n) for column in table.columns}
                    for n in range(1, rows + 1)
                ]
                connection.execute(table.insert(), new)
        connection.execute(about.insert(), {"key": "password", "value": "$argon2id$"})


def rows(url: str) -> Rows:
    with closing(Store(url)) as store, store.writing() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
            for table in metadata.sorted_tables
        }


def saved(url: str) -> bytes:
    file = io.BytesIO()
    back_up(url, file)
    return file.getvalue()


def without_password(rows: Rows) -> Rows:
    kept = [row for row in rows["about"] if row[0] == "session"]
    return {**rows, "about": kept, "sessions": [], "helpers": []}


@pytest.mark.parametrize("there", KINDS)
@pytest.mark.parametrize("here", KINDS)
def test_all_but_the_password_moves_between_databases(url: Url, here: str, there: str) -> None:
    first, second = url(here), url(there)
    fill(first)
    kept = rows(first)
    content = saved(first)
    assert b"argon2" not in gzip.decompress(content)
    counts = restore(second, io.BytesIO(content))
    of_all = {table.name: 3 for table in metadata.sorted_tables if table not in OWN}
    assert counts == {**of_all, "about": 1}
    assert rows(second) == without_password(kept)
    assert gzip.decompress(saved(second)) == gzip.decompress(content)
    with closing(Store(second)) as store, store.writing() as connection:  # it goes on counting
        for table in metadata.sorted_tables:
            if (n := table.autoincrement_column) is not None:
                new = {column.name: value(column, 2) for column in table.columns if column is not n}
                assert connection.execute(table.insert(), new).inserted_primary_key == (4,)


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_that_is_not_empty_is_replaced_only_if_asked(url: Url, kind: str) -> None:
    first, second = url(kind), url(kind)
    fill(first)
    fill(second, 5)
    before, content = rows(second), saved(first)
    with pytest.raises(Unusable, match=r"is not empty\. Save it"):
        restore(second, io.BytesIO(content))
    assert rows(second) == before
    restore(second, io.BytesIO(content), replace=True)
    assert rows(second) == without_password(rows(first))


def damaged(content: bytes) -> Iterator[tuple[str, bytes]]:
    """What is wrong, and such a file."""
    lines = gzip.decompress(content).splitlines(keepends=True)
    table, last = json.loads(lines[-2])

    def packed(*lines: bytes) -> bytes:
        return gzip.compress(b"".join(lines))

    def header(**words: object) -> bytes:
        return json.dumps({**json.loads(lines[0]), **words}).encode() + b"\n"

    none, cut, newer = "no backup of a board", "is cut off", "by a newer Okanjo: update this one"
    for other in (b"PK\3\4" + bytes(99), gzip.compress(b"hello"), packed(b'{"format": 1}\n')):
        yield none, other
    for end in (0, 5, len(content) // 2, len(content) - 1):
        yield cut, content[:end]
    yield cut, packed(*lines[:-1])
    for offset in (len(content) // 2, len(content) - 6):
        yield (
            f"{none}|{cut}",
            content[:offset] + bytes([content[offset] ^ 0xFF]) + content[offset + 1 :],
        )
    yield none, packed(*lines[:-2], lines[-1])
    yield none, packed(*lines, lines[-1])
    for odd in (
        [1],
        ["none", {}],
        ["about", {"key": "k", "value": "", "x": 1}],
        [table, dict([*last.items()][:-1])],
        [table, dict.fromkeys(last)],
        [table, {key: {} for key in last}],
        [table, {**last, "n": 1 << 70}],
    ):
        yield none, packed(*lines[:-2], json.dumps(odd).encode() + b"\n", lines[-1])
    yield newer, packed(header(format=2), *lines[1:])
    yield newer, packed(header(version="9999"), *lines[1:])


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_with_anything_wrong_changes_nothing(url: Url, kind: str) -> None:
    there = url(kind)
    fill(there, 200)
    before, content = rows(there), saved(there)
    for wrong, file in damaged(content):
        with pytest.raises(Unusable, match=wrong):
            restore(there, io.BytesIO(file), replace=True)
    assert rows(there) == before


def with_row(content: bytes, table: str, **values: object) -> bytes:
    """The backup, in which the first row of a table has other values."""
    lines = gzip.decompress(content).splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith(f'["{table}",'.encode()):
            _, row = json.loads(line)
            lines[number] = json.dumps([table, row | values]).encode() + b"\n"
            return gzip.compress(b"".join(lines))
    raise AssertionError(table)


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("results", {"payload": "Dear Ann"}),
        ("results", {"payload": "[]"}),
        ("changes", {"payload": '{"withdrawn": false}'}),
        ("acts", {"act": '{"do":"leave","player":7}'}),
        ("acts", {"act": "Dear Ann"}),
        ("uncounted", {"seats": '[["red"]]'}),
        ("uncounted", {"more": "{}"}),
        ("expiring", {"days": '["x"]'}),
    ],
)
def test_what_a_start_or_a_later_day_could_not_read_is_refused(
    url: Url, table: str, values: dict[str, object]
) -> None:
    here, there = url("sqlite"), url("sqlite")
    fill(here)
    fill(there, 5)
    before = rows(there)
    with pytest.raises(Unusable):
        restore(there, io.BytesIO(with_row(saved(here), table, **values)), replace=True)
    assert rows(there) == before


def test_an_old_backup_that_no_step_can_read_is_refused(url: Url) -> None:
    here, there = url("sqlite"), url("sqlite")
    fill(here)
    lines = gzip.decompress(saved(here)).splitlines(keepends=True)
    head = json.loads(lines[0]) | {"version": "0002"}
    act = {"n": 1, "tournament": 1, "at": 1.0, "who": "x", "act": "Dear Ann"}
    old = [head, ["acts", act], {"end": {"acts": 1}}]
    content = gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in old))
    with pytest.raises(Unusable, match="no backup of a board"):
        restore(there, io.BytesIO(content))


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date(
    url: Url, kind: str
) -> None:
    older, newer = url(kind), url(kind)
    Store(older).close()
    with closing(Store(older)) as store, store.writing() as connection:
        metadata.drop_all(connection)
        sa.Table(VERSION, sa.MetaData()).drop(connection)
        upgrade(connection, "0001")
        there = sa.MetaData()
        there.reflect(connection)
        results = there.tables["results"]
        row = {column.name: value(column, 1) for column in results.columns}
        connection.execute(results.insert(), row)
    content = saved(older)
    assert json.loads(gzip.decompress(content).splitlines()[0])["version"] == "0001"
    restore(newer, io.BytesIO(content))
    assert len(rows(newer)["results"]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_database_of_a_board_is_backed_up(url: Url, kind: str, tmp_path: Path) -> None:
    there = url(kind)
    with pytest.raises(Unusable, match=r"There is no database|is not the database of a board"):
        saved(there)
    assert not [*tmp_path.glob("*/board.db")]


def test_a_large_one_takes_little_memory(url: Url) -> None:
    there, other = url("sqlite"), url("sqlite")
    with closing(Store(there)) as store, store.writing() as connection:
        table = metadata.tables["results"]
        row = {column.name: value(column, 2) for column in table.columns}
        long = json.dumps({"withdrawn": True, "x": "x" * 20_000})
        for n in range(15):
            connection.execute(
                table.insert(),
                [row | {"id": f"{n}-{number}", "payload": long} for number in range(100)],
            )
        long = json.dumps({"withdrawn": True, "x": "x" * 500_000})  # the largest that is taken
        for number in range(60):
            connection.execute(table.insert(), row | {"id": f"{number}", "payload": long})
    tracemalloc.start()
    file = io.BytesIO()
    back_up(there, file)
    file.seek(0)
    restore(other, file)
    assert tracemalloc.get_traced_memory()[1] < 20e6  # of 60 MB
    tracemalloc.stop()


@needs_mosquitto
def test_the_commands_beside_a_board_that_runs(okanjo: Okanjo, tmp_path: Path) -> None:
    mosquitto = broker(tmp_path / "broker")
    hall = BoardProgram(tmp_path / "board", mosquitto)
    file, data = tmp_path / "evening.board", f"{hall.folder}/data"

    def run(*words: str) -> tuple[int, str]:
        ended = okanjo(tmp_path, "board", words[0], "--data", data, *words[1:])
        return ended.returncode, (ended.stdout + ended.stderr).decode()

    try:
        hall.wait_until_it_hears()
        assert run("backup", str(file)) == (0, "Saved: nothing yet\n")
        assert file.stat().st_mode & 0o777 == 0o600
        status, output = run("restore", str(file))
        assert (status, "Another board is already running on" in output) == (3, True)
        assert hall.end() == 0
    finally:
        hall.kill()
        mosquitto.stop()
    assert run("restore", str(file)) == (
        0,
        "Restored: nothing yet. Start the board: okanjo board\n",
    )
    assert run("backup", str(file))[0] == 0  # one backup over another
    (tmp_path / "letter").write_text("Dear Ann")
    status, output = run("backup", f"{tmp_path}/letter")
    assert (status, "letter is there already: use another name" in output) == (2, True)
    assert (tmp_path / "letter").read_text() == "Dear Ann"
    assert (
        run("backup", f"{tmp_path}/none/x")[1] == f"{tmp_path}/none/x: No such file or directory\n"
    )
    assert run("restore", f"{tmp_path}/none")[1] == f"{tmp_path}/none: No such file or directory\n"
    assert run("backup")[1] == "Name a file: okanjo board backup FILE\n"
    piped = okanjo(tmp_path, "board", "backup", "-", "--data", data)
    assert gzip.decompress(piped.stdout) == gzip.decompress(file.read_bytes())
    elsewhere = okanjo(
        tmp_path, "board", "restore", "-", "--data", f"{tmp_path}/n", stdin=piped.stdout
    )
    assert elsewhere.returncode == 0
