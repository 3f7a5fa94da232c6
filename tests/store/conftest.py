"""All tests of the store run on SQLite and on PostgreSQL."""

from databases import postgres, where

__all__ = ["postgres", "where"]
