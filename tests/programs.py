"""Programs that talk to a hall with access tokens, as tests of the interface use them."""

import itertools
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx

from serving_hall import Served, events
from taflheim.table.actor import Person

API = "/api/v1"
WHOLE_GAMES = {
    "hnefatafl": (
        "k5-h5 f4-b4 e11-e10 f5-f4 e10-d10 f4-g4 d10-d9 f6-f3 d9-g9 e7-e10 g9-j9 b4-f4 f10-f9 f3-i3 d1-b1 i3-a3 k8-k9"
        " a3-a1",
        "defenders",
    ),
    "halatafl": (
        "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6 g4-g5 c6-c5 c3-c4 c5xc3xa5 a4-b4 a5xc3 e3-e4 c3xe3xe5 g5-f5 e5xg5xe3 g3-g4"
        " e3xg3xg5",
        "foxes",
    ),
    "quoridor": ("e8 f1 e7 a5h e6 h5v e5 pass e4 f2 e3 f3 e2 f4 e1", "a"),
}
"""A game of each that is for two, and who wins it."""
_requests = itertools.count()


class Program:
    """A program with a token of somebody's."""

    def __init__(self, client: httpx.AsyncClient):
        self.client = client

    async def get(self, path: str, **asked: object) -> Any:
        """What is answered; it must be fine."""
        answer = await self.client.get(f"{API}{path}", params={k: str(v) for k, v in asked.items()})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def told(self, table: str, after: int) -> list[dict[str, Any]]:
        """The events after this one, as soon as there is one."""
        while True:
            events: list[dict[str, Any]] = (await self.get(f"/tables/{table}/events", after=after, wait=8))["events"]
            if events:
                return events

    async def stream(self, path: str, most: int = 1000, **asked: object) -> list[tuple[str, Any]]:
        """The events of a stream by their names, until its end or so many."""
        return await events(self.client, f"{API}{path}", most, None, **asked)

    async def post(self, path: str, /, **sent: object) -> httpx.Response:
        """Whatever is answered."""
        return await self.client.post(f"{API}{path}", json=sent)

    async def open(self, game: str, **asked: object) -> str:
        """The id of a new table."""
        answer = await self.post("/tables", game=game, **asked)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def act(self, table: str, action: str, /, **asked: object) -> httpx.Response:
        """Do something at a table."""
        request = asked.pop("request", f"r{next(_requests)}")
        return await self.post(f"/tables/{table}/actions", type=action, request=request, **asked)

    async def move(self, table: str, text: str) -> dict[str, Any]:
        """Move in answer to the position that is on the board; it must be fine."""
        number = (await self.get(f"/tables/{table}"))["position_number"]
        answer = await self.act(table, "move", text=text, position_number=number)
        assert answer.status_code == 200, answer.text
        done: dict[str, Any] = answer.json()
        return done


@asynccontextmanager
async def programs(
    served: Served, *names: str, scopes: Iterable[str] = ("read", "play")
) -> AsyncIterator[list[Program]]:
    """A program for each of these people, who register for it."""
    async with AsyncExitStack() as stack:
        found = []
        for name in names:
            account = await served.hall.logins.register(name, "correct horse", "test")
            token = await served.hall.access.add(Person(account.id), "a program", scopes)
            client = httpx.AsyncClient(
                base_url=served.address, timeout=120, headers={"Authorization": f"Bearer {token}"}
            )
            found.append(Program(await stack.enter_async_context(client)))
        yield found
