"""Records: playing, taking back, ends that depend on history, and texts that round-trip."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim import InvalidRecord, Record
from taflheim.games import view
from taflheim.games.record_text import write


def played(name: str, moves: int, seed: int = 0, **options: object) -> Record:
    game = taflheim.game(name, **options)
    chance = random.Random(seed)
    start = game.start(seed=seed) if game.rulebook.seeded else game.start()
    record = game.record(start, {"Date": "2026-11-15"})
    for _ in range(moves):
        if record.result:
            break
        record = record.play(chance.choice(record.position.moves()), chance)
    return record


@pytest.mark.parametrize("name", taflheim.rulebooks())
@pytest.mark.parametrize("seed", range(3))
def test_texts_round_trip(name: str, seed: int) -> None:
    record = played(name, 40, seed)
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert again.position == record.position
    assert again.result == record.result
    assert str(again) == text


def test_a_record_is_a_value() -> None:
    record = taflheim.game("quoridor").record()
    longer = record.play("e8")
    assert record.entries == ()
    assert longer.undo() == record
    assert hash(longer.undo()) == hash(record)
    assert Record(record.start, {}, ("e8",)) == longer
    assert "_positions" not in repr(longer) and "_quiet" not in repr(longer)


def test_entries_are_taken_back_from_the_end() -> None:
    stages = [taflheim.game("quoridor").record(headers={"Event": "x"})]
    for move in ("e8", "e2", "e7"):
        stages.append(stages[-1].play(move))
    for count in range(4):
        undone = stages[3].undo(count)
        assert undone == stages[3 - count] and undone.positions == stages[3 - count].positions
        assert undone._quiet == stages[3 - count]._quiet
    for wrong in (-1, 4):
        with pytest.raises(taflheim.IllegalMove, match="there is no move to take back"):
            stages[3].undo(wrong)


def test_a_round_is_numbered_where_it_begins() -> None:
    record = taflheim.game("quoridor", players=3).record()
    for entry in ("e8", "e2", "c:left", "e7", "b:time"):
        record = record.add_legal(entry)
    assert record.rounds == (1, None, None, 2, None)


def test_other_headers_leave_the_game_as_it_is() -> None:
    record = taflheim.game("quoridor").record(headers={"Event": "x"}).play("e8")
    other = record.with_headers({"Date": "2026-11-17"})
    assert (other.headers, other.entries, other.positions) == ({"Date": "2026-11-17"}, ("e8",), record.positions)
    with pytest.raises(InvalidRecord, match="header"):
        record.with_headers({"Game": "x"})


def test_a_record_knows_all_its_positions_and_travels() -> None:
    record = taflheim.game("quoridor").record(headers={"Event": "x"}).play("e8").play("e2")
    start = record.start
    assert record.positions == (start, start.play("e8"), start.play("e8").play("e2"))
    copy = pickle.loads(pickle.dumps(record))
    assert copy == record and copy.positions == record.positions and copy.headers == record.headers
    assert "Position" not in repr(record).partition("entries=")[2]


def test_a_jump_is_kept_with_its_landing() -> None:
    record = taflheim.game("hivolts").record(taflheim.game("hivolts").start(seed=3))
    record = record.play("j", random.Random(5))
    assert len(record.entries[0]) > 1
    assert Record.parse(str(record)).position == record.position
    text = str(record).replace(record.entries[0], "j")
    with pytest.raises(InvalidRecord, match="move 1, 'j': what j does is drawn by lot"):
        Record.parse(text)


def test_the_last_effects_are_those_of_the_last_move() -> None:
    record = taflheim.game("quoridor").record()
    assert record.last_effects == ()
    record = record.play("e8")
    assert record.last_effects and record.last_effects == record.start.effects("e8")
    after = record.play("e2")
    assert after.last_effects and after.last_effects == record.position.effects("e2")
    assert after.last_words != record.last_words


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_the_last_effects_lead_to_the_pieces_now(name: str) -> None:
    record = played(name, 20, 2)
    while record.entries:
        pieces = view.apply(record.last_effects, frozenset(record.positions[-2].pieces))
        assert record.last_effects and pieces == frozenset(record.position.pieces)
        record = record.undo()


def test_resigning_loses() -> None:
    record = taflheim.game("halatafl").record().play("d4-d5").resign("sheep")
    assert record.result is not None
    assert str(record.result) == "The foxes win! The sheep have resigned."
    assert '[Result "foxes"]' in str(record)
    assert "\n{ The foxes win! The sheep have resigned. }\n" in str(record)
    assert "{" not in str(record.undo())
    with pytest.raises(taflheim.IllegalMove, match="the game is over"):
        record.resign()
    assert record.undo().result is None


def test_resigning_is_no_move() -> None:
    record = taflheim.game("quoridor", players=3).record().play("e8").resign("b").play("b5").play("e7")
    assert record.moves_made == 3
    assert "\n1. e8 b:resigns b5 2. e7\n" in str(record)
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("name", "entry", "words", "result"),
    [
        ("hnefatafl", "attackers:resigns", "The attackers resign.", "The defenders win! The attackers have resigned."),
        ("quoridor", "b:resigns", "Green resigns.", "White wins! Green has resigned."),
        ("hivolts", "player:resigns", "You resign.", "You've lost! You have resigned."),
        ("halatafl", "sheep:time", "The sheep have run out of time.", "The foxes win! The sheep have run out of time."),
        ("quoridor", "a:time", "White has run out of time.", "Green wins! White has run out of time."),
        ("hivolts", "player:time", "You have run out of time.", "You've lost! You have run out of time."),
        ("halatafl", "foxes:left", "The foxes have left the game.", "The sheep win! The foxes have left the game."),
        ("quoridor", "b:left", "Green has left the game.", "White wins! Green has left the game."),
        ("hivolts", "player:left", "You have left the game.", "You've lost! You have left the game."),
        ("quoridor", "draw:agreed", "A draw! Everybody has agreed to it.", "A draw! Everybody has agreed to it."),
    ],
)
def test_ends_in_words(name: str, entry: str, words: str, result: str) -> None:
    game = taflheim.game(name)
    record = game.record(game.start(1) if game.rulebook.seeded else game.start()).end(entry)
    assert (record.last_words, str(record.result)) == (words, result)


def test_a_player_alone_is_told_what_the_last_move_did() -> None:
    game = taflheim.game("hivolts")
    record = game.record(game.start(3)).play("a")
    assert str(record.result) == "You've lost! You ran into the fence on a9."
    assert str(record.position.result) == "You've lost! A fence or a Mho has killed you."  # all that the board shows
    assert str(game.record(record.position).result) == str(record.position.result)


def test_each_move_of_a_player_alone_is_a_round() -> None:
    game = taflheim.game("hivolts")
    start = game.start(7)
    safe = next(move for move in start.moves() if move != "j" and not start.play(move).result)
    record = game.record(start).play(safe)
    record = record.play(next(move for move in record.position.moves() if move != "j"))
    assert f"\n1. {record.entries[0]} 2. {record.entries[1]}\n" in str(record)


def test_nothing_has_happened_at_the_start() -> None:
    assert taflheim.game("quoridor").record().last_words == ""


def test_headers_are_kept_and_checked() -> None:
    record = taflheim.game("halatafl").record(headers={"sheep": 'Anna "the ewe" \\ Bo', "Event": "Þing"})
    assert Record.parse(str(record)).headers == record.headers
    for name in ("Game", "Result", "two words", "", "x]"):
        with pytest.raises(InvalidRecord, match="header"):
            taflheim.game("halatafl").record(headers={name: "x"})
    with pytest.raises(InvalidRecord, match="a value on one line"):
        taflheim.game("halatafl").record(headers={"Event": "a\nb"})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a header that names the game"),
        ('[Game "chess"]', "no game 'chess'"),
        ('[Game "quoridor"]\n[Options "players=5"]', "players '5': expected 2, 3 or 4"),
        ('[Game "quoridor"]\n[Options "sheep=5"]', "Quoridor has no option 'sheep'"),
        ('[Game "quoridor"]\n[Start "e9"]', "expected five fields"),
        ('[Game "quoridor"]\n[Game "quoridor"]', "header Game stands there twice"),
        ("[Game quoridor]", "expected lines as"),
        ('[Game "hivolts"]', "expected a header Start"),
        ('[Game "quoridor"]\n\n1. e8 e3', "move 2, 'e3': a pawn goes one step"),
        ('[Game "quoridor"]\n\n1. e8 xyz', "move 2, 'xyz': 'xyz' is no move"),
        ('[Game "quoridor"]\n[Result "a"]\n\n1. e8', "result 'a': the moves give '*'"),
        ('[Game "quoridor"]\n\n1. e8 c:resigns', "move 2, 'c:resigns': 'c' is not playing"),
        ('[Game "quoridor"]\n\n1. a:resigns e2', "move 2, 'e2': the game is over"),
        ('[Game "quoridor"]\n\n1. e8 { so far', "a comment begins with { and does not end"),
    ],
)
def test_what_is_wrong_is_named(text: str, sentence: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        Record.parse(text)
    assert sentence in str(refused.value)


def test_comments_and_numbers_do_not_matter() -> None:
    text = '[Game "quoridor"]\n\n{ a long game } e8 {so far} e2\n7. e7'
    assert Record.parse(text).entries == ("e8", "e2", "e7")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="a record is a text, not a"):
        Record.parse(5)  # type: ignore[arg-type]


def test_empty_lines_between_headers_do_not_matter() -> None:
    text = '\n \n[Game "quoridor"]\n\n  [Event "x"]\n\n\n1. e8\n\ne2\n'
    record = Record.parse(text)
    assert (record.entries, record.headers) == (("e8", "e2"), {"Event": "x"})


def test_the_start_is_written_where_it_does_not_follow_from_the_options() -> None:
    game = taflheim.game("quoridor")
    assert "[Start" not in str(game.record())
    later = game.start().play("e8")
    assert f'[Start "{later}"]' in str(game.record(later))
    assert Record.parse(str(game.record(later))).start == later


def test_variations_are_left_out_and_must_be_whole() -> None:
    def entries(moves: str) -> tuple[str, ...]:
        return Record.parse(f'[Game "quoridor"]\n\n{moves}').entries

    assert entries("1. e8 (1. d9 (1. f9) 1... e2) 1... e2 { (so } 2. e7") == ("e8", "e2", "e7")
    with pytest.raises(InvalidRecord, match=r"a variation ends with \) and has no beginning"):
        entries("1. e8 ) (1. d9 e2")
    with pytest.raises(InvalidRecord, match=r"a variation begins with \( and does not end"):
        entries("1. e8 (1. d9 e2")


def test_lines_are_filled_and_moves_stay_whole() -> None:
    def body(moves: str) -> list[str]:
        return write(taflheim.game("quoridor").start(), {}, moves, "*", "").splitlines()[4:]

    assert body(f"{'a' * 50} {'b' * 49}") == [f"{'a' * 50} {'b' * 49}"]
    assert body(f"{'a' * 50} {'b' * 50}") == ["a" * 50, "b" * 50]
    assert body(f"{'a' * 96} d4-d5 {'x' * 150}") == ["a" * 96, "d4-d5", "x" * 150]


@pytest.mark.slow
@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    for candidate in (text, f'[Game "quoridor"]\n{text}', f'[Game "hnefatafl"]\n\n1. d1-d3 {text}'):
        try:
            record = Record.parse(candidate)
        except InvalidRecord:
            continue
        assert Record.parse(str(record)) == record


@pytest.mark.parametrize(
    ("entry", "result", "text"),
    [
        ("b:resigns", "a", "White wins! Green has resigned."),
        ("b:time", "a", "White wins! Green has run out of time."),
        ("b:left", "a", "White wins! Green has left the game."),
        ("a:left", "b", "Green wins! White has left the game."),
        ("draw:agreed", "draw", "A draw! Everybody has agreed to it."),
        ("game:aborted", "-", "The game was aborted: it has no result."),
    ],
)
def test_ends_that_the_board_does_not_show(entry: str, result: str, text: str) -> None:
    record = taflheim.game("quoridor").record().play("e8").end(entry)
    assert str(record.result) == text
    assert f'[Result "{result}"]' in str(record)
    assert Record.parse(str(record)) == record
    assert record.aborted == (result == "-")
    assert record.moves_made == 1
    assert record.last_effects == ()
    with pytest.raises(taflheim.IllegalMove, match="the game is over"):
        record.end(entry)
    with pytest.raises(InvalidRecord, match="the moves give"):
        Record.parse(str(record).replace(f'[Result "{result}"]', '[Result "*"]'))


def test_sides_with_names_have_left_in_the_plural() -> None:
    record = taflheim.game("hnefatafl").record()
    assert str(record.end("attackers:time").result) == "The defenders win! The attackers have run out of time."
    assert str(record.end("defenders:left").result) == "The attackers win! The defenders have left the game."


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("a:time", "White cannot run out of time: it is the turn of Green"),
        ("c:left", "'c' is not playing"),
        (
            "b:sleeps",
            "'b:sleeps' is no end of a game: expected SIDE:resigns, SIDE:time, SIDE:left, draw:agreed or game:",
        ),
        ("draw:claimed", "is no end of a game"),
    ],
)
def test_ends_that_cannot_be(entry: str, why: str) -> None:
    record = taflheim.game("quoridor").record().play("e8")
    with pytest.raises(taflheim.MoveError) as refused:
        record.end(entry)
    assert why in str(refused.value)
    with pytest.raises(InvalidRecord, match="move 2"):
        Record(record.start, {}, ("e8", entry))


def test_of_three_one_may_leave_by_time_and_the_rest_goes_on() -> None:
    record = taflheim.game("quoridor", players=3).record().play("e8").end("b:time")
    assert record.result is None and record.gone == {"b"} and record.turn == "c"
    with pytest.raises(taflheim.IllegalMove, match="'b' is not playing"):
        record.end("b:left")
    over = record.end("c:left")
    assert over.result is not None and over.result.winner == "a"
    assert Record.parse(str(over)) == over
    drawn = record.end("draw:agreed")
    assert drawn.result is not None and drawn.result.winner is None


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_entries_that_are_known_to_be_legal_are_added_unchecked(name: str) -> None:
    record = played(name, 40, 1)
    again = taflheim.Record(record.start, record.headers)
    for entry in record.entries:
        again = again.add_legal(entry)
    assert again == record and again.positions == record.positions and again.result == record.result
    assert again._quiet == record._quiet


def test_ends_that_are_known_to_be_legal_are_added_unchecked() -> None:
    record = taflheim.game("quoridor", players=3).record()
    for entry in ("e8", "b:time", "c:left"):
        record = record.add_legal(entry)
    ended = taflheim.game("quoridor", players=3).record().play("e8").end("b:time").end("c:left")
    assert record == ended and record.positions == ended.positions and record._quiet == ended._quiet
    assert record.result is not None and record.result.winner == "a"
    drawn = taflheim.game("quoridor").record().add_legal("e8").add_legal("draw:agreed")
    assert drawn.position == drawn.positions[1] and drawn.result is not None and drawn.result.reason == "agreed"


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    record = taflheim.game("quoridor").record()
    for move in ("e8", "e2", "e9", "e1") * 2:
        assert record.result is None
        record = record.play(move)
    assert record.result is not None and (record.result.winner, record.result.reason) == (None, "repetition")
    assert '[Result "draw"]' in str(record)
    with pytest.raises(taflheim.IllegalMove, match="the game is over"):
        record.play("e8")


def test_a_move_without_a_capture_counts_once() -> None:
    record = taflheim.game("hnefatafl").record().play("d1-d3").play("f4-f3")
    assert record._quiet == (0, 1, 2)
    assert Record(record.start, {}, record.entries)._quiet == record._quiet


def test_a_capture_begins_the_count_of_quiet_moves_anew() -> None:
    game = taflheim.game("hnefatafl")
    limit = game.rulebook.quiet_limit
    text = "1t6tt1/1t3t5/1t1t3t3/5Tt3t/t2Tt4T1/2T2K4T/tTTTT5t/1T7tt/2t2Tt4/1t3t1t2T/2t1tt5 t"
    start = game.position(text)
    nearly = Record(start, {}, (), (start,), (limit - 1,))
    captures = nearly.play("k8-k7")
    assert sum(captures.position.captured.values()) > sum(start.captured.values())
    assert captures.result is None and captures._quiet[-1] == 0
    assert [effect.how for effect in captures.last_effects] == ["slide", "captured"]
    quiet = nearly.play("b11-c11").result
    assert quiet is not None and quiet.reason == "quiet"
