"""Run by Alembic on the connection from `migrate`, within the caller's transaction."""

from __future__ import annotations

from alembic import context

from fivefold.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
