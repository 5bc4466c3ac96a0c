"""Run by Alembic, which the store has called with its connection."""

from alembic import context

from firmware.hall.store.schema import VERSION, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION,
    transactional_ddl=True,  # SQLite's, too: the store begins transactions itself
)
with context.begin_transaction():
    context.run_migrations()
