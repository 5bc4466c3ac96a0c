"""Points over several tournaments."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    op.create_table(
        "seasons",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("tournaments", sa.Text, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
