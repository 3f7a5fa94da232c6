"""The command that looks back on a game."""

import json
import sys
from pathlib import Path

import pytest

import taflheim
from commands import on_terminal, run
from evenings import evening, play, table_with
from taflheim import Record
from taflheim.hall.hall import Hall


@pytest.fixture
def blunders(tmp_path: Path) -> str:
    """Crosses and noughts miss the same square."""
    toy = taflheim.game("toy")
    return saved(tmp_path, toy.record(toy.position("xoo/xox/3 x")).play("b1").play("c1").play("a1"))


def saved(folder: Path, record: Record) -> str:
    file = folder / "game.txt"
    file.write_text(str(record), "utf-8")
    return str(file)


def test_moves_and_mistakes(capsys: pytest.CaptureFixture[str], blunders: str) -> None:
    status, out, err = run(capsys, "review", blunders)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Three in a row: the chance to win after each move, of the side that made it",
        "   1  crosses  b1    0 %  blunder: costs 100 %, better was a1",
        "   1  noughts  c1    0 %  blunder: costs 100 %, better was a1",
        "   2  crosses  a1  100 %",
        "",
        "Accuracy: crosses 2 %, noughts 2 %",
        "",
        "Mistakes, the dearest first:",
        "move 1 crosses: b1 (blunder) costs 100 %, better was a1",
        "move 1 noughts: c1 (blunder) costs 100 %, better was a1",
    ]


def test_the_better_move_has_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    quoridor = taflheim.game("quoridor")
    record = quoridor.record(quoridor.position("e4,a6 1,1 - - a")).play("e5")
    _, out, _ = run(capsys, "review", saved(tmp_path, record), "--depth", "3")
    assert "move 1 a: e5 (blunder) costs " in out
    assert ", then " in out.splitlines()[-1]


def test_a_game_without_mistakes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    toy = taflheim.game("toy")
    record = toy.record(toy.position("2x/2o/xo1 x")).play("b2")
    _, out, _ = run(capsys, "review", saved(tmp_path, record))
    assert out.endswith("None of 1 move has cost 10 % or more.\n")


def test_json(capsys: pytest.CaptureFixture[str], blunders: str) -> None:
    _, out, _ = run(capsys, "review", blunders, "--json", "--nodes", "10000")
    reviewed = json.loads(out)
    assert reviewed["game"] == "toy"
    assert [move["cost"] for move in reviewed["moves"]] == [1.0, 1.0, 0.0]
    assert reviewed["moves"][0]["best"]["line"] == ["a1"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Game "toy"]\n', "no moves to look back on"),
        ('[Game "toy"]\n1. b2 b2', "move 2, 'b2': b2 is taken"),
        ("nonsense", "expected a header that names the game"),
    ],
)
def test_records_that_cannot_be_reviewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    status, out, err = run(capsys, "review", str(file))
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.startswith("taflheim: ") and err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_an_interrupted_review_shows_what_there_is(tmp_path: Path) -> None:
    record = taflheim.game("quoridor").record().play("e8").play("e2")
    status, shown = on_terminal("review", saved(tmp_path, record), "--time", "1000", interrupt_after=b"reviewing")
    assert status == 130
    assert b"Quoridor: the chance to win after each move" in shown
    assert b"None of 0 moves has cost" in shown
    assert b"Traceback" not in shown


def test_a_game_of_the_hall_by_its_id(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[str] = []

    async def work(hall: Hall) -> None:
        game = taflheim.game("quoridor")
        table = await play(hall, await table_with(hall, game, *game.seats), "e8", "e2")
        tables.append(table.id)

    evening(tmp_path, work)
    monkeypatch.setenv("TAFLHEIM_HOME", str(tmp_path))
    status, out, err = run(capsys, "review", tables[0], "--depth", "1")
    assert (status, err) == (0, "")
    assert "Quoridor: the chance to win after each move" in out and "Accuracy: a " in out
    status, _, err = run(capsys, "review", "nosuchgame")
    assert status and "there is no file and no game 'nosuchgame'" in err
