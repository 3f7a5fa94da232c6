"""News over Redis: a channel for each topic. Where it is away or hangs, nothing waits for it."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis, from_url
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from taflheim.games.errors import TaflheimError
from taflheim.hall.news import HALL, Kind, News
from taflheim.hall.tasks import Tasks

log = logging.getLogger(__name__)

_MOST_WAITING = 10_000
"""News that wait to be told; what is more is found by asking the store."""
_LOOK_S = 0.05
_PING_S = 1.0
_DEAD_S = 3.0
"""So long Redis may take to answer."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 2.0
_AWAY = (RedisError, OSError, TimeoutError)


def redis_client(url: str, wait_s: float) -> Redis:
    """Connections to a Redis that nobody waits for any longer. Raises TaflheimError for an address that is none."""
    try:
        # By itself it would try again for seconds, and have everybody wait.
        client: Redis = from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=wait_s,
            socket_timeout=wait_s,
            decode_responses=True,
        )
    except ValueError:
        raise TaflheimError("redis_url: expected such as redis://:password@host:6379/0") from None
    return client


class RedisNews(News):
    """The news of one process to and from the others. Used in one event loop."""

    def __init__(self, url: str, hall_id: str, worker: str):
        """Raises TaflheimError for an address that is none."""
        self.alive = False
        self._prefix = f"taflheim:{hall_id}:"
        self._worker = worker
        self._topics = {HALL}
        self._client = redis_client(url, _DEAD_S)
        self._heard: Callable[[str, Kind], None] = lambda *_: None
        self._waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue(_MOST_WAITING)
        self._tasks = Tasks()
        self._closing = False
        """A task that is cancelled in the moment in which its wait is over may go on: it ends by this, then."""

    def begin(self, heard: Callable[[str, Kind], None]) -> None:
        """Have a function called with the topic and the kind of all news of others."""
        self._heard = heard
        self._tasks.start(self._listen(), "listening to Redis")
        self._tasks.start(self._tell(), "telling Redis")

    def publish(self, topic: str, kind: Kind) -> None:
        """Tell all others who follow a topic. This never waits and never fails."""
        if not self._waiting.full():
            self._waiting.put_nowait((topic, kind))

    def follow(self, topic: str) -> None:
        """Hear of a topic from soon on. A gap of it says from when on."""
        self._topics.add(topic)

    def leave(self, topic: str) -> None:
        """Hear no more of a topic."""
        self._topics.discard(topic)

    async def close(self) -> None:
        """Tell nobody any more."""
        self._closing = True
        await self._tasks.cancel()
        await self._client.aclose()

    async def _tell(self) -> None:
        while not self._closing:
            topic, kind = await self._waiting.get()
            try:
                await self._client.publish(self._prefix + topic, f"{self._worker} {kind}")
            except _AWAY:
                # Others notice that nothing comes, and look for themselves. What waits is old by then.
                while not self._waiting.empty():
                    self._waiting.get_nowait()

    async def _listen(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._closing:
            pubsub = self._client.pubsub()
            try:
                await self._follow(pubsub)
            except _AWAY as error:
                if self.alive or pause_s == _FIRST_PAUSE_S:
                    log.warning("Redis is away: tables are looked at every second meanwhile (%s)", error)
                pause_s = _FIRST_PAUSE_S * 2 if self.alive else min(2 * pause_s, _LONGEST_PAUSE_S)
                self.alive = False
            finally:
                await _give_up(pubsub)
            await asyncio.sleep(pause_s)

    async def _follow(self, pubsub: PubSub) -> None:
        """Hear news until Redis is away or silent for too long."""
        followed: set[str] = set()
        heard_s, pinged_s = time.monotonic(), 0.0
        while not self._closing:
            wanted = set(self._topics)
            if new := wanted - followed:
                await pubsub.subscribe(*(self._prefix + topic for topic in new))
            if old := followed - wanted:
                await pubsub.unsubscribe(*(self._prefix + topic for topic in old))
            followed = wanted
            message = await pubsub.get_message(timeout=_LOOK_S)
            now_s = time.monotonic()
            if message is not None:
                heard_s = now_s
                self._take(message)
            elif pinged_s > heard_s:
                if now_s - pinged_s > _DEAD_S:
                    raise TimeoutError("it does not answer")
            elif now_s - heard_s > _PING_S:
                # One that hangs is noticed by this alone.
                pinged_s = now_s
                await pubsub.ping()

    def _take(self, message: dict[str, Any]) -> None:
        topic = str(message["channel"] or "").removeprefix(self._prefix)
        if message["type"] == "subscribe":
            if topic == HALL:
                if not self.alive:
                    log.info("Redis carries the news")
                self.alive = True
            self._heard(topic, "gap")
        elif message["type"] == "message":
            worker, _, kind = str(message["data"]).partition(" ")
            if worker != self._worker:
                self._heard(topic, kind)  # type: ignore[arg-type] # an unknown kind concerns nobody


async def _give_up(pubsub: PubSub) -> None:
    with suppress(*_AWAY):
        await pubsub.aclose()  # type: ignore[no-untyped-call]
