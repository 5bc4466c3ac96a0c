"""Sessions that end when somebody signs out."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
    )
