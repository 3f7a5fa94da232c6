"""Names typed for people at one's own screen: which can be, where they are shown, and that they go with the account."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from evenings import me
from programs import programs
from serving_hall import Served, served_evening
from taflheim.server.new_table import FieldRefused, checked
from taflheim.server.table_request import TableRequest, from_form, from_json
from taflheim.table.actor import Person
from taflheim.table.event import Resign
from taflheim.table.table import Table

HTML = {"Accept": "text/html"}
THREE = {"players": 3}


def test_names_are_read_from_forms_and_json() -> None:
    assert from_form(b"game=quoridor&name.a=&name.b=Little+brother&name.c=+").names == {"b": "Little brother"}
    assert from_json(b'{"game": "quoridor", "names": {"b": "Bea"}}').names == {"b": "Bea"}


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (TableRequest("quoridor", side="a", names={"a": "Bea"}), "who sits alone at a screen"),
        (
            TableRequest("quoridor", THREE, {"b": "here", "c": "1"}, side="a", names={"c": "Bea"}),
            "nobody at this screen",
        ),
        (TableRequest("quoridor", names={"z": "Bea"}), "nobody at this screen"),
        (TableRequest("quoridor", names={"a": "Bea", "b": " BEA"}), "cannot be told apart"),
        (TableRequest("quoridor", names={"b": "Odin"}), "a name of the house"),
        (TableRequest("quoridor", names={"b": "x" * 25}), "1 to 24 letters"),
        (TableRequest("quoridor", names={"b": "<b>"}), "cannot stand in a name"),
        (TableRequest("quoridor", names={"b": "\u202eaeB"}), "cannot stand in a name"),
        (TableRequest("quoridor", names={"b": "Loki-bot"}), "those of programs"),
    ],
)
def test_names_that_cannot_be(asked: TableRequest, text: str) -> None:
    with pytest.raises(FieldRefused, match=text) as refused:
        checked(asked)
    assert refused.value.field == f"name.{[*asked.names][-1]}"


def test_names_go_with_their_seats_when_lots_are_drawn() -> None:
    asked = TableRequest("quoridor", THREE, {"a": "me", "b": "here", "c": "1"}, side="lot", names={"b": "Bea"})
    for _ in range(30):
        new = checked(asked)
        ((side, name),) = new.names.items()
        assert name == "Bea" and new.seats[side] == "here"


def test_two_people_at_one_screen(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        owner = hall.accounts.owner.name
        asked = {"game": "quoridor", "name.a": "", "name.b": "Little brother"}
        where = (await served.owner.post("/tables", data=asked)).headers["location"]
        table = await hall.tables.get(where.removeprefix("/tables/"))
        assert [seat.name for seat in table.seats.values()] == [owner, "Little brother"]
        cards = (await served.owner.get(where, headers=HTML)).text.partition("<dialog")[0]
        assert f'title="{owner}"' in cards and 'title="Little brother"' in cards
        assert '[b "Little brother"]' in (await served.owner.get(f"{where}/record.txt")).text
        await hall.tables.act(table.id, me(hall), Resign("a"))
        assert f"between {owner} and Little brother" in (await served.owner.get("/games", headers=HTML)).text

        # Another such game, with everybody one seat on, has the same people.
        again = (await served.owner.post(f"{where}/again", data={"sides": "swapped"})).headers["location"]
        swapped = await hall.tables.get(again.removeprefix("/tables/"))
        assert [seat.name for seat in swapped.seats.values()] == ["Little brother", owner]

        export = zipfile.ZipFile(io.BytesIO((await served.owner.post("/account/export")).content))
        told = next(one for one in json.loads(export.read("account.json"))["games"] if one["id"] == table.id)
        assert told["seats"]["b"]["name"] == "Little brother"
        assert b"Little brother" in export.read(f"games/{table.id}.txt")

    served_evening(tmp_path, work)


def test_with_a_friend_elsewhere(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna", "Bo") as (anna, bo):
            seats = {"a": "me", "b": "here", "c": "open", "d": "open"}
            table = await anna.open("quoridor", options={"players": 4}, seats=seats, names={"b": "Bea"})
            alone = await bo.post(f"/tables/{table}/seats/c", name="Cem")
            assert alone.status_code == 422 and "who sits alone" in alone.json()["message"]
            assert (await bo.post(f"/tables/{table}/seats/c")).status_code == 200
            poor = await bo.post(f"/tables/{table}/seats/d", name="\u2588")
            assert poor.status_code == 422 and "cannot stand in a name" in poor.json()["message"]
            sat = await bo.post(f"/tables/{table}/seats/d", name=" Cem  D. ")
            assert [seat["name"] for seat in sat.json()["seats"].values()] == ["Anna", "Bea", "Bo", "Cem D."]
            begun = await served.hall.tables.get(table)
            assert (
                begun.state == "playing"
                and Table.replay(table, begun.record.start, begun.seats, begun.events, begun.terms).seats == begun.seats
            )
            page = (await served.owner.get(f"/tables/{table}", headers=HTML)).text.partition("<dialog")[0]
            assert 'title="Bea"' in page and 'title="Cem D."' in page and "/people/Bea" not in page
            await bo.act(table, "offer", kind="draw", side="d")
            async with served.page(table) as watching:
                people = (await watching.hello())["people"]
                assert people["offers"][0]["text"] == "Cem D. offers a draw."

            # A rematch is played by the same people.
            await anna.act(table, "answer", offer=begun.number + 1, yes=True)
            over = await served.hall.tables.get(table)
            assert over.result and over.result.reason == "agreed"
            await anna.act(table, "offer", kind="rematch")
            offered = await served.hall.tables.get(table)
            assert offered.rematch
            await bo.act(table, "answer", offer=offered.rematch.number, yes=True)
            new = (await served.hall.tables.get(table)).next_table
            assert new
            rematch = await served.hall.tables.get(new)
            assert sorted(seat.name for seat in rematch.seats.values()) == ["Anna", "Bea", "Bo", "Cem D."]

    served_evening(tmp_path, work)


def test_the_names_go_with_the_account(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        stranger = served.stranger
        await stranger.post("/register", data={"name": "Sigrid", "password": "correct horse"})
        asked = {"game": "quoridor", "name.a": "Bea", "name.b": "Cem"}
        where = (await stranger.post("/tables", data=asked)).headers["location"]
        account = (await served.hall.accounts.named("Sigrid")).id
        table = await served.hall.tables.get(where.removeprefix("/tables/"))
        await served.hall.delete_account(Person(account))
        left = await served.hall.tables.get(table.id)
        assert all(seat.name.startswith("deleted-") for seat in left.seats.values())
        assert "Bea" not in str(left.record) and "Cem" not in str(left.record)

    served_evening(tmp_path, work)


def test_another_game_seats_nobody_else(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with programs(served, "Anna") as (anna,):
            table = await anna.open("hivolts", watchable=True)
            played = await served.hall.tables.get(table)
            for asked in ({"board": "same"}, {"board": "new"}):
                answer = await served.owner.post(f"/tables/{table}/again", data=asked)
                new = await served.hall.tables.get(answer.headers["location"].removeprefix("/tables/"))
                assert {seat.account for seat in new.seats.values()} == {me(served.hall).account}
                assert (new.record.start == played.record.start) == (asked["board"] == "same")

    served_evening(tmp_path, work)


def test_another_game_against_a_bot_has_the_same_clock(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", seats={"b": 1}, clock="5+3", start="e5,e4 3,10 - - b")
        answer = await served.owner.post(f"/tables/{table}/again", data={"sides": "same"})
        new = await served.hall.tables.get(answer.headers["location"].removeprefix("/tables/"))
        assert str(new.terms.clock) == "5+3" and str(new.record.start) == "e5,e4 3,10 - - b"
        assert new.seats["b"].level == 1

    served_evening(tmp_path, work)
