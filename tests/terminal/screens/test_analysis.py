"""The analysis board on a terminal: moves, variations, an engine, and games that are brought and taken along."""

from pathlib import Path

import pytest

import taflheim
from at_a_terminal import Seated, at_a_terminal
from evenings import play
from studying import study, studying
from taflheim.games.tree import Tree
from taflheim.terminal.screens.analysis import AnalysisScreen
from taflheim.terminal.screens.ask_dialog import AskDialog, LineDialog
from taflheim.terminal.screens.open_dialog import OpenDialog
from taflheim.terminal.study import tree as trees
from taflheim.terminal.widgets.engine_panel import EnginePanel
from taflheim.terminal.widgets.facts import Facts
from taflheim.terminal.widgets.pad import Pad
from taflheim.terminal.widgets.tree_list import TreeList
from whole_games import GAMES


async def _type(seated: Seated, screen: AnalysisScreen, move: str) -> None:
    """Type a move, and wait until it is on the board."""
    before, count = screen.node, len(screen.moves.nodes)
    await seated.press("slash", *move, "enter")
    await seated.until(lambda: screen.node != before or len(screen.moves.nodes) != count)


def _line(screen: AnalysisScreen) -> list[str]:
    nodes = screen.moves.nodes
    return [move.move for at in trees.path(screen.moves, screen.node) if (move := nodes[at].move)]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_typing(name: str, tmp_path: Path) -> None:
    options, moves, _ = GAMES[name]
    game = taflheim.game(name.partition(" ")[0], **options)
    record = game.record()

    async def work(seated: Seated) -> None:
        nonlocal record
        screen = await study(seated, AnalysisScreen)
        for move in moves.split()[:8]:
            await _type(seated, screen, move)
            record = record.play(move)
            assert frozenset(screen.board.pieces) == frozenset(record.position.pieces)
            assert trees.position_of(screen.moves, screen.node) == str(record.position)
        assert _line(screen) == moves.split()[:8]
        made = [node.move for node in screen.moves.nodes.values() if node.move]
        assert [move.ply.round for move in made] == list(record.rounds)
        assert screen.query_one(TreeList).node == screen.node
        # The same keys step as at a table.
        await seated.press("left_curly_bracket")
        assert screen.node == 0
        await seated.press("right_square_bracket", "right_square_bracket")
        assert _line(screen) == moves.split()[:2]

    studying(tmp_path, work, "analysis", game=game.name, options=options)


def test_every_other_way_is_kept(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        for move in ("e8", "e2", "e7"):
            await _type(seated, screen, move)
        await seated.press("left_square_bracket", "left_square_bracket")
        await _type(seated, screen, "d1")
        assert _line(screen) == ["e8", "d1"] and screen.can("promote")
        # From one way to the other, and back.
        await seated.press("greater_than_sign")
        assert _line(screen) == ["e8", "e2"]
        await seated.press("less_than_sign")
        assert _line(screen) == ["e8", "d1"]
        await seated.press("ctrl+p")
        assert trees.is_main(screen.moves, screen.node)
        # Undo forgets a move that nothing follows, and steps back from others.
        await seated.press("ctrl+z")
        assert _line(screen) == ["e8"] and len(screen.moves.nodes) == 4
        await seated.press("ctrl+z")
        assert _line(screen) == [] and len(screen.moves.nodes) == 4
        await seated.press("right_square_bracket", "delete")
        assert len(screen.moves.nodes) == 1

    studying(tmp_path, work, "analysis", game="quoridor")


def test_a_chain_is_clicked_and_what_cannot_be_is_explained(tmp_path: Path) -> None:
    position = taflheim.game("halatafl").start()
    for move in "e4-e5 e7-e6 c4-c5".split():
        position = position.play(move)

    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        board = screen.board
        await seated.until(lambda: board.is_open("e6"))
        board.click("a4")
        await seated.until(lambda: screen.query_one(Facts).reason)
        for spot in ("e6", "e4", "c4", "c6"):
            await seated.until(lambda spot=spot: board.is_open(spot) or screen.node)  # type: ignore[misc]
            if not screen.node:
                board.click(spot)
        await seated.until(lambda: screen.node)
        assert _line(screen) == ["e6xe4xc4xc6"] and not screen.query_one(Facts).reason

    studying(tmp_path, work, "analysis", game="halatafl", position=str(position))


def test_the_games_own_keys(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        await seated.until(lambda: screen.board.keys)
        assert screen.board.marks.labels["e8"] == "1" or "1" in screen.board.marks.labels.values()
        await seated.press("1")
        await seated.until(lambda: screen.node)
        assert len(_line(screen)) == 1
        # A wall is placed with a preview.
        await seated.until(lambda: screen.board.keys)
        await seated.press("h")
        await seated.until(lambda: screen.board.marks.preview)
        await seated.press("up", "enter")
        await seated.until(lambda: len(_line(screen)) == 2)
        assert _line(screen)[1].endswith("h")

    studying(tmp_path, work, "analysis", game="quoridor")


def test_a_puzzle_by_single_keys(tmp_path: Path) -> None:
    start = taflheim.game("hivolts").start(3)

    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        assert screen.query_one(Pad).display
        await seated.until(lambda: screen.board._selection.open)
        await seated.press("S")
        await seated.until(lambda: screen.node)
        assert _line(screen) == ["s"]
        await seated.press("ctrl+z")
        await seated.until(lambda: screen.board._selection.open)
        await seated.press("up")
        await seated.until(lambda: screen.node)
        assert _line(screen) == ["w"]
        # Keys that are pressed quickly are all played.
        await seated.press("ctrl+z")
        await seated.until(lambda: screen.board._selection.open)
        for key in "sss":
            screen.board.press(key, key)
        await seated.until(lambda: _line(screen) == ["s", "s", "s"] or screen.is_over)

    studying(tmp_path, work, "analysis", game="hivolts", position=str(start))


@pytest.mark.parametrize("name", sorted(taflheim.rulebooks()))
def test_an_engine_thinks_about_what_is_shown(name: str, tmp_path: Path) -> None:
    game = taflheim.game(name)
    start = game.start(3) if game.rulebook.seeded else game.start()

    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        panel = screen.query_one(EnginePanel)
        assert panel.found is None
        await seated.press("equals_sign")
        found = await seated.until(lambda: panel.found if panel.found and panel.found.lines else None)
        assert screen.board.marks.ways[0].kind == "hint" and found.lines[0].figure.endswith("%")
        # Its best move is played by a key, and it thinks about what comes then.
        await seated.press("exclamation_mark")
        await seated.until(lambda: screen.node)
        # A jump may have been the last move of the game: then there is nothing to think about.
        await seated.until(lambda: panel.found or screen.is_over)
        await seated.press("equals_sign")
        assert panel.found is None and not screen.board.marks.ways

    studying(tmp_path, work, "analysis", game=name, position=str(start))


def test_a_game_is_opened_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "1. e8 e2 (1... d1 { Aside. }) 2. e7"

    async def work(seated: Seated) -> None:
        screen = await study(seated, AnalysisScreen)
        await seated.press("ctrl+o")
        dialog = await seated.until(lambda: found if isinstance(found := seated.app.screen, OpenDialog) else None)
        await seated.press(*"what", "ctrl+o")
        await seated.until(lambda: "no record" in str(dialog.query_one(".wrong").visual))  # type: ignore[attr-defined]
        dialog.query_one("TextArea").text = text  # type: ignore[attr-defined]
        await seated.press("ctrl+o")
        await seated.until(lambda: seated.app.screen is screen and screen.node)
        assert _line(screen) == ["e8", "e2", "e7"] and len(screen.moves.nodes) == 5
        await seated.press("semicolon")
        await seated.until(lambda: isinstance(seated.app.screen, LineDialog))
        await seated.press(*"Well", "enter")
        await seated.until(lambda: seated.app.screen is screen)
        await seated.press("ctrl+s")
        await seated.until(lambda: isinstance(seated.app.screen, LineDialog))
        await seated.press("enter")
        file = tmp_path / "quoridor.txt"
        await seated.until(file.exists)
        assert "(1... d1 { Aside. }) 2. e7 { Well }" in str(Tree.parse(file.read_text()))
        # Nothing is overwritten without asking.
        file.write_text("mine")
        await seated.press("ctrl+s")
        await seated.until(lambda: isinstance(seated.app.screen, LineDialog))
        await seated.press("enter")
        await seated.until(lambda: isinstance(seated.app.screen, AskDialog))
        assert file.read_text() == "mine"
        await seated.press("escape")
        await seated.until(lambda: isinstance(seated.app.screen, LineDialog))
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is screen)
        assert file.read_text() == "mine"

    studying(tmp_path / "hall", work, "analysis", game="quoridor")


def test_another_game_is_opened_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(taflheim.game("toy").record().play("b2")))

    async def work(seated: Seated) -> None:
        await study(seated, AnalysisScreen)
        await seated.press("ctrl+o")
        dialog = await seated.until(lambda: found if isinstance(found := seated.app.screen, OpenDialog) else None)
        dialog.query_one("Input").value = f"{file}x"  # type: ignore[attr-defined]
        await seated.press("ctrl+o")
        await seated.until(lambda: "cannot be read" in str(dialog.query_one(".wrong").visual))  # type: ignore[attr-defined]
        dialog.query_one("Input").value = str(file)  # type: ignore[attr-defined]
        await seated.press("ctrl+o")
        screen = await seated.until(
            lambda: (
                found
                if isinstance(found := seated.app.screen, AnalysisScreen)
                and found.is_open
                and found.moves.game == "toy"
                else None
            )
        )
        assert _line(screen) == ["b2"]
        assert "Three in a row" in str(screen.query_one("#head").visual)  # type: ignore[attr-defined]

    studying(tmp_path / "hall", work, "analysis", game="quoridor")


def test_from_a_table_at_a_ply(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        hall = seated.served.hall
        table = await hall.tables.get(await seated.served.new_table("toy"))
        await play(hall, table, "a1", "b2", "c1")
        seated.app.go("analysis", game="toy", table_id=table.id, ply=1)
        screen = await study(seated, AnalysisScreen)
        assert _line(screen) == ["a1"] and len(screen.moves.nodes) == 4
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is not screen)

    at_a_terminal(tmp_path, work)


def test_what_cannot_be_wished_for_leads_back_with_a_word(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await seated.until(lambda: len(seated.app._notifications) == 1)
        assert not isinstance(seated.app.screen, AnalysisScreen)

    studying(tmp_path, work, "analysis", game="toy", position="nonsense")
