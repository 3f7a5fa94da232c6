"""What a record says beside the moves: date, clock, ratings, and where a bot has played on."""

from pathlib import Path

import taflheim
from evenings import evening, me
from seated import ANNA, BO, HOUR, act, moves, seated
from taflheim.engine.bots.levels import find_bot
from taflheim.hall.hall import Hall
from taflheim.hall.records import annotated, text_of
from taflheim.store.ratings import Change
from taflheim.table.actor import Person
from taflheim.table.event import Claim, Move, Resign, TakeBackSeat
from taflheim.table.seat import Seat
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl


def test_where_a_bot_has_played_on() -> None:
    table = moves(seated(3, terms=Terms(policy="bot")), 6)
    table, _ = act(table, Claim("a"), BO, HOUR)
    table = moves(table, 1, HOUR)
    table, _ = act(table, TakeBackSeat(), ANNA, HOUR)
    table = moves(table, 1, HOUR)
    text, bot = str(annotated(table, {})), find_bot(table.game, 3).name
    assert " ".join(text.splitlines()[-2:]) == (
        f"1. e8 e2 b5 2. e7 e3 c5 {{ White (a) has left: {bot}, a bot, plays on. }}"
        " 3. e6 { White (a) is back. } 3... e2"
    )
    assert taflheim.Record.parse(text).entries == table.record.entries


def test_what_is_not_known_is_not_said() -> None:
    plain = annotated(seated(), {})
    assert dict(plain.headers) == {"a": "Anna", "b": "Bo"}
    assert annotated(moves(seated(), 1), {}).headers["Date"] == "1970-01-01"
    assert annotated(moves(seated(), 1, 1_793_491_199_999), {}).headers["Date"] == "2026-10-31"


def test_ratings_before_the_game_and_their_change() -> None:
    changes = {
        "a": Change("t", "a", "anna", "quoridor", 25.0, 3.0, 26.0, 2.9, 1, 0),
        "b": Change("t", "b", None, "quoridor", 25.0, 1.0, 25.0, 1.0, 2, 0, 1234.4),
    }
    headers = annotated(moves(seated(clock="5+3"), 2), changes).headers
    assert (headers["a-rating"], headers["a-change"], headers["b-rating"]) == ("1500", "+30", "1234")
    assert "b-change" not in headers and headers["Clock"] == "5+3"


def test_the_record_of_a_rated_game(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        anna = await hall.logins.register("Anna", "correct horse", "here")
        seats = {"a": Seat.person(anna.id, "Anna"), "b": Seat.person(me(hall).account, "Bo")}
        terms = Terms(TimeControl.parse("5+3"), rated=True, opener=anna.id)
        table = await hall.tables.open(taflheim.game("quoridor").start(), seats, terms)
        actors = {side: Person(seat.account or "") for side, seat in seats.items()}
        for text in ("e8", "e2", "e7", "e3"):
            now = await hall.tables.get(table.id)
            await hall.tables.act(table.id, actors[now.record.turn], Move(now.position_number, text))
        assert "rating" not in await text_of(await hall.tables.get(table.id), hall.ratings)
        await hall.tables.act(table.id, me(hall), Resign())
        headers = taflheim.Record.parse(await text_of(await hall.tables.get(table.id), hall.ratings)).headers
        assert headers["a-rating"] == headers["b-rating"] == "1500?" and headers["Clock"] == "5+3"
        assert int(headers["a-change"]) > 0 > int(headers["b-change"])

    evening(tmp_path, work)
