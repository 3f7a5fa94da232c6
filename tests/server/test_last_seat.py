"""Sitting down by a link, over real connections: two in the same instant, and somebody who has registered before."""

import asyncio
from pathlib import Path

import httpx

from serving_hall import Served, served_evening, visitor

HTML = {"Accept": "text/html"}
TABLES = 8


async def opened(served: Served, **asked: object) -> str:
    """The id of a table of the owner's with a free seat."""
    answer = await served.owner.post(
        "/api/v1/tables", json={"game": "quoridor", "seats": {"a": "me", "b": "open"}, **asked}
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def sit(client: httpx.AsyncClient, table: str) -> httpx.Response:
    return await client.post(f"/tables/{table}/seats/b", headers=HTML)


def test_one_of_two_in_the_same_instant_sits_and_the_other_may_watch(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for _ in range(TABLES):
            table = await opened(served, watchable=True)
            async with visitor(served.address) as one, visitor(served.address) as other:
                answers = await asyncio.gather(sit(one, table), sit(other, table))
                assert sorted(answer.status_code for answer in answers) == [303, 409]
                won, lost = sorted(answers, key=lambda answer: answer.status_code)
                assert won.headers["location"].startswith(f"/tables/{table}")
                assert "Somebody was faster" in lost.text and "Watch the game" in lost.text
                winner, loser = (one, other) if answers[0] is won else (other, one)
                now = await served.hall.tables.get(table)
                assert now.state == "playing"
                assert ">You<" in (await winner.get(f"/tables/{table}", headers=HTML)).text
                watched = await loser.get(f"/tables/{table}", headers=HTML)
                assert watched.status_code == 200 and now.seats["b"].name in watched.text
                assert ">You<" not in watched.text
                # Once more changes nothing.
                assert (await sit(loser, table)).status_code == 409
                assert (await served.hall.tables.get(table)).number == now.number

    served_evening(tmp_path, work)


def test_somebody_who_has_registered_before_sits_down_by_link(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await opened(served, clock="5+3", rated=True)
        friend = served.stranger
        refused = await sit(friend, table)
        assert refused.status_code == 409 and not friend.cookies
        answer = await friend.post("/register", data={"name": "Sigrid", "password": "correct horse"}, headers=HTML)
        assert answer.status_code == 303
        asked = (await friend.get(f"/tables/{table}", headers=HTML)).text
        assert "Sit down as Sigrid?" in asked
        answer = await sit(friend, table)
        assert answer.status_code == 303 and answer.headers["location"] == f"/tables/{table}"
        now = await served.hall.tables.get(table)
        assert (now.state, now.seats["b"].name) == ("playing", "Sigrid")

    served_evening(tmp_path, work)
