"""What somebody takes along: all their games, and nothing that would let anybody in."""

import io
import json
import zipfile
from pathlib import Path

import pytest

import taflheim
from evenings import evening, me, play, table_with
from taflheim.games.record import Record
from taflheim.hall import export
from taflheim.hall.hall import Hall


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
