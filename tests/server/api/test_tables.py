"""Tables over the interface for programs: opened, listed, looked at, sat down at, played at."""

import asyncio
from pathlib import Path

import pytest

import taflheim
from programs import API, WHOLE_GAMES, programs
from serving_hall import Served, served_evening


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_two_programs_play_a_whole_game(tmp_path: Path, name: str) -> None:
    moves, winner = WHOLE_GAMES[name]

    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open(name, side="lot", clock="5+3")
            (mine,) = (side for side, seat in (await anna.get(f"/tables/{table}"))["seats"].items() if seat["yours"])
            (free,) = (
                side for side, seat in (await boris.get(f"/tables/{table}"))["seats"].items() if seat["who"] == "free"
            )
            assert (await boris.post(f"/tables/{table}/seats/{free}")).json()["state"] == "playing"
            who = {mine: anna, free: boris}
            for ply, move in enumerate(moves.split(), 1):
                stands = await anna.get(f"/tables/{table}")
                assert stands["moves"] == moves.split()[: ply - 1] and set(stands["clocks"]) == {mine, free}
                mover, waiter = who[stands["turn"]], next(one for side, one in who.items() if side != stands["turn"])
                waiting = asyncio.create_task(waiter.told(table, after=ply))
                done = await mover.move(table, move)
                assert done["number"] == ply + 1 and done["text"] == move  # the first event is that Boris sat down
                assert [event["text"] for event in await waiting] == [move]
            over = await boris.get(f"/tables/{table}")
            assert over["state"] == "over" and over["result"]["winner"] == winner and over["turn"] is None
            record = await anna.client.get(f"{API}/tables/{table}/record")
            assert record.headers["content-type"].startswith("text/plain") and f'[Game "{name}"]' in record.text
            (line,) = (await anna.get("/tables", state="over", mine="true"))["tables"]
            assert line["id"] == table and line["winner"] == winner
            assert (await boris.get("/tables", state="over"))["tables"] == []  # it was a private one

    served_evening(tmp_path, work)


def test_opening_and_listing(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("quoridor", seats={"a": "me"}, public=True, clock="move 30", watchable=True)
            private = await anna.open("quoridor", seats={"a": "open", "b": 3})
            (line,) = (await boris.get("/tables", game="quoridor"))["tables"]
            assert line["id"] == table and line["state"] == "open" and line["terms"]["clock"] == "move 30"
            assert line["link"] == f"{served.address}/tables/{table}"
            assert [(seat["name"], seat["who"], seat["yours"]) for seat in line["seats"].values()] == [
                ("Anna", "person", False),
                ("", "free", False),
            ]
            assert (await boris.get("/tables", game="hnefatafl"))["tables"] == []
            mine = {one["id"] for one in (await anna.get("/tables", mine="true"))["tables"]}
            assert mine == {table, private}
            assert (await boris.get("/tables", mine="true"))["tables"] == []
            seats = (await anna.get(f"/tables/{private}"))["seats"]
            assert (seats["b"]["who"], seats["b"]["level"], seats["a"]["who"]) == ("bot", 3, "free")
            # Nobody but who has opened it closes it.
            assert (await boris.act(private, "close")).status_code == 403
            assert (await anna.act(private, "close")).json()["kind"] == "aborted"
            assert (await anna.get(f"/tables/{private}"))["state"] == "aborted"
            filled = await anna.act(table, "fill", seats={"b": 1})
            assert filled.status_code == 200 and (await anna.get(f"/tables/{table}"))["state"] == "playing"
            (playing,) = await served_list(served, "playing")
            assert playing["id"] == table

    async def served_list(served: Served, state: str) -> list[dict[str, object]]:
        answer = await served.stranger.get(f"{API}/tables", params={"state": state})
        assert answer.status_code == 200
        found: list[dict[str, object]] = answer.json()["tables"]
        return found

    served_evening(tmp_path, work)


def test_a_request_is_done_once(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            asked = {"game": "quoridor", "seats": {"a": "me", "b": "open"}, "request": "t1"}
            first, again = await anna.post("/tables", **asked), await anna.post("/tables", **asked)
            assert first.json() == again.json()
            other = await anna.post("/tables", **{**asked, "game": "hnefatafl", "seats": {}})
            assert other.status_code == 409 and other.json()["error"] == "request_reused"
            table = first.json()["id"]
            for _ in range(2):
                assert (await boris.post(f"/tables/{table}/seats/b", request="s1")).status_code == 200
            assert (await boris.post(f"/tables/{table}/seats/b")).json()["error"] == "seat_taken"
            move = {"text": "e8", "position_number": 0, "request": "m1"}
            done = [(await anna.act(table, "move", **move)).json() for _ in range(2)]
            assert done[0] == done[1] and done[0]["number"] == 2
            changed = await anna.act(table, "move", **{**move, "text": "f9"})
            assert changed.status_code == 409 and changed.json()["error"] == "request_reused"
            assert (await anna.get(f"/tables/{table}"))["number"] == 2

    served_evening(tmp_path, work)


def test_what_is_refused(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with (
            programs(served, "Anna", "Boris") as (anna, boris),
            programs(served, "Rosa", scopes=["read"]) as (reader,),
            programs(served, "Mona", scopes=["play"]) as (mute,),
        ):
            table = await anna.open("quoridor", seats={"a": "me", "b": "open"})
            early = await anna.act(table, "move", text="e8", position_number=0)
            assert early.status_code == 409 and early.json()["error"] == "not_begun"
            await boris.post(f"/tables/{table}/seats/b")
            stranger = served.stranger
            for answer, status, code in (
                (await boris.act(table, "move", text="e2", position_number=0), 409, "turn_of"),
                (await anna.act(table, "move", text="e8", position_number=7), 409, "stale"),
                (await anna.act(table, "move", text="e5", position_number=0), 422, "out_of_reach"),
                (await anna.act(table, "move", text="castle", position_number=0), 422, None),
                (await anna.act(table, "move", text="e8", position_number=0, side="b"), 409, "turn_of"),
                (await anna.act(table, "move", text="e8", position_number="0"), 422, "unreadable"),
                (await anna.act(table, "move", text="e8", position_number=False), 422, "unreadable"),
                (await anna.act(table, "move", text="e8"), 422, "unreadable"),
                (await anna.act(table, "sing"), 422, "unreadable"),
                (await anna.act(table, "move", text="e8", position_number=0, request=""), 422, "unreadable"),
                (await anna.act(table, "undo", position_number=0), 409, "nothing_to_undo"),
                (await anna.act(table, "answer", offer=1, yes=True), 409, "not_open"),
                (await anna.act(table, "claim", side="b"), 409, "not_to_move"),
                (await anna.act(table, "return"), 409, "nothing_held"),
                (await anna.act(table, "close"), 409, "begun"),
                (await anna.post(f"/tables/{table}/seats/z"), 404, "no_such_seat"),
                (await anna.post("/tables/nowhere/seats/a"), 404, "no_such_table"),
                (await reader.act(table, "resign"), 403, "not_allowed"),
                (await reader.post("/tables", game="quoridor"), 403, "not_allowed"),
                (await mute.client.get(f"{API}/tables"), 403, "not_allowed"),
                (await mute.act(table, "resign"), 404, "no_such_table"),
                (await anna.post("/tables", game="chess"), 422, "invalid_option"),
                (await anna.post("/tables", game="quoridor", clock="soon"), 422, "invalid_option"),
                (await anna.post("/tables", game="quoridor", seats={"z": "me"}), 422, "invalid_option"),
                (await anna.post("/tables", game="quoridor", seats={"a": "me"}, rated=True), 403, "rated_clock"),
                (await anna.post("/tables", game="quoridor", start="nonsense"), 422, "invalid_position"),
                (await stranger.post(f"{API}/tables", json={"game": "quoridor"}), 401, "no_identity"),
                (await stranger.get(f"{API}/tables/{table}"), 404, "no_such_table"),
                (await stranger.get(f"{API}/tables/{table}/events"), 404, "no_such_table"),
                (await stranger.get(f"{API}/tables", params={"state": "odd"}), 422, "unreadable"),
            ):
                assert answer.status_code == status and code in (None, answer.json()["error"]), answer.text
            assert (await anna.get(f"/tables/{table}"))["number"] == 1

    served_evening(tmp_path, work)


def test_offers_and_rematch(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Boris") as (anna, boris):
            table = await anna.open("quoridor", seats={"a": "me", "b": "open"})
            await boris.post(f"/tables/{table}/seats/b")
            await anna.move(table, "e8")
            offer = (await anna.act(table, "offer", kind="takeback")).json()["number"]
            stands = await boris.get(f"/tables/{table}")
            assert stands["offers"] == [{"number": offer, "kind": "takeback", "side": "a", "waiting": ["b"]}]
            assert (await boris.act(table, "answer", offer=offer, yes=True)).status_code == 200
            assert (await anna.get(f"/tables/{table}"))["moves"] == []
            await anna.move(table, "e8")
            offer = (await boris.act(table, "offer", kind="draw")).json()["number"]
            assert (await boris.act(table, "withdraw", offer=offer)).status_code == 200
            assert (await boris.act(table, "resign")).json()["kind"] == "resign"
            offer = (await anna.act(table, "offer", kind="rematch")).json()["number"]
            assert (await boris.get(f"/tables/{table}"))["offers"][0]["kind"] == "rematch"
            assert (await boris.act(table, "answer", offer=offer, yes=True)).status_code == 200
            assert (await anna.get(f"/tables/{table}"))["next_table"]

    served_evening(tmp_path, work)


def test_waiting_ends_without_news(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("quoridor")
            told = await anna.get(f"/tables/{table}/events", wait=1)
            assert told == {"number": 0, "state": "playing", "events": []}
            await anna.move(table, "e8")
            await anna.move(table, "e2")
            assert [event["text"] for event in (await anna.get(f"/tables/{table}/events", after=1))["events"]] == ["e2"]

    served_evening(tmp_path, work)


SAVED = '[Game "quoridor"]\n[Options "players=3"]\n[a "Anna"]\n\n1. e8 e2 c:resigns 2. e7'


def test_a_saved_game_goes_on_with_its_moves(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            asked = {"record": SAVED, "seats": {"b": 1}, "request": "t1"}
            first, again = await anna.post("/tables", **asked), await anna.post("/tables", **asked)
            assert first.status_code == 201 and first.json() == again.json(), first.text
            table = first.json()["id"]
            assert (await anna.told(table, after=4))[0]["side"] == "b"  # the bot goes on where it was
            stands = await anna.get(f"/tables/{table}")
            assert stands["options"]["players"] == 3 and stands["moves"][:4] == ["e8", "e2", "c:resigns", "e7"]
            assert (await anna.act(table, "undo", position_number=stands["position_number"])).status_code == 200
            assert (await anna.get(f"/tables/{table}"))["moves"] == ["e8", "e2", "c:resigns"]
            served.hall.tables.evict(0, lambda _: False)
            assert (await anna.get(f"/tables/{table}"))["moves"] == ["e8", "e2", "c:resigns"]
            for wrong, code in (
                (SAVED.replace("e7", "e5"), "invalid_record"),
                (SAVED.replace("e7", "b:resigns"), "invalid_record"),
                ("nonsense", "invalid_record"),
                ('[Game "chess"]', "invalid_record"),
            ):
                answer = await anna.post("/tables", record=wrong)
                assert answer.status_code == 422 and answer.json()["error"] == code, answer.text
            both = await anna.post("/tables", record=SAVED, start="e9,e1 10,10 - - a")
            assert both.status_code == 422 and "not both" in both.json()["message"]

    served_evening(tmp_path, work)


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):

            async def played() -> tuple[object, ...]:
                alone = await anna.open("hivolts", seed="7", board="wild")
                landed = (await anna.move(alone, "j"))["text"]
                against = await anna.open("hnefatafl", seats={"attackers": "me", "defenders": 1}, seed="7")
                await anna.move(against, "d1-d3")
                await anna.told(against, after=1)
                return (
                    (await anna.get(f"/tables/{alone}"))["start"],
                    landed,
                    (await anna.get(f"/tables/{against}"))["moves"],
                )

            first = await played()
            assert first == await played()
            assert first[0] == str(taflheim.game("hivolts").start("7"))
            proven = [await anna.open("hivolts", seed="7") for _ in range(2)]
            starts = {(await anna.get(f"/tables/{table}"))["start"] for table in proven}
            assert starts == {str(taflheim.game("hivolts").puzzle("7").position)}

    served_evening(tmp_path, work)
