"""Hints: a move, and reasons that are true."""

import random

import pytest

import taflheim
from play import begin, go_on, variants
from taflheim import Game, Position, TaflheimError
from taflheim.engine.bots.bot import seeded_bot
from taflheim.engine.insight.hint import COMPARISONS, Hint, hint
from taflheim.engine.search.limits import Limits

TOY = taflheim.game("toy")


def codes(given: Hint) -> list[str]:
    return [reason.code for reason in given.reasons]


def wins(position: Position, side: str) -> bool:
    """Whether a side wins three in a row if both play best."""
    if position.result:
        return position.result.winner == side
    return (any if position.turn == side else all)(wins(position.play(move), side) for move in position.moves())


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_a_hint_is_a_legal_move_with_reasons(game: Game) -> None:
    rng = random.Random(repr(game))
    position = begin(game, rng)
    for _ in range(4):
        if position.result:
            return
        given = hint(position, Limits(depth=2))
        assert given.move in position.moves()
        assert given.reasons
        assert str(given).startswith(f"{given.move}\n- ")
        position = go_on(position, rng)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2x/2o/xo1 x", ["wins_now"]),
        ("oxx/1o1/1ox x", ["wins_now", "others_lose"]),
        ("3/o2/1x1 x", ["wins"]),
        ("xxo/oox/1ox x", ["only_legal", "holds_out"]),
    ],
)
def test_what_is_certain_is_said(text: str, said: list[str]) -> None:
    assert codes(hint(TOY.position(text))) == said


def test_certainties_are_true() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(40):
        position = TOY.start().play(rng.choice(TOY.start().moves()))
        for _ in range(rng.randrange(6)):
            if not position.result:
                position = go_on(position, rng)
        if position.result:
            continue
        given, side = hint(position), position.turn
        others = [position.play(move) for move in position.moves() if move != given.move]
        for code in codes(given):
            seen.add(code)
            if code == "wins_now":
                result = position.play(given.move).result
                assert result and result.winner == side
            elif code == "wins":
                assert wins(position.play(given.move), side)
            elif code == "others_lose":
                assert not any(wins(other, side) for other in others)
            elif code == "holds_out":
                assert not wins(position, side)
    assert seen >= {"wins_now", "wins", "others_lose", "holds_out"}


def test_moves_are_counted_as_people_do() -> None:
    """With two players, a win after five moves of both is a win in three."""
    assert "It wins in 3 moves, proven." in str(hint(taflheim.game("quoridor").position("e4,a6 0,0 - - a")))


def test_without_certainty_the_next_best_move_is_compared() -> None:
    given = hint(taflheim.game("quoridor").start(), Limits(depth=3))
    assert given.reasons[-1].code in ("better", "as_good")
    assert dict(given.reasons[-1].params)["move"] != given.move


def test_a_jump_has_the_outlook_as_its_reason() -> None:
    given = hint(taflheim.game("hivolts").start(2))
    assert given.move == "j"
    assert "a jump among 12 Mhos kills with 15 %" in map(str, given.reasons)


def test_there_is_no_hint_when_the_game_is_over() -> None:
    with pytest.raises(TaflheimError, match="the game is over"):
        hint(TOY.position("xxx/oo1/3 o"))


@pytest.mark.parametrize("game", [game for game in variants() if game.name != "toy"], ids=repr)
def test_no_hint_consists_of_probabilities_alone(game: Game) -> None:
    """In positions of random games and of games between bots."""
    rng = random.Random(repr(game))
    for played in (False, True):
        position = begin(game, rng)
        bot = seeded_bot(game, 2, seed=rng.getrandbits(16))
        for ply in range(24):
            if position.result:
                break
            if ply % 4 == 0:
                given = hint(position, Limits(nodes=3000))
                assert any(code not in COMPARISONS for code in codes(given)), f"{position}: {given}"
                assert given.reasons[0].code not in COMPARISONS
            position = position.play(bot.choose(position), rng) if played else go_on(position, rng)


def test_what_would_happen_otherwise_is_the_reason() -> None:
    text = "2T1t2t3/3Tt6/tt1t4Tt1/4tT3T1/t2T1TtT3/1t2t5t/t5Tt1t1/5Tt3t/7T2K/5t1t3/1t2t2t3 t"
    given = hint(taflheim.game("hnefatafl").position(text), Limits(nodes=30_000))
    assert given.move == "h2-k2"
    assert "Otherwise the king reaches k1 in 1 move: k3-k1." in str(given)
