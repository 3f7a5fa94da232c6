"""A game can begin with any position: one that is sent, or one of another table."""

from pathlib import Path

import taflheim
from evenings import me, play, table_with
from serving_hall import Served, served_evening
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
        assert (await served.stranger.post("/tables", json={"from": old.id})).status_code == 403

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
