"""Whole games of every game on the terminal: by mouse, by arrows, by typing, and by the games' own keys."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import taflheim
from at_a_terminal import AtTable, Seated, at_a_terminal
from browsing import clicks_for
from taflheim.games.position import Position
from taflheim.terminal.widgets.notice_card import NoticeCard
from whole_games import GAMES


async def _ends(table: AtTable, end: str = "") -> None:
    """Wait for the card of the end."""
    card = table.screen.query_one(NoticeCard)
    notice = await table.seated.until(lambda: card.notice)
    assert notice.title.startswith(end)
    assert notice.ways[0].key == "Y"


async def _walk(table: AtTable, position: Position, move: str, click: Callable[[str], Awaitable[None]]) -> None:
    """Click the spots of a move; where only one way leads on in a chain, the board takes it by itself."""
    before, board = table.ply, table.board
    for spot in clicks_for(position, move):
        await table.seated.until(
            lambda spot=spot: table.ply > before or board.is_open(spot) or spot in board._selection.landings  # type: ignore[misc]
        )
        if table.ply == before and not (board._selection.landings and len(board._selection.open or {}) == 1):
            await click(spot)


async def _by_mouse(table: AtTable, position: Position, move: str) -> None:
    await _walk(table, position, move, table.click)


async def _by_arrows(table: AtTable, position: Position, move: str) -> None:
    async def click(spot: str) -> None:
        if position.game.layout.by_name[spot].kind == "button":
            await table.seated.press("x")
        else:
            await table.steer_to(spot)
            await table.seated.press("enter")

    await _walk(table, position, move, click)


async def _by_typing(table: AtTable, position: Position, move: str) -> None:
    await table.seated.until(lambda: table.screen.can_move)
    await table.seated.type(f"/{move}")


@pytest.mark.parametrize(("way", "colours"), [(_by_mouse, "truecolor"), (_by_arrows, "standard"), (_by_typing, None)])
@pytest.mark.parametrize("name", GAMES)
def test_with_a_friend_at_this_screen(name: str, way, colours: str | None, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]  # a function
    options, moves, end = GAMES[name]
    record = taflheim.game(name.partition(" ")[0], **options).record()

    async def work(seated: Seated) -> None:
        nonlocal record
        table = await seated.sit(record.game.name, options=options)
        for ply, move in enumerate(moves.split(), 1):
            await way(table, record.position, move)
            await table.wait_for_ply(ply)
            record = record.play(move)
            assert set(table.board.pieces) == set(record.position.pieces)
        await _ends(table, end)

    at_a_terminal(tmp_path, work, colours=colours)


def test_walls_by_mouse_on_the_smallest_board(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("quoridor")
        for ply, move in enumerate("e8 a5h h5v d3h c3v pass".split(), 1):
            await table.seated.until(lambda move=move: table.board.is_open(move))  # type: ignore[misc]
            await table.click(move)
            await table.wait_for_ply(ply)
        walls = {piece.spot for piece in table.board.pieces if piece.kind.startswith("wall")}
        assert walls == {"a5h", "h5v", "d3h", "c3v"}

    at_a_terminal(tmp_path, work, colours="standard")


def test_a_random_board_by_its_keys(tmp_path: Path) -> None:
    chance = random.Random(6)
    keys = [*"qweasdzxcj", *"QWEASDZXCJ", "up", "left", "home", "pagedown", "4", "5"]

    async def work(seated: Seated) -> None:
        table = await seated.sit("hivolts")
        for ply in range(1, 200):
            assert table.screen.state
            if table.screen.state.is_over:
                break
            key = chance.choice(keys)
            await seated.press(key)
            if "Ctrl-Q leaves" in table.told:
                assert key in "qQ"
                await seated.press(key)
            await table.wait_for_ply(ply)
        await _ends(table)

    at_a_terminal(tmp_path, work)
