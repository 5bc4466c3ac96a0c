"""When names were announced that go by themselves."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    op.create_table(
        "expiring",
        sa.Column("tournament", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("announced", sa.Float, nullable=False),
        sa.Column("days", sa.Text, nullable=False),
        sa.Column("ran_s", sa.Float, nullable=False),
    )
