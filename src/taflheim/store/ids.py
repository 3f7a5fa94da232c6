"""Ids for accounts and tables."""

import secrets


def new_id() -> str:
    """A random id that cannot be guessed. It begins with no dash: commands would take it for an option."""
    while (found := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return found
