"""An engine at one table: it moves when it is its turn, answers offers, and stays until the game is over."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from taflheim.attach.thinking import limits
from taflheim.client.remote import Refusal, Remote
from taflheim.engine.insight.win_probability import win_probability
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits
from taflheim.games.game import Game
from taflheim.games.record import Record, is_end
from taflheim.games.registry import game
from taflheim.table.offer import BOT_MOVES, bot_wants_draw, expected_score

log = logging.getLogger(__name__)

WAIT_S = 8
"""How long the hall lets one wait for news."""
_TRIES = 3
_CONFLICT = 409


class Engine(NamedTuple):
    """How an engine is started and used."""

    command: Sequence[str]
    movetime_ms: int


class Seated:
    """An engine that sits at a table."""

    def __init__(self, remote: Remote, table_id: str, engine: Engine):
        self._remote = remote
        self._table_id = table_id
        self._engine = engine
        self._client: EngineClient | None = None

    async def play(self) -> dict[str, Any]:
        """Play until the game is over; gives how the table stands then. Raises EngineFailure, after resigning."""
        try:
            while True:
                table = await self._remote.get("tables", self._table_id)
                if table["state"] not in ("open", "playing"):
                    return dict(table)
                mine = [side for side, seat in table["seats"].items() if seat["yours"]]
                await self._answer_offers(table, mine)
                if table["state"] == "playing" and table["turn"] in mine:
                    await self._move(table)
                else:
                    await self._remote.get("tables", self._table_id, "events", after=table["number"], wait=WAIT_S)
        finally:
            if self._client:
                await self._client.close()

    async def accept_rematch(self, seconds: float) -> None:
        """Stay for a while after the end, and agree to a rematch."""
        deadline_s = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < deadline_s:
            table = await self._remote.get("tables", self._table_id)
            mine = [side for side, seat in table["seats"].items() if seat["yours"]]
            if table["next_table"] or await self._answer_offers(table, mine):
                return
            await self._remote.get("tables", self._table_id, "events", after=table["number"], wait=WAIT_S)

    async def _answer_offers(self, table: dict[str, Any], mine: list[str]) -> bool:
        """Agree to takebacks and rematches, and let the engine judge draws. Whether there was something to answer."""
        asked = [offer for offer in table["offers"] if set(mine) & set(offer["waiting"])]
        for offer in asked:
            side = next(side for side in offer["waiting"] if side in mine)
            yes = offer["kind"] != "draw" or await self._wants_draw(table, side)
            await self._act(type="answer", offer=offer["number"], yes=yes, side=side)
        return bool(asked)

    async def _wants_draw(self, table: dict[str, Any], side: str) -> bool:
        """Whether the engine expects no more of a game than a draw, after as many moves as the house's bots make."""
        record = await _record(table)
        moves = sum(
            before.turn == side and not is_end(entry)
            for before, entry in zip(record.positions, record.entries, strict=False)
        )
        if moves < BOT_MOVES:
            return False
        try:
            score = await (await self._started(record.game)).score(record, self._limits(table))
        except EngineFailure as failure:
            log.warning("table %s: a draw that cannot be judged is declined: %s", self._table_id, failure)
            self._client = None
            return False
        if score is None:
            return False
        sides = len(record.game.seats) - len(record.gone)
        expected = expected_score(win_probability(record.game, score, record.turn), record.turn, side, sides)
        return bot_wants_draw(expected, sides, moves)

    async def _move(self, table: dict[str, Any]) -> None:
        try:
            move = await self._best_move(await _record(table), self._limits(table))
        except EngineFailure:
            # Nobody should have to wait for an engine that does not play.
            await self._act(type="resign")
            raise
        await self._act(type="move", text=move, position_number=table["position_number"], side=table["turn"])

    async def _best_move(self, record: Record, thinking: Limits) -> str:
        """What the engine plays. One that fails is started anew, some times."""
        for attempt in range(1, _TRIES):
            try:
                return await (await self._started(record.game)).best_move(record, limits=thinking)
            except EngineFailure as failure:
                log.warning("table %s, try %d: %s", self._table_id, attempt, failure)
                self._client = None
        return await (await self._started(record.game)).best_move(record, limits=thinking)

    def _limits(self, table: dict[str, Any]) -> Limits:
        left_ms = (table["clocks"] or {}).get(table["turn"])
        return limits(self._engine.movetime_ms, table["terms"]["clock"], left_ms)

    async def _started(self, chosen: Game) -> EngineClient:
        if self._client is None:
            self._client = await EngineClient.start(chosen, self._engine.command)
        return self._client

    async def _act(self, **action: object) -> None:
        try:
            await self._remote.post("tables", self._table_id, "actions", request=secrets.token_hex(8), **action)
        except Refusal as refusal:
            if refusal.status != _CONFLICT:
                raise
            # Something has happened meanwhile: look again.
            log.info("table %s: %s", self._table_id, refusal)


async def _record(table: dict[str, Any]) -> Record:
    """The game that was played at a table so far."""
    chosen = game(table["game"], **table["options"])
    # A long game takes a while to be played again.
    return await asyncio.to_thread(Record, chosen.position(table["start"]), {}, tuple(table["moves"]))
