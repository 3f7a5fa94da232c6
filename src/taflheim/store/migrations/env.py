"""How Alembic reaches the database: by the connection that the store gives it, in a transaction of the store's."""

from alembic import context

from taflheim.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
