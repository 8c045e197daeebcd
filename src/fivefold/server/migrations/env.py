"""Run by alembic, with the connection `migrate` gives it; the transaction is the caller's."""

from __future__ import annotations

from alembic import context

from fivefold.server.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
