"""A password for PostgreSQL: nowhere in `ps`, and where libpq looks for it."""

import os
import subprocess
from pathlib import Path

import pytest
from support.databases import Postgres
from support.hall_board import BoardProgram
from support.mqtt_broker import Broker, needs_mosquitto
from support.table_program import okanjo

SECRET = "d3ad-b33f:\\x"  # noqa: S105
ESCAPED = "d3ad-b33f\\:\\\\x"  # in .pgpass


@pytest.fixture
def board_db(server: Postgres) -> str:
    """A database of bea's, who has a password."""
    name = f"t{os.urandom(4).hex()}"
    server.create(name)
    if not server.sql(name, "SELECT 1 FROM pg_roles WHERE rolname = 'bea'"):
        server.sql(name, f"CREATE ROLE bea LOGIN PASSWORD '{SECRET}'")
    server.sql(name, f"ALTER DATABASE {name} OWNER TO bea")
    return f"postgresql://bea@127.0.0.1:{server.port}/{name}"


@needs_mosquitto
def test_a_password_in_pgpass_is_used_and_shown_to_nobody(
    server: Postgres, board_db: str, mosquitto: Broker, tmp_path: Path
) -> None:
    passwords = tmp_path / "board/.pgpass"
    passwords.parent.mkdir()
    passwords.write_text(f"127.0.0.1:{server.port}:*:bea:{ESCAPED}\n")
    passwords.chmod(0o600)
    board = BoardProgram(tmp_path / "board", mosquitto, "--database", board_db)
    try:
        board.wait_until_it_hears()
        processes = subprocess.run(
            ["ps", "axww", "-o", "args"], check=True, stdout=subprocess.PIPE
        ).stdout
        assert board_db.encode() in processes
        assert SECRET.encode() not in processes
    finally:
        board.end()


@pytest.mark.parametrize("do", [(), ("backup", "saturday.board"), ("restore", "saturday.board")])
@pytest.mark.parametrize(
    ("url", "line", "left"),
    [
        ("postgresql://bea:d3ad@db.example/cup", "db.example:5432:cup:bea", "bea@db.example/cup"),
        (
            "postgresql://bea@[::1]:7/cup?password=d3ad&sslmode=require",
            "\\:\\:1:7:cup:bea",
            "bea@[::1]:7/cup?sslmode=require",
        ),
    ],
)
def test_one_on_the_command_line_is_refused_and_where_it_belongs_is_told(
    tmp_path: Path, url: str, line: str, left: str, do: tuple[str, ...]
) -> None:
    refused = okanjo(tmp_path, "board", *do, "--database", url)
    assert refused.returncode == 2
    output = refused.stderr.decode()
    assert output.splitlines()[1:] == [
        f"{line}:PASSWORD",
        f"Then write: --database postgresql://{left}",
    ]
    assert "d3ad" not in output


def test_a_password_that_is_missing_or_wrong_is_told_in_a_sentence(
    board_db: str, tmp_path: Path
) -> None:
    backup = "board", "backup", "-", "--database", board_db
    for password, why in (
        ("", "no password supplied: keep it in ~/.pgpass (docs/board.md)\n"),
        ("wrong", 'password authentication failed for user "bea"\n'),
    ):
        done = okanjo(tmp_path, *backup, PGPASSWORD=password)
        assert done.returncode == 1
        assert done.stderr.decode().endswith(why)
