"""What a page is told about a table."""

import json
import random
from typing import Any

import pytest

import play
import taflheim
from taflheim import Game
from taflheim.games import view
from taflheim.games.view import Effect, Piece
from taflheim.server.channels import messages
from taflheim.server.pages.new_game import same_again
from taflheim.table.actor import Actor, House, Person, Spectator
from taflheim.table.event import Action, Event, Kind, Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table

ANNA = Seat.person("a1", "Anna")
A1 = Person("a1")
STRANGER = Person("b2")
NOTHING: dict[str, Any] = {
    "seats": [],
    "choices": None,
    "can_undo": False,
    "resigns": None,
    "outcome": None,
    "may": [],
    "sit": [],
    "answers": [],
    "withdraws": [],
}
"""What somebody may do who may do nothing."""


def table(game: Game, **bots: int) -> Table:
    start = game.start(1) if game.rulebook.seeded else game.start()
    return Table.new("t", start, {side: Seat.bot(bots[side], "Bo") if side in bots else ANNA for side in game.seats})


def do(at: Table, action: Action) -> Table:
    return at.decide(action, A1, now_ms=0).table


def after(at: Table, *moves: str) -> Table:
    for move in moves:
        at = do(at, Move(at.position_number, move))
    return at


def state(at: Table, actor: Actor = A1) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(messages.state(at, actor))
    return told


def event(at: Table, actor: Actor = A1) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(messages.event(at, actor))
    return told


def catch_up(at: Table, have: int) -> list[dict[str, Any]]:
    return [json.loads(text) for text in messages.catch_up(at, have, A1)]


def test_letters_of_all_languages_are_sent_as_they_are() -> None:
    assert messages.encode({"name": "Þóra"}) == '{"name":"Þóra"}'


@pytest.mark.parametrize("game", play.variants(), ids=repr)
def test_events_lead_from_one_state_to_the_next(game: Game) -> None:
    """A page that applies the effects of events has the same pieces as one that is given the state."""
    rng = random.Random(3)
    now = table(game)
    pieces = frozenset(Piece(*piece) for piece in state(now)["pieces"])
    for _ in range(30):
        if now.result:
            break
        now = after(now, rng.choice(now.record.position.moves()))
        told = event(now)
        effects = [
            Effect(e["kind"], e["how"], e["spot"], e["to"], Piece(*e["piece"]) if e["piece"] else None)
            for e in told["effects"]
        ]
        pieces = view.apply(effects, pieces)
        assert pieces == frozenset(Piece(*piece) for piece in state(now)["pieces"])
        assert told["number"] == now.number and told["words"].endswith((".", "!"))
        assert set(told["last"]) <= set(game.layout.by_name)
        assert all(fact["text"] for fact in told["facts"])


def test_only_who_is_to_move_is_told_what_can_be_clicked() -> None:
    now = table(taflheim.game("quoridor"), b=1)
    assert "e8" in state(now)["you"]["choices"]
    for other in (STRANGER, Spectator(), House()):
        assert state(now, other)["you"] == NOTHING
    now = after(now, "e8")
    told = state(now)
    assert told["thinking"]
    assert told["you"] == {**NOTHING, "seats": ["a"], "can_undo": True, "resigns": "a", "may": ["draw"]}
    assert told["people"] is None and told["here"] is None


def test_who_plays_one_side_of_several_is_told_whether_it_has_won() -> None:
    def outcomes(at: Table) -> list[object]:
        over = do(at, Resign())
        return [state(over, actor)["you"]["outcome"] for actor in (A1, STRANGER, Spectator())]

    game = taflheim.game("quoridor")
    against = Table.new("t", game.start(), {"a": ANNA, "b": Seat.person("b2", "Bo")})
    assert outcomes(against) == ["lost", "won", None]
    assert outcomes(table(game)) == [None] * 3, "Anna plays both sides"
    assert outcomes(table(taflheim.game("hivolts"))) == [None] * 3, "the result itself says it"


def test_who_asks_about_a_table_alone_is_told_no_time() -> None:
    assert state(table(taflheim.game("quoridor")))["now_ms"] == 0


def test_what_is_not_about_you_is_the_same_for_everybody() -> None:
    now = after(table(taflheim.game("quoridor")), "e8")
    for told in (state, event):
        mine, theirs = told(now), told(now, Spectator())
        assert mine.pop("you") != theirs.pop("you")
        assert mine == theirs


def test_positions_are_numbered_by_the_events_that_made_them() -> None:
    now = after(table(taflheim.game("quoridor")), "e8", "e2")
    assert (state(now)["position_number"], state(now)["ply"]) == (2, 2)
    undone = do(now, Undo(2))
    assert (state(undone)["position_number"], state(undone)["ply"]) == (3, 1)


def test_catching_up() -> None:
    now = after(table(taflheim.game("quoridor")), "e8", "e2", "e7", "e3")
    third, fourth = catch_up(now, 2)
    assert [(told["type"], told["number"]) for told in (third, fourth)] == [("event", 3), ("event", 4)]
    assert third["turn"] == "b" and fourth["turn"] == "a"
    assert third["position_number"] == 3 and third["effects"][0]["to"] == "e7"
    assert catch_up(now, 3) == [fourth]
    for have in (0, 4, 5, 99):
        (told,) = catch_up(now, have)
        assert told["type"] == "state" and told["number"] == 4
    (told,) = catch_up(do(now, Undo(4)), 2)
    assert told["type"] == "state" and told["words"] == "A move was taken back."
    long = after(now, "a1h", "b3h", "c5h", "d7h", "f1h")
    assert [told["number"] for told in catch_up(long, 1)] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert [told["type"] for told in catch_up(after(long, "g3h"), 1)] == ["state"]


def test_whoever_resigns_is_named_and_a_result_told() -> None:
    told = event(do(table(taflheim.game("quoridor", players=3)), Resign("b")))
    assert told["type"] == "state" and told["words"] == "Green resigns." and told["result"] is None
    assert ["pawn", "b", "e1"] not in told["pieces"]
    assert told["facts"][-1]["text"] == "0 moves made"
    told = event(do(table(taflheim.game("hnefatafl")), Resign("attackers")))
    assert told["words"] == "The attackers resign."
    assert told["result"] == {
        "winner": "defenders",
        "reason": "resigned",
        "title": "The defenders win!",
        "text": "The attackers have resigned.",
    }
    assert told["you"]["resigns"] is None and not told["thinking"]
    assert event(do(table(taflheim.game("hivolts")), Resign()))["words"] == "You resign."


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("time", "The defenders win!"),
        ("left", "The defenders win!"),
        ("agreed", "A draw!"),
        ("aborted", "The game was aborted: it has no result."),
    ],
)
def test_ends_that_the_board_does_not_show(kind: Kind, title: str) -> None:
    begun = table(taflheim.game("hnefatafl"))
    now = Table.replay("t", begun.record.start, begun.seats, [Event(1, kind, "attackers", "", at_ms=0)])
    told = event(now)
    assert told["type"] == "state" and told["words"] == now.record.last_words
    assert told["result"]["title"] == title


def test_facts_stand_beside_the_name_of_their_side() -> None:
    told = state(table(taflheim.game("halatafl")))
    assert [(fact["side"], fact["text"]) for fact in told["facts"]] == [
        ("foxes", "0 captured"),  # of the sheep
        ("sheep", "0 captured"),
        ("sheep", "20 left"),
        ("sheep", "0 of 9 in the paddock"),
        ("", "0 moves made"),
    ]
    for name in ("quoridor", "hivolts"):  # nothing is captured there
        told = state(table(taflheim.game(name)))
        assert "captured" not in {fact["code"] for fact in told["facts"]}


def test_a_board_that_can_be_won_shows_its_par() -> None:
    game = taflheim.game("hivolts")
    puzzle = game.puzzle(seed=1)
    won = Table.new("t", puzzle.position, {"player": Seat.person("a1", "Anna")})
    facts = {fact["code"]: fact for fact in state(won)["facts"]}
    assert (facts["par"]["side"], facts["par"]["text"]) == ("player", f"par: {puzzle.par} moves")
    assert same_again(won, "a1").board == "new"
    wild = next(start for start in map(game.start, range(99)) if game.par(start) is None)
    lost = Table.new("t", wild, {"player": Seat.person("a1", "Anna")})
    assert "par" not in {fact["code"] for fact in state(lost)["facts"]}
    assert same_again(lost, "a1").board == "wild"


def test_where_much_happens_only_what_matters_is_said() -> None:
    now = after(table(taflheim.game("hivolts")), "s")
    assert messages.words(now).startswith("You sit on ")
    assert "goes to" not in messages.words(now)
