"""Lists of tables: public ones for everybody, one's own for oneself."""

from pathlib import Path

from stores import NOW, move, owner, with_store
from taflheim.store import listing, tables
from taflheim.store.store import Store
from taflheim.store.tables import Ended, NewTable
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_who_finds_which_tables(where: Path | str) -> None:
    async def test(store: Store) -> None:
        anna = await owner(store)
        mine = {"a": Seat.person(anna.id, "Anna"), "b": Seat.free()}
        free = {"a": Seat.free(), "b": Seat.free()}
        for number, (table, game, seats, terms) in enumerate(
            (
                ("public", "quoridor", free, Terms(public=True)),
                ("seated", "quoridor", mine, Terms()),
                ("opened", "hnefatafl", free, Terms(opener=anna.id)),
                ("another", "quoridor", free, Terms()),
                ("over", "quoridor", {side: Seat.bot(1, "Bot") for side in "ab"}, Terms(public=True)),
            )
        ):
            created = Terms(public=terms.public, opener=terms.opener, created_ms=NOW + number)
            await store.write(tables.add, NewTable(table, game, {"players": 2}, "start", seats, created))
        await store.write(tables.append, "over", [move(1)], {}, Ended("a", "goal", {}))

        async def public(state: listing.State, game: str | None = None) -> list[str]:
            return [one.id for one in await store.read(listing.public, state, game, 9)]

        async def own(game: str | None = None, limit: int = 9) -> list[str]:
            return [one.id for one in await store.read(listing.of_account, anna.id, "open", game, limit)]

        assert await public("open") == ["public"]
        assert await public("open", "hnefatafl") == []
        assert await public("over") == ["over"]
        assert await public("playing") == []
        assert await own() == ["opened", "seated"]
        assert await own("quoridor") == ["seated"]
        assert await own(limit=1) == ["opened"]
        (found,) = await store.read(listing.public, "over", None, 9)
        assert (found.winner, found.reason, found.seats["b"].level, found.options) == ("a", "goal", 1, {"players": 2})

    with_store(where, test)
