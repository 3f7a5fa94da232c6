"""Tables: who may do what when, and what becomes of it."""

import pytest

import taflheim
from taflheim.table.errors import GameOver, NothingToUndo, NotYourTurn, Stale
from taflheim.table.event import Action, Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table

ANNA, BO = "anna", "bo"


def quoridor(start: str = "e9,e1 10,10 - - a", **seats: Seat) -> Table:
    position = taflheim.game("quoridor", players=start.split()[0].count(",") + 1).position(start)
    people = {side: Seat.person(ANNA, "Anna") for side in position.game.seats}
    return Table.new("t", position, people | seats)


def act(table: Table, *actions: Action, account: str | None = ANNA) -> Table:
    for action in actions:
        table = table.after(table.decide(action, account))
    return table


def test_events_are_numbered_and_make_the_table() -> None:
    table = act(quoridor(), Move(0, "e8", "r1"), Move(1, "e2"), Move(2, "e3h"))
    assert [event.number for event in table.events] == [1, 2, 3]
    assert table.number == table.ply == 3
    assert Table.replayed("t", table.record.start, table.seats, table.events) == table


def test_moves_answer_a_ply() -> None:
    table = act(quoridor(), Move(0, "e8"))
    for ply in (0, 2):
        with pytest.raises(Stale, match="the position has changed meanwhile"):
            table.decide(Move(ply, "e2"), ANNA)
    with pytest.raises(taflheim.IllegalMove):
        table.decide(Move(1, "e5"), ANNA)


def test_only_who_sits_there_moves() -> None:
    table = quoridor(b=Seat.person(BO, "Bo"))
    assert table.may_move(ANNA)
    assert not table.may_move(BO)
    assert not table.may_move(None)
    with pytest.raises(NotYourTurn, match=r"it is the turn of Anna \(a\)"):
        table.decide(Move(0, "e8"), BO)
    with pytest.raises(NotYourTurn):
        table.decide(Move(0, "e8"), None)


def test_a_request_is_known_again() -> None:
    table = act(quoridor(), Move(0, "e8", "r1"))
    assert table.asked_before("r1") == table.events[0]
    assert table.asked_before("r2") is None
    assert table.asked_before(None) is None


def test_undo_takes_back_what_the_bots_answered() -> None:
    table = quoridor(b=Seat.bot(1, "Bot"))
    assert not table.can_undo(ANNA)
    table = act(table, Move(0, "e8"))
    assert table.bot_to_move == Seat.bot(1, "Bot")
    table = act(table, Move(1, "e2"), account=None)
    assert table.bot_to_move is None
    table = act(table, Undo(2))
    assert table.ply == 0
    assert table.number == 3
    with pytest.raises(NothingToUndo):
        table.decide(Undo(0), ANNA)


def test_undo_on_one_screen_takes_one_move_back() -> None:
    table = act(quoridor(), Move(0, "e8"), Move(1, "e2"), Undo(2))
    assert table.record.entries == ("e8",)


def test_nobody_takes_back_without_the_other() -> None:
    table = act(quoridor(b=Seat.person(BO, "Bo")), Move(0, "e8"))
    with pytest.raises(NothingToUndo):
        table.decide(Undo(1), ANNA)


def test_a_bots_first_move_stays() -> None:
    table = act(quoridor(a=Seat.bot(1, "Bot")), Move(0, "e8"), account=None)
    assert not table.can_undo(ANNA)


def test_resigning() -> None:
    table = quoridor(b=Seat.person(BO, "Bo"))
    with pytest.raises(NotYourTurn):
        table.decide(Resign(), "stranger")
    with pytest.raises(NotYourTurn):
        table.decide(Resign("a"), BO)
    table = act(table, Resign(), account=BO)
    assert table.outcome("a") == "won"
    assert table.outcome("b") == "lost"
    with pytest.raises(GameOver):
        table.decide(Move(table.ply, "e8"), ANNA)


def test_one_of_three_resigns_once() -> None:
    table = quoridor("e9,e1,a5 6,6,6 - - a", b=Seat.person(BO, "Bo"))
    table = act(table, Resign(), account=BO)
    assert table.result is None
    with pytest.raises(NotYourTurn):
        table.decide(Resign(), BO)
    assert act(table, Resign("a")).outcome("c") == "won"


def test_a_draw_is_drawn_for_everybody() -> None:
    table = quoridor("e5,a5 0,0 - - a")
    for _ in range(2):
        for move in ("f5", "b5", "e5", "a5"):
            table = act(table, Move(table.ply, move))
    assert table.outcome("a") == table.outcome("b") == "drawn"


def test_every_seat_must_be_filled() -> None:
    with pytest.raises(taflheim.TaflheimError, match="fill each of them"):
        Table.new("t", taflheim.game("quoridor").start(), {"a": Seat.person(ANNA, "Anna")})


def test_a_jump_is_kept_with_its_landing() -> None:
    start = taflheim.game("hivolts").start(seed=1)
    table = Table.new("t", start, {"player": Seat.person(ANNA, "Anna")})
    event = table.decide(Move(0, "j"), ANNA)
    assert event.text in start.outcomes("j")
    assert table.after(event).record.entries == (event.text,)
