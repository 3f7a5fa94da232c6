"""Small things at a table that a person notices."""

import asyncio
from pathlib import Path

from textual import events

import taflheim
from at_a_terminal import Seated, at_a_terminal
from taflheim.engine.bots.levels import find_bot
from taflheim.server.standing import told_keys
from taflheim.terminal.screens.ask_dialog import AskDialog
from taflheim.terminal.screens.daily import DailyScreen
from taflheim.terminal.screens.games import GamesScreen
from taflheim.terminal.screens.help import board_help
from taflheim.terminal.screens.table import TableScreen
from taflheim.terminal.widgets.board import Board
from taflheim.terminal.widgets.key_bar import KeyBar
from taflheim.terminal.widgets.notice_card import NoticeCard
from taflheim.terminal.widgets.press import Press
from taflheim.terminal.widgets.typed_line import TypedLine


def test_the_board_stays_whole_while_somebody_types(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("hnefatafl")
        before = table.screen.query_one(Board).region
        await seated.press("d")
        assert table.screen.query_one(TypedLine).display
        assert not table.screen.query_one(KeyBar).display
        assert table.screen.query_one(Board).region == before
        await seated.press("escape")
        assert table.screen.query_one(KeyBar).display

    at_a_terminal(tmp_path, work, size=(80, 24))


def test_after_the_end_one_looks_back_and_can_still_answer(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("hivolts", seed="7")
        await seated.press("s")
        card = table.screen.query_one(NoticeCard)
        await seated.until(lambda: card.notice)
        await seated.press("left_square_bracket", "right_square_bracket", "escape")
        await seated.press("b")
        assert not table.screen.query_one(TypedLine).display, "there is nothing to type"
        assert ("end", "^E", "end") in table.screen.query_one(KeyBar).entries
        await seated.press("y")
        again = await seated.at_table()
        await seated.until(lambda: again.screen is not table.screen or again.ply == 0)

    at_a_terminal(tmp_path, work)


def test_help_names_a_button_also_when_it_is_not_ones_turn() -> None:
    layout = taflheim.game("hivolts").layout
    for choices in (None, {"jump": "j"}):
        assert [one.words for one in board_help(layout, choices, ()) if one.key == "J 0"] == ["jump"]


def test_help_says_what_a_key_places() -> None:
    start = taflheim.game("quoridor").start()
    words = {one.key: one.words for one in board_help(start.game.layout, None, told_keys(start))}
    assert words["h"] == "horizontal wall above …: arrows move it, Enter places it"
    assert words["v"].startswith("vertical wall right of …") and words["x"] == "pass"


def test_nobody_dies_by_pressing_q_to_leave(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("hivolts", seed="2", board="wild")  # a fence lies up and left of the player
        for key in ("q", "Q"):
            await seated.press(key)
            assert "Ctrl-Q leaves" in table.told and table.ply == 0
            await seated.press("escape")
            assert "Ctrl-Q leaves" not in table.told
        await seated.press("q", "q")
        await table.wait_for_ply(1)
        assert table.screen.state and table.screen.state.is_over

    at_a_terminal(tmp_path, work)


def test_a_bot_is_not_asked_for_a_side_that_it_does_not_play(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        foxes = find_bot(taflheim.game("halatafl"), "classic fox").number
        table = await seated.sit("halatafl", seats={"sheep": "me", "foxes": foxes})
        await seated.type("/c4-c5")
        await table.wait_for_ply(2)
        await seated.press("ctrl+r")
        await seated.until(lambda: isinstance(seated.app.screen, AskDialog))
        await seated.press("right", "enter")
        await table.until_noticed("Play again")
        assert "swapped" not in table.notice
        await seated.press("y")
        again = await seated.until(lambda: s if (s := seated.app.screen) is not table.screen else None)
        assert isinstance(again, TableScreen)

    at_a_terminal(tmp_path, work)


def test_arrows_that_come_at_once_each_go_one_further(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        menu = seated.app.screen
        menu.query_one("#game-hnefatafl").focus()
        await seated.pilot.pause()
        for _ in range(2):
            seated.app.post_message(events.Key("down", None))
        await seated.until(lambda: menu.focused is menu.query_one("#game-halatafl"))

    at_a_terminal(tmp_path, work)


def test_an_answer_that_comes_when_nobody_is_there_any_more_does_no_harm(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        app = seated.app
        app.go("games")
        screen = await seated.until(lambda: s if isinstance(s := app.screen, GamesScreen) else None)

        async def answer() -> None:
            while screen.query("#list"):
                await asyncio.sleep(0)
            screen.query_one("#list")

        screen.run_worker(answer())
        await seated.pilot.pause()
        app.to_menu()
        await seated.until(lambda: not screen.is_running)

    at_a_terminal(tmp_path, work)


def test_a_hint_is_read_also_after_something_that_was_wrong(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("quoridor")
        await seated.type("/e5")
        await seated.until(lambda: table.told.startswith("✗"))
        await seated.press("exclamation_mark")
        await seated.until(lambda: table.told.startswith("!"))

    at_a_terminal(tmp_path, work)


def test_enter_before_the_board_of_the_day_is_there_does_no_harm(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        app = seated.app
        app.go("daily")
        screen = await seated.until(lambda: s if isinstance(s := app.screen, DailyScreen) and s._told else None)
        screen._told = {}  # as before the hall has answered
        screen.query_one("#play", Press).action_press()
        await seated.pilot.pause()
        await app.workers.wait_for_complete()
        assert app.screen is screen

    at_a_terminal(tmp_path, work)
