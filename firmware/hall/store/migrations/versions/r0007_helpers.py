"""Helpers of the organiser's."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    op.create_table(
        "helpers",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("hash", sa.Text, nullable=False),
    )
