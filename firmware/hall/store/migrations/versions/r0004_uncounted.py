"""What devices said that does not count."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    op.create_table(
        "uncounted",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("why", sa.String(32), nullable=False),
        sa.Column("more", sa.Text, nullable=False),
        sa.Column("tournament", sa.Integer, nullable=False),
        sa.Column("table", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
    )
