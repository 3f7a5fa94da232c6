"""How Alembic reaches the database: through the engine that the store gives it."""

from alembic import context

from taflheim.store.schema import metadata

with context.config.attributes["engine"].begin() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
