"""Whatever a caller passes is answered by a value or by one of our errors: never by a crash, never by another error."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import begin, go_on, positions, variants
from taflheim import Game, Position, Record, TaflheimError
from taflheim.games.tree import Tree

GAMES = pytest.mark.parametrize("game", variants(), ids=repr)

ODD = " \n\t\x00-/,.#0123456789²٣éßabcdefjkxABFKSTv"
"""Characters that have a meaning somewhere, and some that look like it."""


def answers(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What a call returns, or None if it raises one of our errors."""
    with suppress(TaflheimError):
        return call(*arguments, **options)
    return None


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A valid text with some damage."""
    for _ in range(draw(st.integers(1, 4))):
        at, to = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        patch = draw(st.sampled_from(text[:40] or " ") | st.sampled_from(ODD) | st.text(max_size=3))
        text = draw(
            st.sampled_from(
                [
                    text[:at] + patch + text[at:],  # insert
                    text[:at] + patch + text[at + 1 :],  # replace
                    text[:at] + text[at + 1 :],  # delete
                    text[:at] + text[to:],  # cut
                    text[:to] + text[at:],  # double
                    text[:at] + text[at:to][::-1] + text[to:],  # turn round
                ]
            )
        )
    return text


def texts(like: str) -> st.SearchStrategy[str]:
    """Texts of every kind: arbitrary, made of the same characters, damaged."""
    return st.text() | st.text(st.sampled_from(like or " ")) | mutated(like)


def huge(like: str) -> list[str]:
    """Texts of a size that nobody means."""
    return [
        "9" * 100_000,
        "/" * 100_000,
        "," * 100_000,
        " " * 100_000,
        "\N{GRINNING FACE}" * 100_000,
        like * 2_000,
        like + " " * 100_000,
        like + "x" + like.split("-")[-1] * 50_000,
    ]


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**5000, -(10**5000), 2**64, -(2**63)]),
    st.floats(),
    st.binary(max_size=5),
    st.lists(st.text(max_size=3), max_size=3),
    st.builds(object),
)


def look_all_around(position: Position) -> None:
    """A text that was read is a position like any other: everything can be asked of it."""
    game = position.game
    assert game.position(str(position)) == position
    assert position.turn in game.sides
    assert position.diagram("unicode") and position.facts is not None and position.captured is not None
    assert (position.result is None) == bool(position.continuations().spots)
    if taflheim.perft(position, 1) > 2_000:
        return
    for move in position.moves()[:200]:
        assert str(position.play(move, random.Random(0)))


@GAMES
@given(data=st.data())
def test_position_texts(game: Game, data: st.DataObject) -> None:
    like = str(data.draw(positions(game, plies=10)))
    text = data.draw(texts(like))
    position = answers(game.position, text)
    if position is not None:
        assert str(position) == text, "texts are read in their canonical form only"
        look_all_around(position)


def move_calls(position: Position) -> list[Callable[[Any], Any]]:
    """Everything that takes a move."""
    return [
        position.play,
        position.explain,
        position.effects,
        position.written,
        position.draw_lot,
        position.outcomes,
        position.game.move_numbers,
    ]


@GAMES
@given(data=st.data())
def test_move_texts(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game, plies=10))
    moves = position.moves() or [game.move_text([0])]
    text = data.draw(texts(data.draw(st.sampled_from(moves[:200]))))
    before = str(position)
    for call in move_calls(position):
        answers(call, text)
    clicked = data.draw(st.lists(st.text(max_size=3) | st.sampled_from(list(game.layout.by_name)), max_size=4))
    position.continuations(clicked)
    assert str(position) == before


@GAMES
@given(data=st.data())
def test_typed_lines(game: Game, data: st.DataObject) -> None:
    """Whatever is typed means a move, or something that is refused with a reason."""
    position = data.draw(positions(game))
    spots = st.lists(st.sampled_from(sorted(game.layout.by_name)), max_size=5)
    line = data.draw(
        st.one_of(st.text(max_size=30), st.text(ODD, max_size=12), spots.map(" ".join), spots.map("-".join))
    )
    move = position.meant(line)
    assert isinstance(move, str)
    reason = position.explain(move)
    assert reason is None or str(reason)


@GAMES
@given(data=st.data())
def test_move_numbers(game: Game, data: st.DataObject) -> None:
    number = st.integers() | st.integers(0, game.move_count - 1)
    numbers = data.draw(st.lists(number | st.sampled_from([10**5000, 2**64, -1]), max_size=5))
    text = answers(game.move_text, numbers)
    if text is not None:
        assert isinstance(text, str)
        position = data.draw(positions(game, plies=10))
        for call in move_calls(position):
            answers(call, text)


@GAMES
@given(data=st.data())
def test_things_that_are_no_text(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game, plies=3))
    thing = data.draw(anything)
    for call in (game.position, *move_calls(position), position.leave):
        answers(call, thing)
    with pytest.raises(TaflheimError):
        game.position(thing)
    with pytest.raises(TaflheimError):
        position.play(thing)


@GAMES
def test_huge_texts(game: Game) -> None:
    rng = random.Random(0)
    position = go_on(begin(game, rng), rng)
    for text in huge(str(position)):
        with pytest.raises(taflheim.InvalidPosition) as refused:
            game.position(text)
        assert len(str(refused.value)) < 500
    for text in huge(game.move_text([game.move_count - 1])):
        for call in move_calls(position):
            answers(call, text)
        reason = position.explain(text)
        assert reason is not None and len(str(reason)) < 500


def a_record(game: Game) -> Record:
    """The record of a short game."""
    rng = random.Random(0)
    record = game.record(begin(game, rng), {"Date": "2026-11-15", "Event": 'a "friendly" game'})
    for _ in range(6):
        if not record.result:
            record = record.play(rng.choice(record.position.moves()), rng)
    return record


@GAMES
@given(data=st.data())
def test_record_texts(game: Game, data: st.DataObject) -> None:
    text = data.draw(texts(str(a_record(game))))
    record = answers(Record.parse, text)
    if record is not None:
        assert Record.parse(str(record)) == record


@GAMES
@given(data=st.data())
def test_tree_texts(game: Game, data: st.DataObject) -> None:
    like = str(a_record(game)) + " ( { [%mark ] } ) "
    tree = answers(Tree.parse, data.draw(texts(like)))
    if tree is not None:
        assert Tree.parse(str(tree)) == tree


def cpu_seconds(text: str) -> float:
    began = time.process_time()
    answers(Record.parse, text)
    answers(Tree.parse, text)
    return time.process_time() - began


def test_huge_records_take_no_longer_than_ordinary_ones_of_their_length() -> None:
    like = str(a_record(taflheim.game("quoridor")))
    answers(Tree.parse, like)  # loads the rules, which is not what is measured
    odd = ("{", "}", "(", ")", " ( ", "{ [%mark ", "[", "\n", "\n\n{", "1. ", '"', "\\", '[a "', "x ", "\n[Event ")
    texts = (*(like + mark * 100_000 for mark in odd), *(mark * 100_000 + like for mark in odd))
    ordinary = cpu_seconds(like * 2_000)
    # They take up to 4 times as long; reading in quadratic time would take hundreds of times as long, each time.
    for text in (*huge(like)[:-1], *texts):
        assert any(cpu_seconds(text) < 100 * ordinary for _ in range(3)), f"{text[:20]!r} … {text[-20:]!r}"


@pytest.mark.parametrize("line", ["name=x", "=", "players", "players=2=3", "rules=strict rules=strict", "self=1"])
def test_options_in_records(line: str) -> None:
    answers(Record.parse, f'[Game "quoridor"]\n[Options "{line}"]\n')


@GAMES
@given(seed=anything | st.text())
def test_seeds(game: Game, seed: Any) -> None:
    position = answers(game.start, seed)
    if position is not None and seed is not None:
        assert game.rulebook.seeded
        assert position == game.start(seed)


@given(name=st.text() | anything)
def test_names_of_games(name: Any) -> None:
    with pytest.raises(taflheim.InvalidOption):
        taflheim.game(name)


@pytest.mark.parametrize("name", taflheim.rulebooks())
@given(data=st.data())
def test_options(name: str, data: st.DataObject) -> None:
    known = [option.name for option in taflheim.rulebooks()[name].options]
    value = anything | st.text() | st.integers(0, 30) | st.sampled_from(["2", "20", "strict", "gentle"])
    options = data.draw(st.dictionaries(st.sampled_from([*known, "name"]) | st.text(), value, max_size=3))
    game = answers(taflheim.game, name, **options)
    if game is not None:
        assert eval(repr(game), {"taflheim": taflheim}) == game
        assert dict(game.options).keys() == set(known)
