"""Results, and what they were before."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    op.create_table(
        "about",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
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
        sa.Column("result", sa.String(80), sa.ForeignKey("results.id"), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
