"""The board of the day over the interface for programs."""

from pathlib import Path

from programs import API, programs
from serving_hall import Served, served_evening
from taflheim.games.hivolts.solve import solve


def test_the_board_of_a_day(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        today = served.hall.daily.today()
        told = (await served.stranger.get(f"{API}/daily/{today}")).json()
        assert told["day"] == today and told["par"] > 0 and told["own"] is None and told["results"] == []
        assert (told["game"], told["title"], told["today"], told["streak"]) == ("hivolts", "HiVolts", True, None)
        assert (await served.stranger.get(f"{API}/daily/today")).json() == told
        for day in ("2999-01-01", "2026-13-01"):
            assert (await served.stranger.get(f"{API}/daily/{day}")).json()["error"] == "no_such_day"
        assert (await served.stranger.get(f"{API}/daily/today?game=chess")).status_code == 404
        assert (await served.stranger.get(f"{API}/daily/soon")).status_code == 422

    served_evening(tmp_path, work)


def test_one_try_counts(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with (
            programs(served, "Anna", "Boris") as (anna, boris),
            programs(served, "Rosa", scopes=["read"]) as (reader,),
        ):
            where = f"{API}/daily/today/try"
            first = await anna.client.put(where)
            assert first.status_code == 200 and first.json()["link"].endswith(first.json()["id"])
            assert (await anna.client.put(where)).json() == first.json()
            early = await anna.post("/daily/today/tables")
            assert (early.status_code, early.json()["error"]) == (409, "no_try_left")
            table = first.json()["id"]
            board = await served.hall.daily.board("hivolts", served.hall.daily.today())
            line = solve(board.start.state).line
            await anna.move(table, line[0])
            told = await anna.get("/daily/today")
            assert (told["own"], told["table"], told["streak"]) == ("playing", table, {"now": 0, "best": 0})
            for move in line[1:]:
                await anna.move(table, move)
            told = await anna.get("/daily/today")
            assert told["own"] == "won" and told["streak"] == {"now": 1, "best": 1}
            assert told["results"] == [{"name": "Anna", "state": "won", "moves": len(line), "jumps": 0, "table": table}]
            over = await anna.client.put(where)
            assert (over.status_code, over.json()["error"]) == (409, "no_try_left")
            again = await anna.post("/daily/today/tables")
            assert again.status_code == 201
            assert (await anna.get(f"/tables/{again.json()['id']}"))["start"] == told["start"]
            # Who has not tried yet does not see how others have done it.
            assert (await boris.get("/daily/today"))["results"][0]["table"] is None
            # A cookie does as well as a token.
            assert (await served.owner.put(where)).status_code == 200
            for answer, status, code in (
                (await reader.client.put(where), 403, "not_allowed"),
                (await served.stranger.put(where), 401, "no_identity"),
                (await anna.client.put(f"{API}/daily/2026-11-01/try"), 404, "no_such_day"),
                (await anna.client.put(f"{API}/daily/today/try?game=chess"), 404, "no_such_day"),
                (await anna.client.delete(where), 405, "method_not_allowed"),
            ):
                assert (answer.status_code, answer.json()["error"]) == (status, code), answer.text
            assert (await anna.client.delete(where)).headers["allow"] == "PUT"

    served_evening(tmp_path, work)
