"""Profiles, leaderboards, and chat over the interface for programs."""

from pathlib import Path

from evenings import me
from programs import API, programs
from serving_hall import Served, served_evening


def test_profiles_and_leaderboards(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("quoridor", seats={"a": "me"}, clock="5+3", rated=True, public=True)
            assert (await boris.post(f"/tables/{table}/seats/b")).status_code == 200
            for who, move in ((anna, "e8"), (boris, "e2"), (anna, "e7"), (boris, "e3")):
                await who.move(table, move)
            assert (await boris.act(table, "resign")).status_code == 200
            profile = (await served.stranger.get(f"{API}/people/ANNA")).json()
            assert (profile["name"], profile["kind"], profile["maker"]) == ("Anna", "person", None)
            assert profile["scores"] == [{"game": "quoridor", "side": "a", "won": 1, "lost": 0, "drawn": 0}]
            (rating,) = profile["ratings"]
            assert rating["rating"] > 1500 and not rating["certain"] and rating["games"] == 1
            board = await anna.get("/leaderboards/quoridor", players=2)
            assert board["boards"] == [{"side": "", "people": [], "programs": []}]  # nobody is certain yet
            made = await served.hall.programs.add(me(served.hall), "Loki")
            loki = (await served.stranger.get(f"{API}/people/{made.account.name}")).json()
            assert (loki["kind"], loki["maker"]) == ("program", served.hall.accounts.owner.name)
            for path, code in (
                ("people/Nobody", "nobody_called_that"),
                ("leaderboards/chess", "no_such_game"),
                ("leaderboards/hivolts", "no_such_game"),
            ):
                missing = await served.stranger.get(f"{API}/{path}")
                assert (missing.status_code, missing.json()["error"]) == (404, code)

    served_evening(tmp_path, work)


def test_chat(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris", "Clara") as (anna, boris, clara):
            table = await anna.open("quoridor", seats={"a": "me"}, watchable=True)
            await boris.post(f"/tables/{table}/seats/b")
            where = f"/tables/{table}/chat"
            first = await anna.post(where, text="Have fun!", request="c1")
            again = await anna.post(where, text="Have fun!", request="c1")
            assert first.status_code == 201 and first.json() == again.json() and first.json()["room"] == "players"
            reused = await anna.post(where, text="Or not.", request="c1")
            assert reused.status_code == 409 and reused.json()["error"] == "request_reused"
            assert (await clara.post(where, text="Nice game")).json()["room"] == "spectators"
            assert [line["text"] for line in (await boris.get(where))["lines"]] == ["Have fun!"]
            assert [line["name"] for line in (await clara.get(where))["lines"]] == ["Anna", "Clara"]
            assert [line["name"] for line in (await clara.get(where, after=1))["lines"]] == ["Clara"]
            assert (await anna.post(where, text="x" * 301)).status_code == 422
            assert (await anna.post(where, text="  ")).status_code == 422
            assert (await served.stranger.post(f"{API}{where}", json={"text": "hello"})).status_code == 401

    served_evening(tmp_path, work)
