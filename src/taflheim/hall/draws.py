"""What bots say to the offer of a draw."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from taflheim.engine.protocol.client import EngineFailure
from taflheim.games.errors import TaflheimError
from taflheim.hall.engines import Engines, Rank
from taflheim.hall.tables import NoSuchTable, Tables
from taflheim.hall.tasks import Tasks
from taflheim.table.actor import House
from taflheim.table.errors import Refused
from taflheim.table.event import Answer
from taflheim.table.offer import BOT_MOVES, Offer, bot_wants_draw, expected_score
from taflheim.table.table import Table

log = logging.getLogger(__name__)

_QUESTION = "analyse best 1 nodes 200000 movetime 1000"
_RANK = Rank(1.0, True)


class DrawAnswers:
    """Answers the offers of draws that wait for bots. Used in one event loop."""

    def __init__(self, tables: Tables, engines: Engines, ready: Callable[[str], Awaitable[None]]):
        self._tables = tables
        self._engines = engines
        self._ready = ready
        self._tasks = Tasks()
        self._answering: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """By table: the number of the offer that is thought about, and the task."""

    async def close(self) -> None:
        """Stop thinking."""
        await self._tasks.cancel()

    def wake(self, table: Table) -> None:
        """Have the bots of a table answer if they are asked."""
        offer = table.offers.find("draw") if table.state == "playing" else None
        number, _ = self._answering.get(table.id, (None, None))
        if offer and number != offer.number and bots_asked(table, offer):
            task = self._tasks.start(self._answer(table, offer), f"answering a draw at table {table.id}")
            self._answering[table.id] = offer.number, task
            task.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._answering.get(table_id, (0, None))[1] is done:
            del self._answering[table_id]

    async def answered(self, table_id: str) -> None:
        """Wait until the bots of a table have answered: a move would end the offer."""
        if there := self._answering.get(table_id):
            await asyncio.wait([there[1]])

    async def _answer(self, table: Table, offer: Offer) -> None:
        try:
            for side in bots_asked(table, offer):
                yes = await self._wants_draw(table, side)
                await self._tables.act(table.id, House(), Answer(offer.number, yes, side))
                if not yes:
                    return
        except (Refused, NoSuchTable):
            return  # the offer is gone meanwhile
        except TaflheimError as error:
            log.warning("table %s: a bot could not answer: %s", table.id, error)

    async def _wants_draw(self, table: Table, side: str) -> bool:
        moves, sides = table.clock.moves_of(side), len(table.in_game)
        if moves < BOT_MOVES:
            return False
        await self._ready(table.game.name)
        try:
            async with aclosing(self._engines.ask(table.record, _QUESTION, _RANK)) as answers:
                lines = [answer["lines"] async for answer in answers if answer.get("lines")]
        except EngineFailure as failure:
            log.warning("table %s: a bot declines a draw that it cannot judge: %s", table.id, failure)
            return False
        if not lines:
            return False
        score = float(lines[-1][0]["win_probability"])
        return bot_wants_draw(expected_score(score, table.record.turn, side, sides), sides, moves)


def bots_asked(table: Table, offer: Offer) -> list[str]:
    """The sides of bots that have still to answer an offer."""
    return sorted(side for side in table.offers.waiting(offer) if table.seats[side].is_bot)
