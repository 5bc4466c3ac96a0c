"""What the hall keeps, as tables of a database. Each change here takes a step in `migrations`."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

VERSION = "okanjo_board"  # the table that says which steps were taken; without it, it is not ours
metadata = MetaData()

about = Table(
    "about",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

# Who is signed in, by the hash of what the browser keeps. `who` is a helper's name, or "".
sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("who", Text, nullable=False),
    Column("began", Float, nullable=False),
)
# Who helps the organiser: a name, and the hash of a password.
helpers = Table(
    "helpers",
    metadata,
    Column("name", Text, primary_key=True),
    Column("hash", Text, nullable=False),
)
# Of this board alone: in no backup, and no restore brings another's.
OWN = (about, sessions, helpers)

# Finished games, each known by its device and that one's ID of it: whoever uses the ID of another
# device's game has a row of its own. `payload` is the newest that was said, as JSON in ASCII.
results = Table(
    "results",
    metadata,
    Column("device", String(32), primary_key=True),
    Column("id", String(80), primary_key=True),
    Column("number", Float),  # of the game, on the device
    Column("ended", Float),
    Column("seating", String(64), nullable=False, index=True),
    Column("withdrawn", Boolean, nullable=False),
    Column("heard_at", Float, nullable=False),
    Column("payload", Text, nullable=False),
)

# What a result was before its device changed it.
changes = Table(
    "changes",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("device", String(32), nullable=False),
    Column("result", String(80), nullable=False),
    Column("at", Float, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("payload", Text, nullable=False),
    ForeignKeyConstraint(["device", "result"], ["results.device", "results.id"]),
    Index("ix_changes_result", "device", "result"),
)

# What people did in a tournament, as firmware/hall/tournament/tournament.py describes it, in JSON.
acts = Table(
    "acts",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("tournament", Integer, nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("who", Text, nullable=False),
    Column("act", Text, nullable=False),
)

# What devices said that does not count, as firmware/hall/uncounted.py describes it.
uncounted = Table(
    "uncounted",
    metadata,
    Column("device", String(32), primary_key=True),
    Column("game", String(80), primary_key=True),
    Column("since", Float, nullable=False),
    Column("why", String(32), nullable=False),
    Column("more", Text, nullable=False),
    Column("tournament", Integer, nullable=False),
    Column("table", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seats", Text, nullable=False),
)

# The names of those who play, apart from all else, so that they can be removed.
people = Table(
    "people",
    metadata,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

# What organisers write of a tournament; it may name somebody, so it is in no act. `about` is the ID
# of a table that has a note, or "" for what is told to all.
texts = Table(
    "texts",
    metadata,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("about", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)

# Points over several tournaments, as firmware/hall/season/season.py describes it; `tournaments` in
# JSON. No player's name is in it.
seasons = Table(
    "seasons",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("title", Text, nullable=False),
    Column("tournaments", Text, nullable=False),
    Column("best", Integer, nullable=False),
    Column("who", Text, nullable=False),
    Column("changed", Float, nullable=False),
)

# Names that go by themselves, as firmware/hall/store/expiry.py describes it; `days` in JSON.
expiring = Table(
    "expiring",
    metadata,
    Column("tournament", Integer, primary_key=True, autoincrement=False),
    Column("announced", Float, nullable=False),
    Column("days", Text, nullable=False),
    Column("ran_s", Float, nullable=False),
)
