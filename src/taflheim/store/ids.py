"""Ids for accounts and tables."""

import secrets


def new_id() -> str:
    """A random id that cannot be guessed."""
    return secrets.token_urlsafe(9)
