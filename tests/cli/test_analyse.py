"""The command that finds the best moves: for people, for programs, in a terminal, and interrupted."""

import json
import re
import sys
from pathlib import Path

import pytest

import taflheim
from commands import on_terminal, run

NEEDS_TERMINALS = pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
CURSOR_UP = b"\x1b[1A"


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "analyse", "toy", "xoo/xox/3 x", "--depth", "3")
    assert (status, err) == (0, "")
    head, *rows = out.splitlines()
    assert head.startswith("Three in a row, crosses to move: depth ")
    assert [row.split()[:2] for row in rows] == [["100", "%"], ["0", "%"], ["0", "%"]]
    assert rows[0].split()[2:] == ["wins", "in", "1", "a1"]
    assert rows[1].split()[2:5] == ["loses", "in", "1"]


def test_the_number_of_moves_and_the_options_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "analyse", "quoridor", "--players", "3", "--rules", "strict", "--best", "5", "--depth", "1")
    assert len(out.splitlines()) == 6


def test_a_game_that_can_be_solved_shows_all_moves(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "analyse", "hivolts", "--seed", "7")
    head, *rows = out.splitlines()
    assert head.startswith("HiVolts, player to move: solved, ")
    assert len(rows) == 10
    assert rows[0].endswith("100 %  wins in 6   a z c q c q  (no jump is needed)")
    assert any(row.endswith("(a jump among 12 Mhos kills with 15 %)") for row in rows)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "analyse", "quoridor", "e2,a6 0,0 - - a", "--depth", "3", "--best", "1", "--json")
    found = json.loads(out)
    assert found["position"] == "e2,a6 0,0 - - a"
    assert (found["game"], found["turn"], found["options"]["players"]) == ("quoridor", "a", 2)
    expected = {"move": "e1", "win_probability": 1.0, "line": ["e1"], "ends_in": 1, "note": None, "draw_probability": 0}
    assert found["best"] == [expected]
    assert found["nodes"] > 0


def test_draws_are_told_where_they_are_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "analyse", "halatafl", "--depth", "1", "--best", "1")
    assert status == 0
    assert re.search(r"\n +\d+ %  draw \d+ %  [a-g]\d-[a-g]\d", out)


def test_a_record_instead_of_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(taflheim.game("toy").record().play("b2")), "utf-8")
    _, out, _ = run(capsys, "analyse", "--record", str(file), "--depth", "1")
    assert out.startswith("Three in a row, noughts to move")


@NEEDS_TERMINALS
def test_on_a_terminal_the_table_grows_in_place() -> None:
    status, shown = on_terminal("analyse", "toy", "--depth", "4")
    assert status == 0
    for depth in (1, 2, 3, 4):
        assert b"crosses to move: depth %d" % depth in shown
    assert CURSOR_UP in shown


@NEEDS_TERMINALS
def test_an_interrupt_ends_the_search_and_shows_what_was_found() -> None:
    status, shown = on_terminal("analyse", "quoridor", "--time", "1000", interrupt_after=b"depth 2")
    assert status == 0
    assert b"Quoridor, White to move: depth " in shown.split(CURSOR_UP)[-1]
