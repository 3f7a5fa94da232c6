"""One's own games and results over the interface for programs."""

from pathlib import Path

from evenings import me
from programs import API, programs
from serving_hall import Served, served_evening


def test_games_are_listed_with_filters(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            lost = await anna.open("quoridor", seats={"a": "me", "b": 2})
            await anna.act(lost, "resign")
            shared = await anna.open("quoridor", seats={"a": "me", "b": "open"}, clock="5+3", rated=True)
            await boris.post(f"/tables/{shared}/seats/b")
            for who, move in ((anna, "e8"), (boris, "e2"), (anna, "e7"), (boris, "e3")):
                await who.move(shared, move)
            await boris.act(shared, "resign")
            lasting = await anna.open("halatafl")
            await anna.move(lasting, "d4-d5")
            told = await anna.get("/me/games")
            assert told["count"] == 3 and [one["id"] for one in told["games"]] == [lasting, shared, lost]
            first, second, third = told["games"]
            assert (first["result"], first["sides"], first["company"]) == (
                "unfinished",
                ["sheep", "foxes"],
                "with a friend",
            )
            assert first["moves"] == 1 and first["your_turn"] and first["reason"] is None and first["opponents"] == []
            assert (second["result"], second["told"], second["winner"]) == ("won", "You won", "a")
            assert second["opponents"] == [{"side": "b", "name": "Boris", "level": None}]
            assert second["rating"].startswith("1500? → ") and second["link"] == f"{served.address}/tables/{shared}"
            assert (third["result"], third["company"], third["opponents"][0]["level"]) == ("lost", "against Liv", 2)
            assert third["changed_ms"] > 0 and third["rating"] is None
            for asked, ids in (
                ({"game": "halatafl"}, [lasting]),
                ({"game": "chess"}, []),
                ({"result": "won"}, [shared]),
                ({"result": "unfinished"}, [lasting]),
                ({"opponent": "Liv"}, [lost]),
                ({"one_screen": "true"}, [lasting]),
                ({"limit": 1, "offset": 1}, [shared]),
            ):
                assert [one["id"] for one in (await anna.get("/me/games", **asked))["games"]] == ids, asked
            assert (await anna.get("/me/games", limit=1))["count"] == 3
            assert [one["result"] for one in (await boris.get("/me/games"))["games"]] == ["lost"]

    served_evening(tmp_path, work)


def test_games_to_go_on_with(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            own = await anna.open("quoridor")
            await anna.move(own, "e8")
            days = await anna.open("quoridor", seats={"a": "open", "b": "me"}, clock="days 3")
            await boris.post(f"/tables/{days}/seats/a")
            await boris.move(days, "e8")
            told = (await anna.get("/me/unfinished"))["games"]
            assert told == [
                {
                    "id": days,
                    "link": f"{served.address}/tables/{days}",
                    "words": "Quoridor against Boris, move 1",
                    "your_turn": True,
                },
                {
                    "id": own,
                    "link": f"{served.address}/tables/{own}",
                    "words": "Quoridor with a friend, move 1",
                    "your_turn": False,
                },
            ]

    served_evening(tmp_path, work)


def test_results(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            nothing = await anna.get("/me/stats")
            assert nothing["won"] == nothing["lost"] == 0 and nothing["streak"] is None and nothing["periods"] == []
            for _ in range(2):
                table = await anna.open("quoridor", seats={"a": "me", "b": 2})
                await anna.act(table, "resign")
            together = await anna.open("halatafl")
            await anna.act(together, "resign")
            told = await anna.get("/me/stats")
            assert (told["name"], told["lost"], told["streak"], told["streak_length"]) == ("Anna", 2, "lost", 2)
            (game,) = told["games"]
            assert (game["game"], game["lost"]) == ("quoridor", 2)
            assert game["sides"] == [{"won": 0, "lost": 2, "drawn": 0, "side": "a", "title": "White (a)"}]
            assert game["bots"] == [{"won": 0, "lost": 2, "drawn": 0, "level": 2, "name": "Liv"}]
            (screen,) = told["together"]
            assert (screen["played"], screen["wins"], screen["drawn"]) == (1, {"Foxes": 1}, 0)
            assert told["periods"][-1]["lost"] == 2

    served_evening(tmp_path, work)


def test_with_a_cookie_and_what_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Mona", scopes=["play"]) as (mute,):
            table = await served.new_table("quoridor", seats={"b": 1})
            await served.hall.games.remove(me(served.hall), table)
            for path in ("/me/games", "/me/unfinished", "/me/stats"):
                assert (await served.owner.get(f"{API}{path}")).status_code == 200
                assert (await mute.client.get(f"{API}{path}")).json()["error"] == "not_allowed"
                assert (await served.stranger.get(f"{API}{path}")).status_code == 401
            for asked in ("result=odd", "limit=0", "limit=1000", "offset=-1"):
                assert (await served.owner.get(f"{API}/me/games?{asked}")).json()["error"] == "unreadable"

    served_evening(tmp_path, work)
