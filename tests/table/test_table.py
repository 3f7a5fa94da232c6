"""Tables: who may do what when, and what becomes of it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim.table.actor import Actor, House, Person, Spectator
from taflheim.table.errors import GameOver, NothingToUndo, NotSeated, NotYourTurn, RequestReused, SeatTaken, Stale
from taflheim.table.event import Action, Event, Move, Resign, Sit, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

ANNA, BO = Person("anna"), Person("bo")
NOW = 1_000
BOT = Seat.bot(1, "Bot")
SEAT_OF_BO = Seat.person("bo", "Bo")


def quoridor(start: str = "e9,e1 10,10 - - a", **seats: Seat) -> Table:
    position = taflheim.game("quoridor", players=start.split()[0].count(",") + 1).position(start)
    people = {side: Seat.person("anna", "Anna") for side in position.game.seats}
    return Table.new("t", position, people | seats)


def act(table: Table, *actions: Action, actor: Actor = ANNA) -> Table:
    for action in actions:
        table = table.decide(action, actor, NOW).table
    return table


def moves(table: Table, *texts: str, actor: Actor = ANNA) -> Table:
    for text in texts:
        table = act(table, Move(table.position_number, text), actor=actor)
    return table


# ---- events -------------------------------------------------------------------------------------------------------


def test_events_are_numbered_and_make_the_table() -> None:
    table = act(quoridor(), Move(0, "e8", "r1"), Move(1, "e2"), Move(2, "e3h"))
    assert [event.number for event in table.events] == [1, 2, 3]
    assert table.number == table.ply == table.position_number == 3
    assert Table.replay("t", table.record.start, table.seats, table.events) == table


def test_an_event_says_who_when_and_what() -> None:
    (event,), _ = quoridor().decide(Move(0, "e8", "r1"), ANNA, 5_000)
    assert event == Event(1, "move", "a", "e8", 5_000, 0, "anna", "r1", event.digest)
    (event,), _ = quoridor(a=BOT).decide(Move(0, "e8"), House(), 5_000)
    assert event == Event(1, "move", "a", "e8", 5_000)


def test_time_never_runs_backwards() -> None:
    table = quoridor().decide(Move(0, "e8"), ANNA, 5_000).table
    (event,), _ = table.decide(Move(1, "e2"), ANNA, 4_000)
    assert event.at_ms == 5_000
    (event,), _ = table.decide(Move(1, "e2"), ANNA, 6_000)
    assert event.at_ms == 6_000


# ---- moves --------------------------------------------------------------------------------------------------------


def test_a_move_answers_a_position() -> None:
    table = moves(quoridor(), "e8")
    for number in (0, 2):
        with pytest.raises(Stale, match="the position has changed meanwhile"):
            table.decide(Move(number, "e2"), ANNA, NOW)
    with pytest.raises(taflheim.IllegalMove):
        table.decide(Move(1, "e5"), ANNA, NOW)


def test_after_an_undo_the_same_ply_is_another_position() -> None:
    """A bot's late answer to the old position must not be taken for one to the new."""
    table = moves(quoridor(b=BOT), "e8")
    late = Move(table.position_number, "e2")
    table = act(table, Undo(table.position_number))
    table = moves(table, "e1h")
    assert table.ply == 1
    with pytest.raises(Stale):
        table.decide(late, House(), NOW)


def test_only_who_sits_there_moves() -> None:
    table = quoridor(b=SEAT_OF_BO)
    assert table.may_move(ANNA)
    for actor in (BO, House(), Spectator(), Person("stranger")):
        assert not table.may_move(actor)
    with pytest.raises(NotYourTurn, match=r"it is the turn of Anna \(a\)"):
        table.decide(Move(0, "e8"), BO, NOW)
    with pytest.raises(NotYourTurn):
        table.decide(Move(0, "e8"), House(), NOW)
    for actor in (Spectator(), Person("stranger")):
        with pytest.raises(NotSeated, match="you do not play here"):
            table.decide(Move(0, "e8"), actor, NOW)


def test_a_spectator_does_not_move_for_a_bot() -> None:
    table = quoridor(a=BOT)
    assert not table.may_move(Spectator()) and not table.may_move(ANNA)
    with pytest.raises(NotSeated):
        table.decide(Move(0, "e8"), Spectator(), NOW)
    with pytest.raises(NotYourTurn):
        table.decide(Move(0, "e8"), ANNA, NOW)
    assert moves(table, "e8", actor=House()).ply == 1


def test_a_jump_is_kept_with_its_landing() -> None:
    start = taflheim.game("hivolts").start(seed=1)
    table = Table.new("t", start, {"player": Seat.person("anna", "Anna")})
    (event,), after = table.decide(Move(0, "j"), ANNA, NOW)
    assert event.text in start.outcomes("j")
    assert after.record.entries == (event.text,)
    assert Table.replay("t", start, table.seats, [event]) == after


# ---- requests -----------------------------------------------------------------------------------------------------


def test_a_request_is_done_once() -> None:
    first = quoridor().decide(Move(0, "e8", "r1"), ANNA, NOW)
    again = first.table.decide(Move(0, "e8", "r1"), ANNA, NOW + 9)
    assert again == first and again.table is first.table
    table = act(first.table, Resign(request="r2"))
    assert table.decide(Resign(request="r2"), ANNA, NOW).table is table, "also after the end"


def test_another_action_under_the_same_id_is_refused() -> None:
    table = act(quoridor(), Move(0, "e8", "r1"))
    for other in (Move(1, "e2", "r1"), Move(0, "e8h", "r1"), Resign(request="r1"), Undo(1, "r1")):
        with pytest.raises(RequestReused):
            table.decide(other, ANNA, NOW)


def test_request_ids_belong_to_accounts() -> None:
    table = act(quoridor(b=SEAT_OF_BO), Move(0, "e8", "r1"))
    (event,), _ = table.decide(Move(1, "e2", "r1"), BO, NOW)
    assert event.number == 2


def test_a_request_stored_before_there_were_digests_is_known_again() -> None:
    table = act(quoridor(), Move(0, "e8", "r1"))
    old = Table.replay("t", table.record.start, table.seats, [table.events[0]._replace(digest=None)])
    assert old.decide(Move(0, "e8", "r1"), ANNA, NOW).table is old


# ---- undo ---------------------------------------------------------------------------------------------------------


def test_undo_takes_back_what_the_bots_answered() -> None:
    table = quoridor(b=BOT)
    assert not table.can_undo(ANNA)
    table = moves(table, "e8")
    assert table.bot_to_move == BOT
    table = moves(table, "e2", actor=House())
    assert table.bot_to_move is None
    table = act(table, Undo(2))
    assert table.ply == 0
    assert table.number == table.position_number == 3
    with pytest.raises(NothingToUndo):
        table.decide(Undo(3), ANNA, NOW)


def test_undo_on_one_screen_takes_one_move_back() -> None:
    table = act(moves(quoridor(), "e8", "e2"), Undo(2))
    assert table.record.entries == ("e8",)


def test_who_could_take_back_is_told() -> None:
    table = moves(quoridor(), "e8")
    assert table.can_undo(ANNA)
    assert not table.can_undo(BO)
    assert not act(table, Resign()).can_undo(ANNA)
    assert moves(quoridor(b=BOT), "e8").can_undo(ANNA)


def test_a_stale_undo_is_refused() -> None:
    table = moves(quoridor(), "e8", "e2")
    with pytest.raises(Stale):
        table.decide(Undo(1), ANNA, NOW)


def test_nobody_takes_back_what_another_has_seen() -> None:
    table = moves(quoridor(b=SEAT_OF_BO), "e8")
    assert not table.can_undo(ANNA) and not table.can_undo(Spectator()) and not table.can_undo(House())
    with pytest.raises(NothingToUndo):
        table.decide(Undo(1), ANNA, NOW)
    with pytest.raises(NotSeated):
        table.decide(Undo(1), Spectator(), NOW)


def test_a_bots_first_move_stays() -> None:
    table = moves(quoridor(a=BOT), "e8", actor=House())
    assert not table.can_undo(ANNA)


# ---- resigning ----------------------------------------------------------------------------------------------------


def test_resigning() -> None:
    table = quoridor(b=SEAT_OF_BO)
    for actor in (Person("stranger"), Spectator(), House()):
        assert table.resigns(actor) is None
        with pytest.raises(NotSeated):
            table.decide(Resign(), actor, NOW)
    with pytest.raises(NotSeated):
        table.decide(Resign("a"), BO, NOW)
    assert table.resigns(BO) == "b"
    table = act(table, Resign(), actor=BO)
    assert table.outcome("a") == "won"
    assert table.outcome("b") == "lost"
    assert table.resigns(ANNA) is None
    for action in (Move(table.position_number, "e8"), Resign(), Undo(table.position_number)):
        with pytest.raises(GameOver):
            table.decide(action, ANNA, NOW)


def test_one_of_three_resigns_once() -> None:
    table = quoridor("e9,e1,a5 6,6,6 - - a", b=SEAT_OF_BO)
    table = act(table, Resign(), actor=BO)
    assert table.result is None
    with pytest.raises(NotSeated):
        table.decide(Resign(), BO, NOW)
    with pytest.raises(NotSeated):
        table.decide(Resign("b"), BO, NOW)
    assert act(table, Resign("a")).outcome("c") == "won"


def test_who_has_resigned_follows_from_the_record() -> None:
    """Three at one screen: what was taken back has not happened."""
    table = moves(quoridor("e9,e1,a5 6,6,6 - - a"), "e8", "e2", "b5")
    table = act(table, Resign())
    assert table.record.gone == {"a"} and table.resigns(ANNA) == "b"
    table = act(table, Undo(table.position_number))
    assert table.record.gone == frozenset() and table.resigns(ANNA) == "a"
    assert act(table, Resign()).record.entries[-1] == "a:resigns"


def test_a_move_that_crosses_with_a_resignation_is_stale() -> None:
    table = quoridor("e9,e1,a5 6,6,6 - - a", b=SEAT_OF_BO)
    with pytest.raises(Stale):
        act(table, Resign(), actor=BO).decide(Move(0, "e8"), ANNA, NOW)


# ---- seats --------------------------------------------------------------------------------------------------------


def test_every_seat_must_be_named() -> None:
    with pytest.raises(taflheim.TaflheimError, match="say of each who sits there"):
        Table.new("t", taflheim.game("quoridor").start(), {"a": Seat.person("anna", "Anna")})


def test_a_free_seat_waits_for_somebody() -> None:
    table = quoridor(b=Seat.free())
    assert table.is_open and not table.may_move(ANNA) and table.record.headers == {"a": "Anna"}
    assert table.resigns(ANNA) is None
    for action in (Move(0, "e8"), Resign(), Undo(0)):
        with pytest.raises(NotYourTurn, match="begins when every seat is taken"):
            table.decide(action, ANNA, NOW)
    (event,), begun = table.decide(Sit("b", "Bo"), BO, NOW)
    assert (event.kind, event.side, event.text, event.account) == ("sit", "b", "Bo", "bo")
    assert not begun.is_open and begun.record.headers == {"a": "Anna", "b": "Bo"}
    assert begun.seats_of(BO) == ("b",)
    assert begun.position_number == 0 and begun.may_move(ANNA)
    begun = moves(begun, "e8")
    assert Table.replay("t", table.record.start, begun.seats, begun.events) == begun


def test_a_bot_waits_while_a_seat_is_free() -> None:
    table = quoridor(a=BOT, b=Seat.free())
    assert table.bot_to_move is None
    assert act(table, Sit("b", "Bo"), actor=BO).bot_to_move == BOT


def test_sitting_down_is_refused_where_it_cannot_be() -> None:
    table = quoridor(b=Seat.free())
    with pytest.raises(NotSeated, match="one needs an account"):
        table.decide(Sit("b", "x"), Spectator(), NOW)
    with pytest.raises(NotSeated, match="has no seat 'z': expected a or b"):
        table.decide(Sit("z", "Bo"), BO, NOW)
    with pytest.raises(SeatTaken, match="Anna"):
        table.decide(Sit("a", "Bo"), BO, NOW)
    with pytest.raises(taflheim.InvalidRecord):
        table.decide(Sit("b", "Bo\nthe second"), BO, NOW)


def test_only_who_plays_sees_a_table_that_is_not_watchable() -> None:
    table = quoridor()
    assert table.may_see(ANNA) and table.may_see(House())
    assert not table.may_see(Spectator()) and not table.may_see(BO)
    assert not table.watchable
    assert not Table.replay("t", table.record.start, table.seats, []).watchable
    assert Table.replay("t", table.record.start, table.seats, [], Terms(watchable=True)).watchable
    public = Table.new("t", table.record.start, table.seats, Terms(watchable=True))
    assert public.may_see(Spectator()) and public.may_see(BO)


# ---- the end ------------------------------------------------------------------------------------------------------


def test_a_draw_is_drawn_for_everybody() -> None:
    table = quoridor("e5,a5 0,0 - - a")
    for _ in range(2):
        table = moves(table, "f5", "b5", "e5", "a5")
    assert table.outcome("a") == table.outcome("b") == "drawn"


def test_no_bot_moves_after_the_end() -> None:
    table = act(quoridor(a=BOT), Resign())
    assert table.result is not None and table.record.turn == "a"
    assert table.bot_to_move is None
    with pytest.raises(GameOver):
        table.decide(Move(table.position_number, "e8"), House(), NOW)


@pytest.mark.parametrize(
    ("kind", "outcomes"),
    [
        ("time", ["lost", "won"]),
        ("left", ["lost", "won"]),
        ("resign", ["lost", "won"]),
        ("agreed", ["drawn", "drawn"]),
        ("aborted", [None, None]),
    ],
)
def test_ends_that_the_house_calls_are_replayed(kind: str, outcomes: list[str | None]) -> None:
    table = quoridor()
    ended = Table.replay("t", table.record.start, table.seats, [Event(1, kind, "a", "", NOW)])  # type: ignore[arg-type]
    assert ended.result is not None
    assert [ended.outcome(side) for side in "ab"] == outcomes


def test_who_has_left_has_lost_even_if_the_rest_draw() -> None:
    table = quoridor("e9,e1,a5 6,6,6 - - a")
    events = [Event(1, "left", "b", "", NOW), Event(2, "agreed", "", "", NOW)]
    ended = Table.replay("t", table.record.start, table.seats, events)
    assert [ended.outcome(side) for side in "abc"] == ["drawn", "lost", "drawn"]


# ---- whatever happens ---------------------------------------------------------------------------------------------

ACTORS: tuple[Actor, ...] = (ANNA, BO, House(), Spectator(), Person("stranger"))


@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32))
def test_random_histories_keep_the_laws(players: int, seed: int) -> None:
    """What is decided is what a replay gives; what is refused changes nothing; nobody acts for another."""
    rng = random.Random(seed)
    game = taflheim.game("quoridor", players=players)
    kinds = [Seat.person("anna", "Anna"), SEAT_OF_BO, BOT, Seat.free()]
    table = Table.new("t", game.start(), {side: rng.choice(kinds) for side in game.seats})
    for _ in range(25):
        actor = rng.choice(ACTORS)
        number = table.position_number if rng.random() < 0.8 else rng.randrange(30)
        action: Action = rng.choice(
            [
                Move(number, rng.choice(table.record.position.moves() or ["e8"]), rng.choice([None, "r1", "r2"])),
                Undo(number),
                Resign(rng.choice([None, *game.seats])) if rng.random() < 0.2 else Undo(number),
                Sit(rng.choice(game.seats), "Somebody"),
            ]
        )
        before = table
        mine, turn = table.seats_of(actor), table.record.turn
        try:
            events, table = table.decide(action, actor, NOW)
        except taflheim.TaflheimError:
            assert table is before
            continue
        if table is before:
            continue  # a request that was done already
        (event,) = events
        assert before.result is None and event.number == before.number + 1
        if isinstance(action, Move):
            assert turn in mine if isinstance(actor, Person) else before.seats[turn].is_bot
        elif isinstance(action, Resign):
            assert event.side in mine
        elif isinstance(action, Undo):
            assert all(seat.is_bot or side in mine for side, seat in before.seats.items())
            assert table.may_move(actor)
        elif isinstance(action, Sit):
            assert before.seats[action.side].is_free
        assert Table.replay("t", table.record.start, table.seats, table.events) == table
