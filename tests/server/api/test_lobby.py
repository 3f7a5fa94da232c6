"""The lobby over the interface for programs: what there is to see, and quick pairing."""

import asyncio
from pathlib import Path

from evenings import me
from programs import API, programs
from serving_hall import Served, events, served_evening


def test_what_there_is_to_see(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("quoridor", options={"players": 3}, seats={"a": "me"}, clock="5+3", public=True)
            for told in (await boris.get("/lobby"), (await served.stranger.get(f"{API}/lobby")).json()):
                (line,) = told["tables"]
                assert line == {
                    "id": table,
                    "link": f"{served.address}/tables/{table}",
                    "game": "quoridor",
                    "options": {"players": 3, "rules": "default"},
                    "title": "Quoridor, 3 players",
                    "names": ["Anna"],
                    "people": "Anna",
                    "clock": "5+3",
                    "rated": False,
                    "terms": "5 minutes + 3 seconds · casual",
                    "seats": 3,
                    "free": 2,
                    "watching": 0,
                    "note": "2 of 3 seats free",
                }
                assert told["games"] == [] and told["people"] == [] and told["seeking"] is None
            watched = await anna.open("quoridor", seats={"a": "me"}, public=True, watchable=True)
            await boris.post(f"/tables/{watched}/seats/b")
            (line,) = (await boris.get("/lobby"))["games"]
            assert (line["id"], line["people"], line["free"]) == (watched, "Anna – Boris", 0)

    served_evening(tmp_path, work)


def test_it_is_told_when_something_changes(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            listening = asyncio.create_task(boris.stream("/lobby/live", most=2))
            while "Boris" not in (await anna.get("/lobby"))["people"]:
                await asyncio.sleep(0.01)
            table = await anna.open("quoridor", seats={"a": "me"}, public=True)
            (_, first), (_, second) = await listening
            assert first["tables"] == [] and [line["id"] for line in second["tables"]] == [table]

    served_evening(tmp_path, work)


def test_two_are_paired(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            listening = [asyncio.create_task(one.stream("/lobby/live")) for one in (anna, boris)]
            sought = await anna.post("/lobby/seek", game="quoridor", clock="5+3", rated=True)
            assert sought.json() == {"seeking": "Quoridor · 5 minutes + 3 seconds · rated"}
            assert (await anna.get("/lobby"))["seeking"] == sought.json()["seeking"]
            assert (await boris.get("/lobby"))["seeking"] is None
            await boris.post("/lobby/seek", game="quoridor", clock="5+3", rated=True)
            told = await asyncio.gather(*listening)
            assert told[0][-1] == told[1][-1] == ("done", {})
            (_, paired), (_, also) = told[0][-2], told[1][-2]
            assert paired == also
            table = await anna.get(f"/tables/{paired['go']}")
            assert table["terms"]["rated"] and {seat["name"] for seat in table["seats"].values()} == {"Anna", "Boris"}
            assert {seat["rating"] for seat in table["seats"].values()} == {"1500?"}

    served_evening(tmp_path, work)


def test_who_waits_can_stop_and_what_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with (
            programs(served, "Anna") as (anna,),
            programs(served, "Rosa", scopes=["read"]) as (reader,),
        ):
            await anna.post("/lobby/seek", game="quoridor")
            assert (await anna.client.delete(f"{API}/lobby/seek")).status_code == 204
            assert (await anna.get("/lobby"))["seeking"] is None
            owner = await served.owner.post(f"{API}/lobby/seek", json={"game": "toy"})
            assert owner.status_code == 200 and owner.json()["seeking"]
            made = await served.hall.programs.add(me(served.hall), "Loki")
            loki = {"Authorization": f"Bearer {made.token}"}
            guest = served.stranger
            await guest.post(f"{API}/guests", json={})
            rated = {"game": "quoridor", "clock": "5+3", "rated": True}
            for answer, status, code in (
                (await anna.post("/lobby/seek", game="hivolts"), 422, "invalid_option"),
                (await anna.post("/lobby/seek", game="chess"), 422, "invalid_option"),
                (await anna.post("/lobby/seek", game="quoridor", options={"players": 9}), 422, "invalid_option"),
                (await anna.post("/lobby/seek", game="quoridor", clock="soon"), 422, "invalid_option"),
                (await anna.post("/lobby/seek", game="quoridor", rated=True), 403, "rated_clock"),
                (await anna.post("/lobby/seek"), 422, "unreadable"),
                (await reader.post("/lobby/seek", game="quoridor"), 403, "not_allowed"),
                (await guest.post(f"{API}/lobby/seek", json=rated), 403, "rated_guest"),
                (await guest.post(f"{API}/lobby/seek", json=rated, headers=loki), 403, "paired_program"),
            ):
                assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
            ((_, seen),) = await events(guest, f"{API}/lobby/live", most=1)
            assert seen["seeking"] is None

    served_evening(tmp_path, work)


def test_nobody_without_an_account_waits(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        refused = await served.stranger.post(f"{API}/lobby/seek", json={"game": "quoridor"})
        assert (refused.status_code, refused.json()["error"]) == (401, "no_identity")
        assert (await served.stranger.delete(f"{API}/lobby/seek")).status_code == 401

    served_evening(tmp_path, work)
