"""What can go wrong with the database, as the rest of the hall sees it."""

from taflheim.games.errors import TaflheimError


class StoreUnavailable(TaflheimError):
    """The database cannot be used now (locked, full, read-only, gone). Nothing of what was to be written is kept."""


class OutcomeUnknown(StoreUnavailable):
    """The connection broke while it was committing. What was to be written may be kept, or not: read it again."""


class Conflict(TaflheimError):
    """The key is taken: somebody else has written this event, request, table or session before."""


class CannotOpen(TaflheimError):
    """The database cannot be opened. The text says what to do."""
