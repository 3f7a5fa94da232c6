"""The story of a game: whoever applies its plies has every position of the record."""

import json
import random

import pytest

import play
import taflheim
from taflheim import Game, Record
from taflheim.games import view
from taflheim.games.view import Effect, Piece, last_spots
from taflheim.server.channels import messages
from taflheim.server.channels.story import last_ply, story
from taflheim.table.actor import Person
from taflheim.table.event import Move, Resign, Undo
from taflheim.table.seat import Seat
from taflheim.table.table import Table


def random_game(game: Game, plies: int = 40) -> Record:
    rng = random.Random(5)
    record = Record(game.start(1) if game.rulebook.seeded else game.start())
    for _ in range(plies):
        if record.result:
            break
        record = record.play(rng.choice(record.position.moves()), rng)
    return record


def effect(told: dict[str, object]) -> Effect:
    kind, how, spot, to = (str(told[name]) for name in ("kind", "how", "spot", "to"))
    piece = told["piece"]
    return Effect(kind, how, spot, to, Piece(*piece) if isinstance(piece, list) else None)


@pytest.mark.parametrize("game", play.variants(), ids=repr)
def test_effects_lead_to_every_position(game: Game) -> None:
    record = random_game(game)
    told = json.loads(json.dumps(story(record)))
    pieces = frozenset(Piece(*piece) for piece in told["start"]["pieces"])
    assert pieces == frozenset(record.start.pieces)
    for ply, before, after in zip(told["plies"], record.positions[:-1], record.positions[1:], strict=True):
        pieces = view.apply(map(effect, ply["effects"]), pieces)
        assert pieces == frozenset(after.pieces)
        assert (ply["side"], ply["turn"]) == (before.turn, after.turn)
        assert ply["text"] == before.written(ply["move"])
        assert ply["words"].endswith((".", "!"))


@pytest.mark.parametrize("game", play.variants(), ids=repr)
def test_numbers_stand_where_the_record_has_them(game: Game) -> None:
    record = random_game(game)
    told = story(record)
    words = [f"{ply['round']}. {ply['text']}" if ply["round"] else ply["text"] for ply in told["plies"]]
    assert " ".join(words) in " ".join(str(record).split())
    assert [side["name"] for side in told["sides"]] == list(game.seats)


def test_a_game_that_began_in_the_middle_of_a_round() -> None:
    start = taflheim.game("quoridor").start().play("e8")
    told = story(Record(start).play("e2").play("e7"))
    assert [(ply["round"], ply["side"]) for ply in told["plies"]] == [(1, "b"), (2, "a")]


def test_who_leaves_takes_the_pawn_along() -> None:
    record = taflheim.game("quoridor", players=3).record().play("e8").resign("b").play("pass")
    told = story(record)
    assert [(ply["side"], ply["text"], ply["round"]) for ply in told["plies"]][1] == ("b", "resigns", None)
    assert told["plies"][1]["effects"] == [{"kind": "vanish", "how": "left", "spot": "e1", "to": "", "piece": None}]


@pytest.mark.parametrize(
    ("entry", "side", "text"),
    [
        ("attackers:resigns", "attackers", "resigns"),
        ("attackers:time", "attackers", "time"),
        ("defenders:left", "defenders", "left"),
        ("draw:agreed", "", "draw"),
        ("game:aborted", "", "aborted"),
    ],
)
def test_ends_that_are_no_moves(entry: str, side: str, text: str) -> None:
    ply = last_ply(taflheim.game("hnefatafl").record().end(entry))
    assert (ply["side"], ply["text"], ply["move"], ply["effects"], ply["round"]) == (side, text, entry, [], None)


def test_the_last_move_is_the_way_of_its_piece() -> None:
    def last(name: str, *moves: str) -> list[str]:
        record = taflheim.game(name).record() if name != "hivolts" else Record(taflheim.game(name).start(1))
        for move in moves:
            record = record.play(move)
        return last_spots(record.last_effects)

    assert last("halatafl", "e4-e5", "e7-e6", "c4-c5", "e6xe4xc4xc6") == ["e6", "e4", "c4", "c6"]
    assert last("quoridor", "e3h") == ["e3h"]
    assert last("quoridor", "pass") == []
    assert last("hivolts", "s") == []


def test_what_was_captured_is_shown_by_its_usual_piece_beside_who_has_captured_it() -> None:
    facts = [fact for fact in story(taflheim.game("hnefatafl").record())["start"]["facts"] if fact["code"] != "moves"]
    assert [(fact["code"], fact["side"], fact["picture"]["key"]) for fact in facts] == [
        ("captured", "defenders", "attacker"),
        ("captured", "attackers", "defender"),  # and not the king
    ]


def test_events_carry_what_lets_the_story_grow() -> None:
    """A page that grows its story by the events it is told has the same story as one that asks for it."""
    anna = Person("a1")
    game = taflheim.game("quoridor", players=3)
    table = Table.new("t", game.start(), {side: Seat.person("a1", "Anna") for side in game.seats})
    plies = []
    for action in ("e8", "e2", Resign("c"), "e7"):
        done = Move(table.position_number, action) if isinstance(action, str) else action
        table = table.decide(done, anna, now_ms=0).table
        told = json.loads(messages.event(table, anna))
        kept = ("effects", "last", "words", "facts", "turn")
        plies.append({**told["entry"], **{name: told[name] for name in kept}})
    assert plies == json.loads(json.dumps(story(table.record)))["plies"]
    undone = json.loads(messages.event(table.decide(Undo(table.position_number), anna, now_ms=0).table, anna))
    assert undone["entry"] is None and undone["effects"] == [] and undone["ply"] == 3
