"""Publish and subscribe: everybody who watches a table is told what happens there.

This one works within a process. Another could carry messages between processes, with the same subscribers.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Message = TypeVar("Message")

_MOST_WAITING = 64
"""Messages that wait for one reader. Who is slower than that must catch up by other means."""


class Lagged(Exception):
    """The reader was too slow and has missed messages: it must look at how things stand now."""


class Subscription(Generic[Message]):
    """What one reader has still to be told, in order."""

    def __init__(self, most_waiting: int, take: Callable[[Message], bool] | None = None):
        self._most = most_waiting
        self._take = take
        self._waiting: deque[Message] = deque()
        self._lagged = False
        self._news = asyncio.Event()
        self._idle = False
        """Whether the reader waits for news and has dealt with everything before them."""

    def put(self, message: Message) -> None:
        """Add a message. If too many wait, all are dropped, and the reader is told so."""
        if self._idle and not self._news.is_set() and self._taken(message):
            return
        if len(self._waiting) >= self._most:
            self._waiting.clear()
            self._lagged = True
        if not self._lagged:
            self._waiting.append(message)
        self._news.set()

    async def get(self) -> Message:
        """The next message; raises Lagged, once, where messages are missing. What comes after that is complete."""
        self._idle = True
        try:
            await self._news.wait()
        finally:
            self._idle = False
        if self._lagged:
            self._lagged = False
            self._news.clear()
            raise Lagged
        message = self._waiting.popleft()
        if not self._waiting:
            self._news.clear()
        return message

    def _taken(self, message: Message) -> bool:
        try:
            return self._take is not None and self._take(message)
        except Exception:
            # An error of a subscriber must not reach the publisher: the message is queued, and fails when it is read.
            return False


class Broadcast(Generic[Message]):
    """Messages on topics. Publishing never waits for a reader."""

    def __init__(self, most_waiting: int = _MOST_WAITING):
        self._most_waiting = most_waiting
        self._subscriptions: dict[str, set[Subscription[Message]]] = {}

    def publish(self, topic: str, message: Message) -> None:
        """Tell all who listen to a topic."""
        for subscription in self._subscriptions.get(topic, ()):
            subscription.put(message)

    @contextmanager
    def subscribe(self, topic: str, take: Callable[[Message], bool] | None = None) -> Iterator[Subscription[Message]]:
        """Everything that is published on a topic from now on.

        To wake a reader takes longer than most of them need for a message. One that waits for news may `take` a
        message while it is published; if it says that it cannot now, the message waits for it like any other.
        """
        subscription = Subscription[Message](self._most_waiting, take)
        self._subscriptions.setdefault(topic, set()).add(subscription)
        try:
            yield subscription
        finally:
            listeners = self._subscriptions[topic]
            listeners.discard(subscription)
            if not listeners:
                del self._subscriptions[topic]

    def topics(self) -> list[str]:
        """What somebody listens to."""
        return list(self._subscriptions)

    def listeners(self, topic: str) -> int:
        """How many listen to a topic."""
        return len(self._subscriptions.get(topic, ()))
