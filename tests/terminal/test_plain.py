"""Playing line by line, as a person at a terminal would."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import taflheim
from taflheim import Record
from taflheim.games.position import Position
from taflheim.terminal.plain import PlainPlay, choose_game, read_record, style_for


def converse(start: Position, *lines: str) -> tuple[str, PlainPlay]:
    """What is said when a person types these lines, and then nothing more."""
    said: list[str] = []
    answers: Iterator[str] = iter(lines)

    def ask(question: str) -> str:
        said.append(question)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    play = PlainPlay(start.game.start, Record(start), ask=ask, tell=said.append)
    play.run()
    return "\n".join(said), play


def quoridor(text: str = "e9,e1 10,10 - - a") -> Position:
    return taflheim.game("quoridor", players=text.split()[0].count(",") + 1).position(text)


def test_moves_by_text_number_and_cell() -> None:
    said, play = converse(quoridor(), "E8", "h", "e3", "v", "9, 6", "x", "3")
    assert play.record.entries == ("e8", "e3h", "e5v", "pass", "e7")
    assert "White goes to e8." in said
    assert said.endswith("Goodbye.")


def test_pawn_moves_are_numbered_on_the_board() -> None:
    said, _ = converse(quoridor())
    assert "9   | | |1|a|0| | |" in said
    assert "8   | | | |2| | | |" in said


def test_illegal_moves_are_answered_with_the_reason() -> None:
    said, play = converse(quoridor(), "e5", "nonsense", "", "h", "z9", "8")
    assert play.record.entries == ()
    assert "That is not a legal move. A pawn goes one step" in said
    assert "That is not a legal move. 'nonsense' is no move" in said
    assert "That is not a legal move. 'z9' is no move" in said


def test_the_end_is_told_and_another_game_offered() -> None:
    said, play = converse(quoridor("e2,a5 0,0 - - a"), "e1", "perhaps", "y", "e8", "quit")
    ending = said.index("White wins! The pawn has reached its goal line.")
    assert ending < said.index("Play again? (Y/N)")
    assert "|a|" in said[ending : said.index("Play again?")]
    assert said.count("Play again? (Y/N)") == 2
    assert play.record.entries == ("e8",)


def test_undo_and_resign() -> None:
    said, play = converse(quoridor(), "e8", "undo", "undo", "resign", "n")
    assert "There is no move to take back." in said
    assert "That is not a legal move." not in said
    assert "White resigns." in said
    assert "Green wins! White has resigned." in said
    assert play.record.entries == ("a:resigns",)


def test_resigning_is_no_move() -> None:
    said, _ = converse(taflheim.game("hnefatafl").start(), "resign", "n")
    assert "The attackers resign." in said
    assert "0 moves made." in said and "1 move made." not in said


def test_a_game_of_three_goes_on_when_one_resigns() -> None:
    said, play = converse(quoridor("e9,e1,a5 6,6,6 - - a"), "resign", "e2", "resign", "n")
    assert "Green wins! Everybody else has left the game." in said
    assert play.record.entries == ("a:resigns", "e2", "c:resigns")


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said, play = converse(quoridor(), "e8", f"save {file}", "e2", f"load {file}", "save", "load", "load /nowhere/x")
    assert play.record.entries == ("e8",)
    assert read_record(str(file)) == play.record
    assert f"Saved to {file}." in said
    assert "Save needs the name of a file" in said
    assert "No such file" in said
    file.write_bytes(b"\xff\xfe\x00")
    said, play = converse(quoridor(), f"load {file}")
    assert "is not a text file." in said
    assert play.record.entries == ()


def test_hivolts_takes_its_keys_in_any_case() -> None:
    game = taflheim.game("hivolts")
    # Nobody can reach the player for a move: one Mho far away.
    start = game.position("############/" + "#10#/" * 10 + "############ b2 k11")
    said, play = converse(start, "W", "s", "J", "moves")
    assert play.record.entries[:2] == ("w", "s")
    assert re.fullmatch(r"j[b-k][0-9]+", play.record.entries[2])
    assert "q w e a s d z x c j" in said


def test_hivolts_ends_with_its_own_words() -> None:
    game = taflheim.game("hivolts")
    start = game.position("############/" + "#10#/" * 10 + "############ b2 k11")
    said, _ = converse(start, "a", "n")
    assert "You've lost! You ran into the fence on a2." in said
    # A fence stands between the last Mho and the player.
    nearly = game.position("############/" + "#10#/" * 9 + "#1#8#/############ d2 b2")
    said, _ = converse(nearly, "s", "n")
    assert "You've won!" in said


def test_help_names_what_can_be_typed() -> None:
    said, _ = converse(quoridor(), "help", "?", "board", "moves")
    assert "save FILE" in said
    assert "asks: Left cell of the wall" in said
    assert "a1h" in said


def test_ctrl_c_leaves_cleanly() -> None:
    said: list[str] = []

    def ask(_: str) -> str:
        raise KeyboardInterrupt

    PlainPlay(quoridor, Record(quoridor()), ask=ask, tell=said.append).run()
    assert said[-1] == "\nGoodbye."


def test_ascii_where_nothing_else_can_be_shown() -> None:
    assert style_for(io.TextIOWrapper(io.BytesIO(), "ascii")) == "ascii"
    assert style_for(io.TextIOWrapper(io.BytesIO(), "utf-8")) == "unicode"
    assert style_for(object()) == "ascii"


def test_choosing_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["chess", "quoridor"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert choose_game() == "quoridor"
    assert "Please type a number" in capsys.readouterr().out
