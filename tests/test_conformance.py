"""What every game promises, whatever its rules are: one suite for all of them, and for the toy."""

import pickle
import random
import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import taflheim
from play import lots, positions, variants
from taflheim import Game, IllegalMove, InvalidMove, Position, Record
from taflheim.engine.search.perft import count_at_once
from taflheim.games.view import Continuation, Piece, apply

pytestmark = [pytest.mark.kernel, pytest.mark.parametrize("game", variants(), ids=repr)]

MOST_MOVES = 400
"""Positions with more moves than this are left to the vectors: here everything is done with every move."""


def few_moves(position: Position) -> list[str]:
    """All moves of a position, if they are not too many to look at each."""
    moves = position.moves()
    assume(len(moves) <= MOST_MOVES)
    return moves


def legal_texts(position: Position) -> set[str]:
    """Everything that can be played: the moves, and for those of chance what they can become."""
    return {text for move in position.moves() for text in (move, *position.outcomes(move))}


# ---- rules --------------------------------------------------------------------------------------------------------


@given(data=st.data())
def test_a_game_goes_on_until_it_has_a_result(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game, plies=120))
    result = position.result
    assert position.turn in game.sides
    assert (result is None) == bool(position.moves())
    if result is not None:
        assert result.winner in game.sides
        assert result.reason
        assert str(result).endswith((".", "!"))
        for number in range(min(game.move_count, 50)):
            reason = position.explain(game.move_text([number]))
            assert reason is not None and reason.code == "game_over"


@given(data=st.data())
def test_moves_are_all_different(game: Game, data: st.DataObject) -> None:
    moves = data.draw(positions(game)).moves()
    assert len(set(moves)) == len(moves)


@given(data=st.data())
def test_plays_from_equal_positions_are_equal(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    seed = data.draw(st.integers())
    twin = game.position(str(position))
    for move in few_moves(position):
        after = position.play(move, random.Random(seed))
        assert after == twin.play(move, random.Random(seed))
        assert game.position(str(after)) == after
    assert position == twin


@given(data=st.data())
def test_an_illegal_move_is_refused_and_changes_nothing(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    text, state, legal = str(position), position.state, legal_texts(position)
    for number in data.draw(st.lists(st.integers(0, game.move_count - 1), max_size=20)):
        move = game.move_text([number])
        if move not in legal:
            with pytest.raises(IllegalMove):
                position.play(move)
    assert (str(position), position.state) == (text, state)


@given(data=st.data())
def test_perft_counts_the_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    moves = [move for move in few_moves(position) if move not in game.rulebook.chance]
    assert taflheim.perft(position, 0) == 1
    assert taflheim.perft(position, 1) == count_at_once(position, 1, bulk=False) == len(moves)
    if len(moves) <= 40:
        replies = sum(len(set(position.play(move).moves()) - set(game.rulebook.chance)) for move in moves)
        assert taflheim.perft(position, 2) == count_at_once(position, 2, bulk=False) == replies


@given(data=st.data())
def test_whoever_leaves_a_game_is_gone(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for side in (*game.seats, "nobody"):
        try:
            after = position.leave(side)
        except IllegalMove:
            continue
        assert game.position(str(after)) == after
        assert side not in {piece.side for piece in after.pieces}
        assert after.turn != side
        with pytest.raises(IllegalMove):
            after.leave(side)


# ---- moves as numbers ---------------------------------------------------------------------------------------------


@given(data=st.data())
def test_numbers_are_the_first_steps_of_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    moves, numbers = few_moves(position), position.legal_numbers()
    assert sorted(numbers) == sorted({game.move_numbers(move)[0] for move in moves})
    assert all(type(number) is int and number < game.action_size for number in numbers)
    mask = position.mask()
    assert mask.shape == (game.action_size,) and mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == sorted(numbers)


@given(data=st.data())
def test_steps_make_the_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    for move in lots(position, random.Random(3)):
        at, numbers = position, game.move_numbers(move)
        for number in numbers:
            assert at == position or at.ongoing
            at = at.step(np.int64(number))
        assert at == position.play(move) == position.play_legal(move) and not at.ongoing


@given(data=st.data())
def test_a_position_amid_a_move_is_a_position(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    for number in position.legal_numbers():
        if number in game.rulebook.lots:
            continue
        amid = position.step(number)
        assert amid == position.step_legal(number) == game.position(str(amid)) == pickle.loads(pickle.dumps(amid))
        if amid.ongoing:
            assert amid.turn == position.turn and not amid.result
            first = game.move_text([number])
            rest = {game.move_numbers(move) for move in amid.moves()}
            whole = {game.move_numbers(move)[1:] for move in position.moves() if game.move_numbers(move)[0] == number}
            assert rest == whole and first not in position.moves()
            assert taflheim.perft(amid, 1) == len(rest)
            assert sorted(clicked_through(amid)) == sorted(amid.moves())


@given(data=st.data())
def test_a_number_that_is_not_legal_is_refused(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    legal = {number for text in legal_texts(position) for number in game.move_numbers(text)[:1]}
    for number in data.draw(st.lists(st.integers(0, game.move_count - 1), max_size=20)):
        if number not in legal:
            with pytest.raises(IllegalMove) as refused:
                position.step(number)
            assert refused.value.reason == position.explain(game.move_text([number]))
    for nonsense in (-1, game.move_count, 1.0, "1", None, True, np.zeros(2), 2**70):
        with pytest.raises(InvalidMove):
            position.step(nonsense)  # type: ignore[arg-type]


@given(data=st.data())
def test_an_evaluation_is_one_side_s_gain_and_the_other_s_loss(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    scores = {side: position.evaluate(side) for side in game.sides}
    assert position.evaluate() == scores[position.turn]
    if position.result:
        assert scores == {side: 100_000 if side == position.result.winner else -100_000 for side in game.sides}
    elif len(game.sides) == 2:
        assert sum(scores.values()) == 0 and -100_000 < scores[position.turn] < 100_000
    with pytest.raises(taflheim.InvalidOption):
        position.evaluate("nobody")


# ---- symmetries ---------------------------------------------------------------------------------------------------


def test_symmetries_permute_moves_and_sides(game: Game) -> None:
    assert game.symmetries[0].numbers == tuple(range(game.move_count))
    assert len({symmetry.name for symmetry in game.symmetries}) == len(game.symmetries)
    for symmetry in game.symmetries:
        assert sorted(symmetry.numbers) == list(range(game.move_count))
        assert sorted(symmetry.sides) == list(range(len(game.sides)))


@given(data=st.data())
def test_a_turned_board_is_played_alike(game: Game, data: st.DataObject) -> None:
    """To play and then turn the board is to turn it and then play the move that is meant."""
    position = data.draw(positions(game))
    for symmetry in game.symmetries:
        turned = position.transformed(symmetry)
        assert game.position(str(turned)) == turned
        assert turned.turn == game.sides[symmetry.sides[position.state.turn]]
        assert sorted(turned.legal_numbers()) == sorted(symmetry.numbers[each] for each in position.legal_numbers())
        if position.result:
            winner = game.sides[symmetry.sides[game.sides.index(str(position.result.winner))]]
            assert turned.result and turned.result.winner == winner
        steps = [game.move_numbers(move)[0] for move in lots(position, random.Random(4))[:30]]
        for number in steps:
            assert position.step(number).transformed(symmetry) == turned.step(symmetry.numbers[number])


# ---- values and texts ---------------------------------------------------------------------------------------------


@given(data=st.data())
def test_a_position_is_a_value(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for twin in (
        game.position(str(position)),
        eval(repr(position), {"taflheim": taflheim}),
        pickle.loads(pickle.dumps(position)),
    ):
        assert twin == position
        assert hash(twin) == hash(position)
        assert (str(twin), repr(twin), twin.game) == (str(position), repr(position), game)
    for move in lots(position, random.Random(0))[:5]:
        after = position.play(move)
        assert (after == position) == ((str(after), after.turn) == (str(position), position.turn))


def test_every_number_is_a_move_text_and_back(game: Game) -> None:
    texts = [game.move_text([number]) for number in range(game.move_count)]
    assert [game.move_numbers(text) for text in texts] == [(number,) for number in range(game.move_count)]


@given(data=st.data())
def test_moves_have_numbers(game: Game, data: st.DataObject) -> None:
    for move in few_moves(data.draw(positions(game))):
        numbers = game.move_numbers(move)
        assert all(0 <= number < game.move_count for number in numbers)
        assert game.move_text(numbers) == move


@given(data=st.data())
def test_what_is_written_for_people_can_be_played(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    for move in lots(position, random.Random(1)):
        assert position.play(position.written(move)) == position.play(move)


@given(data=st.data())
def test_a_record_keeps_the_whole_game(game: Game, data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers()))
    record = game.record(data.draw(positions(game, plies=5)), {"Event": "a test"})
    for _ in range(data.draw(st.integers(0, 20))):
        if record.result:
            break
        longer = record.resign() if rng.random() < 0.05 else record.play(rng.choice(record.position.moves()), rng)
        assert longer.undo() == record
        record = longer
    for twin in (Record.parse(str(record)), pickle.loads(pickle.dumps(record))):
        assert (twin, twin.position, twin.result) == (record, record.position, record.result)
        assert (str(twin), hash(twin)) == (str(record), hash(record))


# ---- what people see ----------------------------------------------------------------------------------------------


def clicked_through(position: Position, clicked: tuple[str, ...] = ()) -> list[str]:
    """All moves that can be clicked together, with a look at every step on the way."""
    following = position.continuations(clicked)
    assert set(following.spots) <= set(position.game.layout.by_name)
    assert bool(following.spots) != (following.move is not None)
    if following.move is not None:
        return [following.move]
    assert len(set(following.spots)) == len(following.spots)
    return [move for spot in following.spots for move in clicked_through(position, (*clicked, spot))]


@given(data=st.data())
def test_continuations_reach_exactly_the_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    moves = few_moves(position)
    if not moves:
        assert position.continuations() == Continuation(())
        return
    assert sorted(clicked_through(position)) == sorted(moves)
    assert position.continuations(["nowhere"]) == Continuation(())


@given(data=st.data())
def test_effects_lead_to_the_pieces_after(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    for move in lots(position, random.Random(2)):
        effects, after = position.effects(move), position.play(move)
        assert apply(effects, position.pieces) == frozenset(after.pieces), move
        assert any(effect.message and str(effect.message) for effect in effects), move
        for effect in effects:
            assert {effect.spot, effect.to} <= {"", *game.layout.by_name}


@given(data=st.data())
def test_explain_is_silent_exactly_for_legal_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    legal = legal_texts(position)
    for move in legal:
        assert position.explain(move) is None
    numbers = random.Random(data.draw(st.integers())).sample(range(game.move_count), min(game.move_count, 60))
    for move in (game.move_text([number]) for number in numbers):
        reason = position.explain(move)
        assert (reason is None) == (move in legal), move
        if reason is not None:
            assert reason.code
            assert str(reason) and "{" not in str(reason)


@given(data=st.data())
def test_a_move_is_meant_by_its_text_and_by_its_spots(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    few_moves(position)
    for move in position.moves()[:60]:
        assert position.meant(move) == move == position.meant(f" {move.upper()} ")
        spots = position.clicks(move)
        assert position.meant(" ".join(spots)) == position.meant(" - ".join(spots).upper()) == move


@given(data=st.data())
def test_a_refused_click_gets_a_reason(game: Game, data: st.DataObject) -> None:
    """No word only for a click that was not meant as a move: on a piece of one's own, or on the same spot again."""
    position = data.draw(positions(game))
    few_moves(position)
    chance = random.Random(data.draw(st.integers()))
    spots = sorted(game.layout.by_name)
    own = {piece.spot for piece in position.pieces if piece.side == position.turn}
    opened = position.choices()
    assert position.explain_clicks([]) is position.explain_clicks(["nowhere"]) is None
    for spot in spots:
        check_click(position, [spot], silent=bool(position.result) or spot in opened, free=spot in own)
    for first, following in opened.items():
        if not isinstance(following, dict):
            continue
        for spot in chance.sample(spots, min(len(spots), 9)):
            check_click(position, [first, spot], silent=spot in following, free=spot == first)
        for second in (spot for spot, move in following.items() if move is None):
            going_on = position.choices([first, second])
            for spot in spots:
                check_click(position, [first, second, spot], silent=spot in going_on, free=False)


def check_click(position: Position, clicked: list[str], *, silent: bool, free: bool) -> None:
    """There is a reason if and only if there must be one; where `free`, there may be one."""
    reason = position.explain_clicks(clicked)
    if silent:
        assert reason is None, clicked
    elif not free:
        assert reason is not None and reason.code, clicked
        assert str(reason) and "{" not in str(reason)


@given(data=st.data())
def test_pieces_and_facts(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    spots = [piece.spot for piece in position.pieces]
    assert set(spots) <= set(game.layout.by_name)
    assert len(set(spots)) == len(spots)
    assert {piece.side for piece in position.pieces} <= {"", *game.sides}
    assert set(position.captured) == set(game.sides)
    assert all(count >= 0 for count in position.captured.values())
    for fact in position.facts:
        assert fact.side in ("", *game.sides)
        assert str(fact.message)
    assert ("turn", position.turn) in {(fact.code, fact.value) for fact in position.facts}


def test_the_layout_is_sound(game: Game) -> None:
    layout = game.layout
    assert len(layout.by_name) == len(layout.spots)
    assert all(spot.label for spot in layout.spots)
    for spot in layout.spots:
        if spot.kind != "button":
            assert 0 <= spot.x < layout.width and 0 <= spot.y < layout.height
    assert {mark.spot for mark in layout.marks} <= set(layout.by_name)
    for move in layout.keys.values():
        assert game.move_numbers(move)
    for colour in (*layout.colours.values(), *layout.inks.values()):
        assert re.fullmatch("#[0-9a-f]{3}([0-9a-f]{3})?", colour)
    for line in layout.lines:
        assert {line.x1, line.x2} <= set(range(layout.width)) and {line.y1, line.y2} <= set(range(layout.height))


@given(data=st.data())
def test_diagrams_show_the_board(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for style in ("ascii", "unicode"):
        diagram = position.diagram(style)
        lines = diagram.splitlines()
        assert len(lines) == game.layout.height + 2
        assert all(line == line.rstrip() for line in lines)
        for rank in game.layout.ranks.values():
            assert any(line.split()[:1] == [rank] for line in lines)
        assert lines[-1].split() or not game.layout.files
    assert position.diagram("ascii").isascii()
    assert position.diagram() == position.diagram("ascii")


@given(data=st.data())
def test_what_can_be_typed_are_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    legal = legal_texts(position)
    keys = [typed.key for typed in position.typed]
    assert len(set(keys)) == len(keys)
    for typed in position.typed:
        assert typed.spot in ("", *game.layout.by_name)
        assert bool(typed.question) == ("" not in typed.moves)
        for move in typed.moves.values():
            assert game.move_numbers(move)
        if typed.spot:
            assert typed.moves[""] in legal


@given(data=st.data())
def test_a_position_can_be_set_up_by_hand(game: Game, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    held = {f"{fact.code}.{fact.side}": fact.value for fact in position.facts if isinstance(fact.value, int)}
    assert game.arrange(position.pieces, position.turn, held) == position
    spots = {(one.kind, one.side): one.spots for one in game.rulebook.view.placeable(game.options)}
    assert all(game.layout.by_name.keys() >= {*those} for those in spots.values())
    # Whatever else is put there is a position, or is refused with a sentence.
    kinds = data.draw(st.lists(st.sampled_from(list(spots)), max_size=8))
    pieces = [Piece(*kind, data.draw(st.sampled_from(spots[kind]))) for kind in kinds]
    with suppress(taflheim.InvalidPosition):
        assert {*pieces} <= {*game.arrange(pieces, data.draw(st.sampled_from(game.sides))).pieces}
