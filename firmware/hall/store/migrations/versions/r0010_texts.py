"""Notes at tables, beside what is told to all."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    op.create_table(
        "texts",
        sa.Column("tournament", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO texts SELECT tournament, '', text FROM announcements")
    op.drop_table("announcements")
