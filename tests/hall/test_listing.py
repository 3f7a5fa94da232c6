"""Lists of tables, asked for in a hall."""

from pathlib import Path

import taflheim
from chatting import guest
from evenings import evening, me, table_with
from taflheim.hall.hall import Hall
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms


def test_public_tables_and_ones_own(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        own = await table_with(hall, taflheim.game("quoridor"), "a")
        friend = await guest(hall)
        seats = {"a": Seat.person(friend.account, "Friend"), "b": Seat.free()}
        public = await hall.tables.open(taflheim.game("quoridor").start(), seats, Terms(public=True))
        assert [table.id for table in await hall.listing.public("open", None, 10)] == [public.id]
        assert await hall.listing.public("open", "hnefatafl", 10) == []
        assert await hall.listing.public("playing", None, 10) == []
        for who, table, state in ((me(hall), own, "playing"), (friend, public, "open")):
            found = await hall.listing.of_account(who.account, state, "quoridor", 10)  # type: ignore[arg-type]
            assert [one.id for one in found] == [table.id]
        assert await hall.listing.of_account(friend.account, "playing", None, 10) == []

    evening(tmp_path, work)
