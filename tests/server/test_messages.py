"""What a page is told about a table."""

import json
import random

import pytest

import play
import taflheim
from taflheim import Game
from taflheim.games import view
from taflheim.games.view import Effect, Piece
from taflheim.server import messages
from taflheim.server.opening import same_again
from taflheim.table.event import Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table

ANNA = Seat.person("a1", "Anna")


def table(game: Game, **bots: int) -> Table:
    start = game.start(1) if game.rulebook.seeded else game.start()
    return Table.new("t", start, {side: Seat.bot(bots[side], "Bo") if side in bots else ANNA for side in game.seats})


def after(at: Table, *moves: str) -> Table:
    for move in moves:
        at = at.after(at.decide(Move(at.ply, move), "a1"))
    return at


@pytest.mark.parametrize("game", play.variants(), ids=repr)
def test_events_lead_from_one_state_to_the_next(game: Game) -> None:
    """A page that applies the effects of events has the same pieces as one that is given the state."""
    chance = random.Random(3)
    now = table(game)
    pieces = frozenset(Piece(*piece) for piece in messages.state(now, "a1")["pieces"])
    for _ in range(30):
        if now.result:
            break
        event = now.decide(Move(now.ply, chance.choice(now.record.position.moves())), "a1")
        now = now.after(event)
        told = json.loads(json.dumps(messages.event(now, event, "a1")))
        effects = [
            Effect(e["kind"], e["how"], e["spot"], e["to"], Piece(*e["piece"]) if e["piece"] else None)
            for e in told["effects"]
        ]
        pieces = view.apply(effects, pieces)
        assert pieces == frozenset(Piece(*piece) for piece in messages.state(now, "a1")["pieces"])
        assert told["number"] == now.number and told["words"].endswith((".", "!"))
        assert set(told["last"]) <= set(game.layout.by_name)
        assert all(fact["text"] for fact in told["facts"])


def test_only_who_is_to_move_is_told_what_can_be_clicked() -> None:
    now = table(taflheim.game("quoridor"), b=1)
    assert "e8" in messages.state(now, "a1")["choices"]
    assert messages.state(now, "stranger")["choices"] is None
    now = after(now, "e8")
    told = messages.state(now, "a1")
    assert told["choices"] is None and told["thinking"] and told["can_undo"]


def test_catching_up() -> None:
    now = after(table(taflheim.game("quoridor")), "e8", "e2", "e7", "e3")
    kinds = [(told["type"], told["number"]) for told in messages.catch_up(now, 2, "a1")]
    assert kinds == [("event", 3), ("event", 4)]
    third, fourth = messages.catch_up(now, 2, "a1")
    assert third["turn"] == "b" and fourth["turn"] == "a"
    assert third["effects"][0]["to"] == "e7"
    for have in (0, 4, 5, 99):
        (told,) = messages.catch_up(now, have, "a1")
        assert told["type"] == "state" and told["number"] == 4
    undone = now.after(now.decide(Undo(4), "a1"))
    (told,) = messages.catch_up(undone, 2, "a1")
    assert told["type"] == "state" and told["words"] == "A move was taken back."
    long = after(now, "a1h", "b3h", "c5h", "d7h", "f1h", "g3h", "h5h")
    assert [told["type"] for told in messages.catch_up(long, 1, "a1")] == ["state"]


def test_whoever_resigns_is_named_and_a_result_told() -> None:
    now = table(taflheim.game("quoridor", players=3))
    event = now.decide(Resign("b"), "a1")
    told = messages.event(now.after(event), event, "a1")
    assert told["type"] == "state" and told["words"] == "B resigns." and told["result"] is None
    assert ["pawn", "b", "e1"] not in told["pieces"]
    assert told["facts"][-1]["text"] == "0 moves made"
    duel = table(taflheim.game("hnefatafl"))
    event = duel.decide(Resign("attackers"), "a1")
    told = messages.event(duel.after(event), event, "a1")
    assert told["words"] == "The attackers resign."
    assert told["facts"][-1]["text"] == "0 moves made"
    assert told["result"] == {
        "winner": "defenders",
        "reason": "resigned",
        "text": "The defenders win! The attackers have resigned.",
    }


def test_facts_stand_beside_the_name_of_their_side() -> None:
    told = messages.state(table(taflheim.game("halatafl")), "a1")
    assert [(fact["side"], fact["text"]) for fact in told["facts"]] == [
        ("sheep", "0 captured"),
        ("foxes", "0 captured"),
        ("sheep", "20 left"),
        ("sheep", "0 of 9 in the paddock"),
        ("", "0 moves made"),
    ]
    for name in ("quoridor", "hivolts"):  # nothing is captured there
        told = messages.state(table(taflheim.game(name)), "a1")
        assert "captured" not in {fact["code"] for fact in told["facts"]}


def test_a_board_that_can_be_won_shows_its_par() -> None:
    game = taflheim.game("hivolts")
    puzzle = game.puzzle(seed=1)
    won = Table.new("t", puzzle.position, {"player": Seat.person("a1", "Anna")})
    facts = {fact["code"]: fact for fact in messages.state(won, "a1")["facts"]}
    assert (facts["par"]["side"], facts["par"]["text"]) == ("player", f"par: {puzzle.par} moves")
    assert ("board", "new") in same_again(won)
    wild = next(start for start in map(game.start, range(99)) if game.par(start) is None)
    lost = Table.new("t", wild, {"player": Seat.person("a1", "Anna")})
    assert "par" not in {fact["code"] for fact in messages.state(lost, "a1")["facts"]}
    assert ("board", "wild") in same_again(lost)


def test_the_last_move_is_the_way_of_its_piece() -> None:
    sheep = after(table(taflheim.game("halatafl")), "e4-e5", "e7-e6", "c4-c5", "e6xe4xc4xc6")
    assert messages.last_spots(sheep) == ["e6", "e4", "c4", "c6"]
    assert messages.last_spots(after(table(taflheim.game("quoridor")), "e3h")) == ["e3h"]
    assert messages.last_spots(after(table(taflheim.game("quoridor")), "pass")) == []
    assert messages.last_spots(after(table(taflheim.game("hivolts")), "s")) == []


def test_where_much_happens_only_what_matters_is_said() -> None:
    now = after(table(taflheim.game("hivolts")), "s")
    assert messages.words(now).startswith("You sit on ")
    assert "goes to" not in messages.words(now)
