"""Lists of tables, for who looks for one."""

from taflheim.store import listing
from taflheim.store.listing import Listed, State
from taflheim.store.store import Store


class Listing:
    """The tables of a hall, listed."""

    def __init__(self, store: Store):
        self._store = store

    async def public(self, state: State, game: str | None, limit: int) -> list[Listed]:
        """Public tables in a state, the last changed first."""
        return await self._store.read(listing.public, state, game, limit)

    async def of_account(self, account: str, state: State, game: str | None, limit: int) -> list[Listed]:
        """Tables at which an account sits, or that it has opened, the last changed first."""
        return await self._store.read(listing.of_account, account, state, game, limit)
