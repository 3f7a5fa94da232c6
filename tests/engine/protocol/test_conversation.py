"""The engine protocol: whole conversations, rubbish, and everything that can happen while an engine thinks."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

import taflheim
from taflheim.engine.protocol.conversation import converse
from taflheim.engine.protocol.wire import LONGEST_LINE
from talking import PATIENCE_S, Talk

DOCUMENT = Path(__file__).parents[3] / "docs" / "engine-protocol.md"
ENGINE = (sys.executable, "-m", "taflheim", "engine")


def run(*arguments: str, heard: bytes) -> list[str]:
    """All that an engine process says to this."""
    done = subprocess.run([*ENGINE, *arguments], input=heard, capture_output=True, check=True, timeout=PATIENCE_S)
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


def test_the_conversation_of_the_document() -> None:
    sessions = re.findall(r"```text\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(sessions) == 2
    for session in sessions:
        check_session(session)


def check_session(session: str) -> None:
    talk = Talk("quoridor")
    for sent, answers in re.findall(r"^> (.*)\n((?:[^>].*\n)*)", session, re.MULTILINE):
        assert talk.engine.hear(sent) == (sent != "quit")
        for answer in answers.splitlines():
            assert comparable(talk.said.get(timeout=PATIENCE_S)) == comparable(answer)
        assert talk.said.empty()


def comparable(line: str) -> str:
    return re.sub(r"(nps|time|Taflheim) \S+", r"\1", line)


def test_a_process_and_the_end_of_its_input() -> None:
    said = run("halatafl", "--sheep", "18", heard=b"ugi\nposition startpos moves d4-d5\ngo infinite\n")
    assert "option name sheep type combo default 18 var 20 var 19 var 18 var 17" in said
    assert said[-1].startswith("bestmove ")


def test_a_process_hears_rubbish_and_lives_on() -> None:
    rubbish = b"\xff\xfe\n\n   \nposition\n" + b"x" * (3 * LONGEST_LINE) + b"\nisready\r\nquit\nisready\n"
    said = run("toy", heard=rubbish)
    assert [line.partition(": ")[0] for line in said] == ["info string error"] * 3 + ["readyok"]
    assert "this one is longer" in said[2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("GO", "no command 'GO': expected ugi, isready,"),
        ("go depth", "depth '': expected a whole number"),
        ("go depth 0", "depth '0': expected a whole number"),
        ("go depth 99", "depth: expected a whole number from 1 to 64"),
        ("go movetime -5", "movetime '-5'"),
        ("go nodes " + "9" * 5000, "nodes '999"),
        ("go wtime 1000", "no limit 'wtime': expected depth, nodes, movetime or infinite"),
        ("setoption", "expected setoption name NAME value VALUE"),
        ("setoption name Level", "expected setoption name NAME value VALUE"),
        ("setoption name Level value 12", "no level '12': expected 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or classic fox"),
        ("setoption name Colour value red", "no option 'Colour': expected sheep, Level"),
        ("setoption name sheep value 3", "sheep '3': expected 20, 19, 18 or 17"),
        ("position", "expected position startpos or position text TEXT"),
        ("position fen 8/8", "expected position startpos or position text TEXT"),
        ("position text", "expected position startpos or position text TEXT"),
        ("position text nonsense", "nonsense"),
        ("position startpos move d4-d5", "expected position startpos"),
        ("position startpos moves d4-d5 d5-d6", "move 2, 'd5-d6'"),
        ("query weather", "no query 'weather': expected gameover, p1turn, result, moves, position or perft N"),
    ],
)
def test_bad_lines_are_explained(line: str, sentence: str) -> None:
    talk = Talk("halatafl")
    talk.send(line)
    error = talk.said.get(timeout=PATIENCE_S)
    assert error.startswith("info string error: ") and sentence in error
    assert "\n" not in error
    assert talk.said.empty()
    talk.send("newgame", "go depth 1")
    assert talk.until("bestmove")


def test_it_listens_while_it_thinks() -> None:
    talk = Talk("hnefatafl")
    talk.send("go infinite")
    talk.until("info depth 2")
    talk.send("isready")
    talk.until("readyok")
    for line in ("go", "newgame", "position startpos", "setoption name Level value 1"):
        talk.send(line)
        assert "thinking: send stop" in talk.until("info string error")[-1]
    talk.send("stop")
    *_, best = talk.until("bestmove")
    assert best.split()[1] in taflheim.game("hnefatafl").start().moves()
    talk.send("stop", "position startpos", "go depth 1")
    talk.until("bestmove")


def test_infinite_waits_for_stop_even_when_everything_is_known() -> None:
    talk = Talk("toy")
    talk.send("position text xx1/oo1/3 x", "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in talk.until("readyok"))
    talk.send("stop")
    assert talk.until("bestmove")[-1] == "bestmove c3"


def test_quitting_ends_a_search() -> None:
    talk = Talk("quoridor", players=4)
    talk.send("go infinite")
    assert not talk.engine.hear("quit")
    talk.engine.end()
    assert talk.until("bestmove")


def test_levels_and_seeds_decide_the_move() -> None:
    talk = Talk("hnefatafl")
    moves = []
    for seed in (1, 1, 2, 3, 4):
        talk.send("setoption name level value 1", f"setoption name seed value {seed}", "go")
        *_, info, best = talk.until("bestmove")
        assert info.startswith("info depth 1 ")
        moves.append(best)
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_limits_do_not_make_a_level_stronger() -> None:
    talk = Talk("hnefatafl")
    answers = []
    for go in ("go", "go depth 9", "go nodes 500000 infinite"):
        talk.send("setoption name Level value 1", "setoption name Seed value 3", go, "stop")
        answers.append(talk.until("bestmove")[-1])
    assert len(set(answers)) == 1
    talk.send("setoption name Level value 9", "go depth 1")
    assert len([line for line in talk.until("bestmove") if line.startswith("info depth")]) == 1


def test_a_bot_with_a_way_of_its_own() -> None:
    talk = Talk("halatafl")
    talk.send("setoption name Level value classic fox", "position startpos moves d4-d5", "go movetime 50")
    assert talk.until("bestmove")[-1].split()[1] in taflheim.game("halatafl").start().play("d4-d5").moves()
    talk.send("position startpos", "go")
    *_, error, best = talk.until("bestmove")
    assert error == "info string error: the classic fox plays foxes only, not sheep"
    assert best == "bestmove none"


def test_games_that_are_over() -> None:
    talk = Talk("toy")
    for text, result in (("xxx/oo1/3 o", "crosses"), ("3/3/3 x", "none")):
        talk.send(f"position text {text}", "query gameover", "query result", "query p1turn")
        over, won, first = (talk.said.get(timeout=PATIENCE_S).split()[1] for _ in range(3))
        assert (over, won, first) == (str(result == "crosses").lower(), result, str(text.endswith("x")).lower())
    talk.send("position text xxx/oo1/3 o", "go")
    assert talk.until("bestmove")[-1] == "bestmove none"


def test_queries_about_the_rules() -> None:
    talk = Talk("toy")
    talk.send("position text xx1/oo1/3 x moves c3", "query moves", "query position", "newgame", "query perft 5")
    answers = [talk.said.get(timeout=PATIENCE_S) for _ in range(3)]
    assert answers == ["response none", "response xxx/oo1/3 o", "response 15120"]
    talk.send("position startpos", "query moves", "query perft x", "query perft 65", "query perft 0")
    answers = [talk.said.get(timeout=PATIENCE_S) for _ in range(4)]
    assert answers[0].split() == ["response", *taflheim.game("toy").start().moves()]
    assert answers[1:] == [
        "info string error: perft 'x': expected a whole number from 0 to 64",
        "info string error: perft '65': expected a whole number from 0 to 64",
        "response 1",
    ]


def test_perft_can_be_stopped() -> None:
    talk = Talk("hnefatafl")
    talk.send("query perft 5", "query perft 1", "isready", "stop")
    assert talk.until("readyok")[0].startswith("info string error: thinking: send stop")
    assert talk.until("info string error") == ["info string error: perft was stopped before everything was counted"]
    talk.send("query perft 1")
    assert talk.until("response") == ["response 116"]


def test_random_boards_come_from_the_seed() -> None:
    talk = Talk("hivolts")
    talk.send("setoption name Seed value 9", "position startpos moves s", "go depth 1")
    start = taflheim.game("hivolts").start(9).play("s")
    assert talk.until("bestmove")[-1].split()[1] in start.moves()


def test_a_search_that_fails_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk("toy")
    monkeypatch.setattr("taflheim.engine.protocol.conversation.think", lambda *_, **__: 1 // 0)
    talk.send("go")
    error, best = talk.until("bestmove")
    assert error.startswith("info string error: ZeroDivisionError")
    assert best == "bestmove none"


def test_a_listener_who_has_gone() -> None:
    done = subprocess.run(
        ["bash", "-c", f"printf 'ugi\\ngo infinite\\n' | {' '.join(ENGINE)} toy | head -1; exit ${{PIPESTATUS[1]}}"],
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert done.stderr == b""


def test_streams_end_where_they_end() -> None:
    said = io.StringIO()
    converse(taflheim.game("toy"), io.StringIO("isready\n" + "y" * (LONGEST_LINE + 5)), said)
    assert said.getvalue().splitlines()[0] == "readyok"
    assert "this one is longer" in said.getvalue()


def test_a_new_game_forgets_what_was_kept() -> None:
    """Level 10 goes on with what it has found about the game; the levels below find the same whatever came before."""
    talk = Talk("halatafl")
    talk.send("position startpos", "go movetime 20")
    talk.until("bestmove")
    assert talk.engine._kept._left is not None
    talk.send("setoption name Level value 3", "position startpos moves d4-d5", "go")
    talk.until("bestmove")
    assert talk.engine._kept._left is not None
    talk.send("newgame")
    assert talk.engine._kept._left is None
    talk.send("setoption name Level value 10", "go movetime 20")
    talk.until("bestmove")
    talk.send("setoption name sheep value 18")
    assert talk.engine._kept._left is None
