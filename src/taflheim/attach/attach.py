"""An engine in a hall: it goes on with its games, and sits down at open tables as long as it can play more."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from taflheim.attach.player import Engine, Seated
from taflheim.client.remote import Refusal, Remote
from taflheim.games.errors import TaflheimError

log = logging.getLogger(__name__)

LOOK_EVERY_S = 3.0
STAY_S = 60.0
"""How long a rematch is waited for."""
_REFUSED, _CONFLICT = (403, 404, 422), 409


class NotAProgram(TaflheimError):
    """The token is that of a person."""


class Plan(NamedTuple):
    """What an engine plays, and where."""

    game: str
    engine: Engine
    tables: int = 1
    """How many games at a time. Tables that wait for others to come are none yet; it waits at as many."""
    only: tuple[str, ...] = ()
    """The ids of the tables at which it sits down; without any, at all public ones."""


Tell = Callable[[str], None]


class Attached:
    """An engine that is attached to a hall."""

    def __init__(self, remote: Remote, plan: Plan, tell: Tell = print, look_every_s: float = LOOK_EVERY_S):
        self._remote = remote
        self._plan = plan
        self._tell = tell
        self._look_every_s = look_every_s
        self._playing: set[str] = set()
        self._passed: set[str] = set()
        """Tables at which it may not sit down."""

    async def run(self) -> None:
        """Play for ever; raises NotAProgram, Refusal, and EngineFailure if the engine does not play."""
        me = await self._remote.get("me")
        if me["kind"] != "bot":
            raise NotAProgram("engines play under a name of their own: make a program on the page of your account")
        self._tell(f"{me['name']} is attached to {self._remote.address.name} and plays {self._plan.game}")
        async with asyncio.TaskGroup() as tasks:
            while True:
                own = await self._own()
                for table in own:
                    self._begin(tasks, table)
                begun = sum(table["state"] == "playing" for table in own)
                # Where it waits for others to come it may wait for days: meanwhile it takes last seats.
                waits = len(own) - begun >= self._plan.tables
                if begun < self._plan.tables and (found := await self._seat(last_only=waits)):
                    self._begin(tasks, found)
                else:
                    await asyncio.sleep(self._look_every_s)

    def _begin(self, tasks: asyncio.TaskGroup, table: dict[str, Any]) -> None:
        if table["id"] not in self._playing:
            self._playing.add(table["id"])
            tasks.create_task(self._play(table))

    async def _own(self) -> list[dict[str, Any]]:
        """The tables at which it sits and the game is not over: some may be from before, or rematches."""
        found = []
        for state in ("playing", "open"):
            listed = await self._remote.get("tables", state=state, game=self._plan.game, mine="true")
            found += [table for table in listed["tables"] if _sits(table)]
        return found

    async def _seat(self, *, last_only: bool) -> dict[str, Any] | None:
        """A table at which it has just sat down, by preference on the last free seat; None if there was none."""
        for table in sorted(await self._open(), key=lambda table: len(_free(table))):
            free = _free(table)
            if not free or (last_only and len(free) > 1) or table["id"] in self._passed or _sits(table):
                continue
            try:
                sat = await self._remote.post("tables", table["id"], "seats", free[0], request=secrets.token_hex(8))
            except Refusal as refusal:
                if refusal.status not in (*_REFUSED, _CONFLICT):
                    raise
                log.info("table %s: %s", table["id"], refusal)
                if refusal.status != _CONFLICT:  # somebody else was faster: there may be another seat
                    self._passed.add(table["id"])
                continue
            self._tell(f"sat down as {free[0]}: {sat['link']}")
            return dict(sat)
        return None

    async def _open(self) -> list[dict[str, Any]]:
        if not self._plan.only:
            listed = await self._remote.get("tables", state="open", game=self._plan.game)
            return [table for table in listed["tables"] if table["terms"]["programs"] or not table["terms"]["rated"]]
        new = [table_id for table_id in self._plan.only if table_id not in self._passed]
        found = [await self._remote.get("tables", table_id) for table_id in new]
        self._passed |= {table["id"] for table in found if table["state"] != "open"}
        return found

    async def _play(self, table: dict[str, Any]) -> None:
        seated = Seated(self._remote, table["id"], self._plan.engine)
        over = await seated.play()
        self._tell(f"{(over['result'] or {}).get('text', 'over')} {over['link']}")
        self._playing.discard(table["id"])
        if over["state"] == "over":
            await seated.accept_rematch(STAY_S)


def _free(table: dict[str, Any]) -> list[str]:
    return [side for side, seat in table["seats"].items() if seat["who"] == "free"]


def _sits(table: dict[str, Any]) -> bool:
    return any(seat["yours"] for seat in table["seats"].values())
