"""A game can begin with any position: one that is sent, or one of another table."""

from pathlib import Path

import taflheim
from evenings import me, play, table_with
from serving_hall import Served, served_evening, visitor
from taflheim.hall.preferences import defaults
from taflheim.table.table import Table

QUORIDOR = taflheim.game("quoridor")


def test_a_start_position_is_sent(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        start = "e5,e1 3,10 - - b"
        by_json = await served.hall.tables.get(await served.new_table("quoridor", start=start, seats={"b": 1}))
        assert str(by_json.record.start) == start and by_json.seats["b"].is_bot
        answer = await served.owner.post("/tables", data={"game": "quoridor", "start": start})
        assert answer.status_code == 303
        by_form = await served.hall.tables.get(answer.headers["location"].removeprefix("/tables/"))
        assert str(by_form.record.start) == start
        for asked, text in (
            ({"game": "quoridor", "start": "nonsense"}, "expected five fields"),
            ({"game": "quoridor", "start": 7}, "expected the text of a position"),
            ({"game": "quoridor", "start": "e1,e5 10,10 - - b"}, "The game is over in this position"),
        ):
            refused = await served.owner.post("/tables", json=asked)
            assert refused.status_code == 400 and text in refused.json()["error"], refused.text

    served_evening(tmp_path, work)


def test_a_position_of_another_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        old = await play(hall, await table_with(hall, taflheim.game("quoridor", players=3), "a", "b", "c"), "e8", "e2")

        async def begun(**asked: object) -> Table:
            answer = await served.owner.post("/tables", json=asked)
            assert answer.status_code == 201, answer.text
            return await hall.tables.get(answer.json()["id"])

        last = await begun(**{"from": old.id})
        assert last.record.start == old.record.position and last.game == old.game and last.ply == 0
        for ply in (0, 1, 2):
            table = await begun(**{"from": old.id, "ply": ply, "seats": {"b": 2}})
            assert table.record.start == old.record.positions[ply] and table.seats["b"].level == 2
        answer = await served.owner.post("/tables", data={"from": old.id, "ply": "1"})
        assert answer.status_code == 303

        for asked, status, text in (
            ({"from": old.id, "ply": 3}, 400, "This game has 2 moves: expected a number from 0 to 2"),
            ({"from": old.id, "ply": -1}, 400, "0 to 2"),
            ({"from": old.id, "ply": True}, 400, "0 to 2"),
            ({"from": old.id, "ply": "9" * 5000}, 400, "0 to 2"),
            ({"from": ["x"]}, 400, "the id of a table"),
            ({"from": old.id, "start": "e5,e1 3,10 - - b"}, 400, "not both"),
            ({"from": "nowhere"}, 404, "There is no such table"),
        ):
            refused = await served.owner.post("/tables", json=asked)
            assert (refused.status_code, text in refused.json()["error"]) == (status, True), refused.text
        assert (await served.stranger.post("/tables", json={"from": old.id})).status_code == 404
        assert not served.stranger.cookies, "who is refused is no guest yet"

    served_evening(tmp_path, work)


def test_the_last_bot_and_side_are_remembered(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        for fields in (
            {"game": "toy", "seat.crosses": "person", "seat.noughts": "person"},
            {"game": "quoridor", "option.players": "3", "seat.b": "1", "seat.c": "1"},
            {"game": "hivolts"},
        ):
            assert (await served.owner.post("/tables", data=fields)).status_code == 303
            assert await hall.preferences.of(me(hall)) == defaults()
        await served.owner.post("/tables", data={"game": "toy", "seat.crosses": "4", "seat.noughts": "person"})
        assert (await hall.preferences.of(me(hall)))["bot"] == {"toy": {"level": 4, "side": "noughts"}}

    served_evening(tmp_path, work)


def test_a_visitor_becomes_a_guest_with_the_first_table(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for path in ("/", "/tables/new?game=quoridor"):
            assert (await served.stranger.get(path)).status_code == 200 and not served.stranger.cookies
        refused = await served.stranger.post("/tables", data={"game": "chess"})
        assert refused.status_code == 400 and not served.stranger.cookies
        asked = {"game": "quoridor", "side": "b", "request": "r1"}
        first = await served.stranger.post("/tables/new", data=asked)
        again = await served.stranger.post("/tables/new", data=asked)
        assert first.headers["location"] == again.headers["location"], "the same request is the same table"
        table = await served.hall.tables.get(first.headers["location"].removeprefix("/tables/"))
        assert table.state == "open" and table.seats["b"].name.startswith("guest-")
        assert table.terms.opener == table.seats["b"].account
        rated = await served.stranger.post("/tables/new", data={"game": "quoridor", "rated": "yes", "clock": "5+3"})
        assert rated.status_code == 400 and "people have accounts" in rated.text

    served_evening(tmp_path, work)


def test_sitting_down_leaving_and_filling(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async def new(**asked: object) -> str:
            return f"/tables/{await served.new_table('quoridor', side='a', **asked)}"

        html = {"Accept": "text/html"}
        rated = await new(rated=True, clock="5+3")
        page = await served.stranger.get(rated, headers=html)
        assert "This table is rated" in page.text and "/seats/" not in page.text
        answer = await served.stranger.post(f"{rated}/seats/b", headers=html)
        assert answer.status_code == 409 and "people have accounts" in answer.text and not served.stranger.cookies
        private = await new()
        assert (await served.stranger.post(f"{private}/fill", data={"level": "1"})).status_code == 403
        assert (await served.stranger.post(f"{private}/seats/z")).status_code == 400
        answer = await served.stranger.post(f"{private}/seats/b", data={"request": "r"})
        assert answer.status_code == 303
        again = await served.stranger.post(f"{private}/seats/b", data={"request": "r"}, headers=html)
        assert again.status_code == 303, "the same request has the same answer"
        async with visitor(served.address, **html) as late:
            answer = await late.post(f"{private}/seats/b")
            assert answer.status_code == 404, "nobody may watch there"
        three = f"/tables/{await served.new_table('quoridor', options={'players': 3}, side='a', watchable=True)}"
        await served.stranger.post(f"{three}/seats/b")
        assert "Get up" in (await served.stranger.get(three, headers=html)).text
        assert (await served.stranger.post(f"{three}/leave")).status_code == 303
        assert (await served.hall.tables.get(three.removeprefix("/tables/"))).seats["b"].is_free
        refused = await served.stranger.post(f"{three}/fill", data={"level": "1"}, headers=html)
        assert refused.status_code == 409 and "Only who has opened the table" in refused.text
        assert (await served.owner.post(f"{three}/fill", data={"level": "1"})).status_code == 303
        assert (await served.hall.tables.get(three.removeprefix("/tables/"))).state == "playing"
        answer = await served.stranger.post(f"{three}/seats/b", headers=html)
        assert answer.status_code == 409 and "Watch the game" in answer.text

    served_evening(tmp_path, work)


def test_a_bot_that_plays_one_side_only_is_not_asked_to_swap(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        for bot, swaps in ((11, False), (1, True)):
            table = await served.new_table("halatafl", seats={"sheep": "me", "foxes": bot})
            page = (await served.owner.get(f"/tables/{table}", headers={"Accept": "text/html"})).text
            assert ("sides swapped" in page) is swaps and "Play again" in page

    served_evening(tmp_path, work)
