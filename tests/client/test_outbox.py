"""What was asked at a table, and which answer belongs to what."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from taflheim.client.outbox import ActionRefused, NotTold, Outbox

HELLO = {"type": "hello", "version": 1, "have": 0}
LISTEN = {"type": "listen", "have": 0, "rooms": []}
MOVE = {"type": "move", "position_number": 0, "move": "e8"}


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run


def choices(*clicked: str) -> dict[str, object]:
    return {"type": "choices", "position_number": 0, "clicked": list(clicked)}


def error(request: str | None, code: str = "stale") -> dict[str, object]:
    return {"type": "error", "request": request, "code": code, "text": "No."}


@in_a_loop
async def test_requests_are_settled_by_their_ids() -> None:
    outbox = Outbox()
    one, two, line = outbox.request(MOVE), outbox.request(MOVE), outbox.request({"type": "say", "text": "Hi"})
    assert one.message["request"] != two.message["request"]
    assert outbox.receive(error(two.message["request"]))
    assert outbox.receive({"type": "ack", "request": one.message["request"], "number": 7})
    assert outbox.receive({"type": "unsaid", "request": line.message["request"], "code": "muted", "text": "Not now."})
    assert outbox.receive({"type": "ack", "request": "another's", "number": 8})
    assert one.answer and two.answer and line.answer
    assert await one.answer == 7
    with pytest.raises(ActionRefused, match="No") as refused:
        await two.answer
    assert refused.value.code == "stale"
    with pytest.raises(ActionRefused, match="Not now"):
        await line.answer


@in_a_loop
async def test_questions_are_answered_in_their_order() -> None:
    outbox = Outbox()
    assert outbox.connect([HELLO, LISTEN]) == [HELLO, LISTEN]
    first, second, third = outbox.question(choices()), outbox.question(choices("e8")), outbox.question({"type": "time"})
    assert not outbox.receive({"type": "state", "number": 0})  # is told to others, too
    assert not outbox.receive({"type": "chat", "lines": []})
    assert outbox.receive({**choices(), "tree": {}})
    assert outbox.receive(error(None))
    assert outbox.receive({"type": "time", "now_ms": 1})
    assert not outbox.receive({"type": "time", "now_ms": 2})  # nobody has asked
    assert not outbox.receive({"type": "here", "here": None})
    assert first.answer and second.answer and third.answer
    assert (await first.answer)["tree"] == {} and (await third.answer)["now_ms"] == 1
    with pytest.raises(ActionRefused):
        await second.answer


@in_a_loop
async def test_who_is_not_told_of_the_table_connects_anew() -> None:
    outbox = Outbox()
    outbox.connect([HELLO])
    question = outbox.question(choices())
    with pytest.raises(NotTold):
        outbox.receive(error(None, "store_unavailable"))
    assert outbox.connect([HELLO]) == [HELLO, choices()]
    assert question.is_awaited


@in_a_loop
async def test_what_was_not_answered_is_sent_again_unless_nobody_waits() -> None:
    outbox = Outbox()
    outbox.connect([HELLO])
    done, left, waits = outbox.request(MOVE), outbox.request(MOVE), outbox.request(MOVE)
    answered, gone, asked = (
        outbox.question(choices()),
        outbox.question({"type": "time"}),
        outbox.question(choices("e8")),
    )
    outbox.expect(HELLO)
    outbox.receive({"type": "ack", "request": done.message["request"], "number": 1})
    outbox.receive({**choices(), "tree": {}})
    assert left.answer and gone.answer
    left.answer.cancel()
    gone.answer.cancel()
    assert outbox.connect([HELLO, LISTEN]) == [HELLO, LISTEN, waits.message, asked.message]
    assert not answered.is_awaited


@in_a_loop
async def test_the_end_is_told_to_all_who_wait() -> None:
    outbox = Outbox()
    outbox.connect([HELLO])
    waiting = [outbox.request(MOVE), outbox.question(choices())]
    outbox.fail(ActionRefused("over", "It is over."))
    for asked in waiting:
        assert asked.answer
        with pytest.raises(ActionRefused, match="over"):
            await asked.answer
    assert outbox.connect([HELLO]) == [HELLO]
