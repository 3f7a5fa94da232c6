"""What somebody takes along: all their games, and nothing that would let anybody in."""

import io
import json
import zipfile
from pathlib import Path

import pytest

import taflheim
from evenings import evening, me, play, table_with
from taflheim.games.errors import TaflheimError
from taflheim.games.record import Record
from taflheim.hall import export
from taflheim.hall.hall import Hall
from taflheim.store import access_tokens
from taflheim.store.access_tokens import AccessToken
from taflheim.table.actor import Person
from taflheim.table.event import Move, Resign
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl


def test_everything_is_in_the_zip(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        session = await hall.accounts.begin_session(me(hall).account, "Firefox")
        token = await hall.access.add(me(hall), "my bot", ["read"])
        tables = [await play(hall, await table_with(hall, taflheim.game("quoridor"), "a", "b"), "e8") for _ in range(5)]
        file = await export.everything(hall, me(hall))
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            texts = {name: archive.read(name).decode() for name in archive.namelist()}
        data = json.loads(texts.pop("account.json"))
        assert data["account"]["name"] == hall.accounts.owner.name
        assert {game["id"] for game in data["games"]} == {table.id for table in tables}
        assert {game["record"] for game in data["games"]} == set(texts)
        assert {Record.parse(text).entries for text in texts.values()} == {("e8",)}
        assert [each["label"] for each in data["sessions"]] == ["Firefox"]
        assert [each["name"] for each in data["tokens"]] == ["my bot"]
        assert session.encode() not in file and token.encode() not in file

    evening(tmp_path, work)


def test_many_games_come_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        for _ in range(5):
            await play(hall, await table_with(hall, taflheim.game("quoridor"), "a", "b"), "e8")
        with zipfile.ZipFile(io.BytesIO(await export.everything(hall, me(hall)))) as archive:
            assert len(archive.namelist()) == 6

    monkeypatch.setattr(export, "_AT_A_TIME", 2)
    evening(tmp_path, work)


def test_what_was_hidden_rated_and_told_is_in_it(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", "correct horse", "here")
        person = Person(anna.id)
        seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.person(me(hall).account, "Bo")}
        terms = Terms(TimeControl.parse("5+3"), rated=True, opener=anna.id)
        table = await hall.tables.open(taflheim.game("quoridor").start(), seats, terms)
        for number, text in enumerate(("e8", "e2", "e7", "e3")):
            await hall.tables.act(table.id, (person, me(hall))[number % 2], Move(number, text))
        await hall.tables.act(table.id, me(hall), Resign())
        assert await hall.games.remove(person, table.id) == "hidden"
        await hall.programs.add(person, "Loki")
        await hall.reports.add_person(person, hall.accounts.owner.name, "He sings.")
        with zipfile.ZipFile(io.BytesIO(await export.everything(hall, person))) as archive:
            text = archive.read("account.json").decode()
            assert "a-rating" in archive.read(f"games/{table.id}.txt").decode()
        data = json.loads(text)
        (game,) = data["games"]
        assert game["seats"]["b"] == {"name": "Bo", "level": None, "outcome": "lost", "yours": False}
        assert me(hall).account not in text, "the accounts of others are nobody's business"
        (rating,) = data["ratings"]
        assert (rating["category"], rating["games"]) == ("quoridor", 1)
        assert [change["game"] for change in rating["history"]] == [table.id]
        assert rating["history"][0]["rating"] == rating["rating"]
        assert data["programs"] == ["Loki-bot"] and [each["text"] for each in data["reports"]] == ["He sings."]
        assert data["daily"] == {"hivolts": {}}

    evening(tmp_path, work)


def test_a_record_that_cannot_be_read_is_said_to_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hall: Hall) -> None:
        tables = [await play(hall, await table_with(hall, taflheim.game("quoridor"), "a", "b"), "e8") for _ in range(2)]
        whole = hall.tables.get

        async def get(table_id: str) -> Table:
            if table_id == tables[0].id:
                raise TaflheimError("it is damaged")
            return await whole(table_id)

        monkeypatch.setattr(hall.tables, "get", get)
        with zipfile.ZipFile(io.BytesIO(await export.everything(hall, me(hall)))) as archive:
            data = json.loads(archive.read("account.json"))
            assert sorted(archive.namelist()) == ["account.json", f"games/{tables[1].id}.txt"]
        records = {game["id"]: game["record"] for game in data["games"]}
        assert records == {tables[0].id: None, tables[1].id: f"games/{tables[1].id}.txt"}

    evening(tmp_path, work)


def test_it_can_be_read_and_compared(tmp_path: Path) -> None:
    """Names as they are written, and what has no order of its own sorted."""

    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Ásdís", "correct horse", "here")
        many = [f"step-{letter}" for letter in "hgfedcba"]
        for step in many:
            await hall.lessons.finish(anna.id, "quoridor", step)
        token = AccessToken("hash", anna.id, "my bot", frozenset(many), 1, None)
        await hall._store.write(access_tokens.add, token)
        with zipfile.ZipFile(io.BytesIO(await export.everything(hall, Person(anna.id)))) as archive:
            text = archive.read("account.json").decode()
        data = json.loads(text)
        assert '"name": "Ásdís"' in text
        assert data["lessons"]["quoridor"] == data["tokens"][0]["scopes"] == sorted(many)

    evening(tmp_path, work)
