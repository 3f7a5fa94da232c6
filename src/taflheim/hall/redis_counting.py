"""Counting together, in Redis. While that is away each process counts for itself, up to its share of a limit.

What can be guessed or costs is counted exactly, by a script that Redis runs at once (`take`). Floods are only told of,
every second (`exchange`): nobody waits for that.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from redis.exceptions import RedisError

from taflheim.hall.counting import Counted, Counting, Give, Hear
from taflheim.hall.redis_news import redis_client
from taflheim.hall.tasks import Tasks
from taflheim.store.ids import new_id

log = logging.getLogger(__name__)

_WAIT_S = 0.25
"""Nobody waits longer for Redis. If that was not enough, only the exchange asks it until it answers again."""
_EVERY_S = 1.0
_FORGET_MS = 5_000
"""Of a process that has told nothing for so long nothing counts."""
_AWAY = (RedisError, OSError, TimeoutError)
Answer = TypeVar("Answer")

# A sorted set for each key: when something was counted. All are looked at before anything is counted.
_TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
for i, key in ipairs(KEYS) do
  local most, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local count = redis.call('ZCARD', key)
  if count >= most then
    local first = redis.call('ZRANGE', key, count - most, count - most, 'WITHSCORES')
    wait = math.max(wait, tonumber(first[2]) + window - now, 1)
  end
end
if wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now, ARGV[1])
    redis.call('PEXPIRE', key, tonumber(ARGV[2 * i + 1]))
  end
end
return wait
"""
# Keeps what one process tells, and gives what the others have told lately.
_EXCHANGE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d ', now) .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], 60000)
local all, told = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local at, said = string.match(all[i + 1], '^(%d+) (.*)$')
  if now - tonumber(at) > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], all[i])
  elseif all[i] ~= ARGV[1] then
    told[#told + 1] = said
  end
end
return told
"""


class RedisCounting(Counting):
    """What one process counts together with the others. Used in one event loop."""

    def __init__(self, url: str, hall_id: str, worker: str, workers: int, *, wait_s: float = _WAIT_S):
        """`workers`: how many processes there are, until more is known. Raises TaflheimError for an address that is
        none."""
        self._client = redis_client(url, wait_s)
        self._wait_s = wait_s
        self._prefix = f"taflheim:{hall_id}:count:"
        self._worker = worker
        self._workers = workers
        self.together = False
        """Whether Redis answers. Until then this process counts for itself."""
        self._exchanged: dict[str, tuple[Give, Hear]] = {}
        self._tasks = Tasks()
        self._closing = False
        """A task that is cancelled in the moment in which its wait is over may go on: it ends by this, then."""

    def begin(self) -> None:
        """Exchange what is counted from now on."""
        self._tasks.start(self._keep_exchanging(), "telling other servers what is counted")

    async def close(self) -> None:
        """Count nothing any more."""
        self._closing = True
        await self._tasks.cancel()
        await self._client.aclose()

    def allowed(self, most: int) -> int:
        """How much of a limit this process may let through by its own counting."""
        return most if self.together else max(1, most // self._workers)

    async def take(self, counted: Sequence[Counted]) -> int | None:
        """Count something under each of the keys; gives how many ms to wait, having counted nothing, if one is full.

        None if Redis is away or too slow.
        """
        if not self.together:
            return None
        keys = [self._prefix + one.key for one in counted]
        limits = [number for one in counted for number in (one.most, one.window_ms)]
        wait_ms = await self._ask(self._client.eval(_TAKE, len(keys), *keys, new_id(), *limits))
        return None if wait_ms is None else int(wait_ms)

    async def forgive(self, keys: Sequence[str]) -> None:
        """Forget what was counted under these keys."""
        if self.together:
            await self._ask(self._client.delete(*(self._prefix + key for key in keys)))

    def exchange(self, name: str, give: Give, hear: Hear) -> None:
        """Tell the others every second what is counted here, and hear what they have counted."""
        self._exchanged[name] = give, hear

    async def _ask(self, answer: Awaitable[Answer]) -> Answer | None:
        """What Redis answers; None if it is away or too slow."""
        try:
            async with asyncio.timeout(self._wait_s):
                found = await answer
        except _AWAY as error:
            if self.together:
                log.warning("Redis is away: limits are counted by each server for itself meanwhile (%s)", error)
            self.together = False
            return None
        return found

    async def _keep_exchanging(self) -> None:
        while not self._closing:
            try:
                await self._exchange()
            except Exception:
                log.exception("telling other servers what is counted has failed; it is tried again")
            await asyncio.sleep(_EVERY_S)

    async def _exchange(self) -> None:
        own = json.dumps({name: give() for name, (give, _) in self._exchanged.items()})
        key = f"{self._prefix}told"
        told = await self._ask(self._client.eval(_EXCHANGE, 1, key, self._worker, own, _FORGET_MS))
        if told is not None:
            self._workers = len(told) + 1
            self.together = True
        others = [json.loads(one) for one in told or ()]
        for name, (_, hear) in self._exchanged.items():
            total: Counter[str] = Counter()
            for one in others:
                total.update(one.get(name, {}))
            hear(total)
