"""Games against bots of one level, and how long their answers take (load.py)."""

import asyncio
import json
import random
import time

from hall_process import HallProcess
from table_client import TableClient, connect

LEVEL = 5


class BotGame:
    """Somebody who plays random moves against a bot, and begins anew when the game is over."""

    def __init__(self, hall: HallProcess, every_s: float, answers: list[float], rng: random.Random):
        self._hall, self._every_s, self._answers, self._rng = hall, every_s, answers, rng
        self._client: TableClient | None = None
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def play(self) -> None:
        """Play until this is cancelled."""
        await asyncio.sleep(self._rng.uniform(0, self._every_s))
        while True:
            await self._play_one()

    async def _play_one(self) -> None:
        visitor = await asyncio.to_thread(self._hall.visitor)
        table_id = await asyncio.to_thread(visitor.new_table, "quoridor", seats={"a": "me", "b": str(LEVEL)})
        visitor.connection.close()
        self._heard = asyncio.Queue()
        client = await connect(self._hall, table_id, self._heard.put_nowait)
        try:
            news = await self._my_turn()
            while not news["result"]:
                move = {
                    "type": "move",
                    "position_number": news["position_number"],
                    "move": self._rng.choice(list(news["you"]["choices"].values())),
                    "request": f"request-{news['number']:020}",
                }
                client.send(json.dumps(move).encode())
                began = time.monotonic()
                news = await self._my_turn(after=news["number"] + 1)
                self._answers.append(time.monotonic() - began)
                await asyncio.sleep(self._every_s)
        finally:
            client.close()

    async def _my_turn(self, after: int = -1) -> dict[str, object]:
        """What the page is told once the bot has answered, or the game is over."""
        while True:
            message = await self._heard.get()
            if message.startswith(b'{"type":"error"'):
                raise RuntimeError(message.decode())
            if message.startswith((b'{"type":"event"', b'{"type":"state"')):
                news = json.loads(message)
                if news["result"] or (news["number"] > after and news["you"].get("choices")):
                    return news
