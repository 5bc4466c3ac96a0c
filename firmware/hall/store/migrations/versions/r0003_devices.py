"""Results are known by their device and its ID of the game, and devices as such in the log.

Until now a game's ID alone named its result, so whoever came first with it had it. And who did
something was a word: a device's ID could read as the organiser's.
"""

import json

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"

OF_DEVICES = "result", "claim", "no-result"  # acts; a game's ID is in those of devices only


def upgrade() -> None:
    _results()
    _acts()


def _results() -> None:
    """Both tables are made anew: SQLite changes no key of one that is there."""
    op.execute("CREATE TABLE old_results AS SELECT * FROM results")
    op.execute("CREATE TABLE old_changes AS SELECT * FROM changes")
    op.drop_table("changes")
    op.drop_table("results")
    op.create_table(
        "results",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("number", sa.Float),
        sa.Column("ended", sa.Float),
        sa.Column("seating", sa.String(64), nullable=False, index=True),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("heard_at", sa.Float, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
    op.create_table(
        "changes",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("result", sa.String(80), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["device", "result"], ["results.device", "results.id"]),
    )
    op.create_index("ix_changes_result", "changes", ["device", "result"])
    columns = "device, id, number, ended, seating, withdrawn, heard_at, payload"
    op.execute(f"INSERT INTO results ({columns}) SELECT {columns} FROM old_results")  # noqa: S608
    op.execute(
        "INSERT INTO changes (n, device, result, at, withdrawn, payload)"
        " SELECT c.n, r.device, c.result, c.at, c.withdrawn, c.payload"
        " FROM old_changes c JOIN old_results r ON r.id = c.result"
    )
    op.drop_table("old_changes")
    op.drop_table("old_results")
    if op.get_bind().dialect.name == "postgresql":  # it goes on from the highest
        counter = "pg_get_serial_sequence('changes', 'n')"
        op.execute(f"SELECT setval({counter}, max(n)) FROM changes")  # noqa: S608


def _acts() -> None:
    acts = sa.table("acts", sa.column("n"), sa.column("who"), sa.column("act"))
    connection = op.get_bind()
    for n, who, text in connection.execute(sa.select(acts)).all():
        act = json.loads(text)
        if act.get("do") in OF_DEVICES and act.get("game"):
            device = acts.update().where(acts.c.n == n).values(who=f"device {who}")
            connection.execute(device)
