"""Acts of tournaments, and the names of those who play."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.create_table(
        "acts",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("tournament", sa.Integer, nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("tournament", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
    )
