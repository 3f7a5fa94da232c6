"""Private feeds: read by who has the token, until it is revoked."""

from pathlib import Path

from chatting import with_a_friend
from evenings import evening, me
from taflheim.hall.clock import now_ms
from taflheim.hall.hall import Hall
from taflheim.table.event import Move


def test_a_feed_is_its_persons_alone(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        assert await hall.feeds.since(me(hall)) is None
        began_ms = now_ms()
        first = await hall.feeds.make(me(hall))
        assert len(first) == 32  # 192 bits
        since_ms = await hall.feeds.since(me(hall))
        assert since_ms is not None and began_ms <= since_ms <= now_ms()
        assert await hall.feeds.reader(first) == me(hall)
        second = await hall.feeds.make(me(hall))
        assert await hall.feeds.reader(first) is None and await hall.feeds.reader(second) == me(hall)
        await hall.feeds.revoke(me(hall))
        assert await hall.feeds.reader(second) is None and await hall.feeds.since(me(hall)) is None

    evening(tmp_path, work)


def test_it_tells_where_one_is_to_move(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        (first, friend), (second, _) = await with_a_friend(hall), await with_a_friend(hall)
        assert [turn.line.id for turn in await hall.feeds.turns(me(hall))] == [first.id, second.id]
        assert [turn.line.id for turn in await hall.feeds.turns(me(hall), 1)] == [first.id]
        await hall.tables.act(first.id, me(hall), Move(0, "e8"))
        assert [turn.line.id for turn in await hall.feeds.turns(me(hall))] == [second.id]
        assert [turn.line.id for turn in await hall.feeds.turns(friend)] == [first.id]

    evening(tmp_path, work)
