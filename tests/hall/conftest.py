"""What of the hall is the store's business, too, is tested on SQLite and on PostgreSQL."""

from databases import postgres, where

__all__ = ["postgres", "where"]
