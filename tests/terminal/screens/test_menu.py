"""The menu of the terminal."""

from pathlib import Path

from textual import events

from at_a_terminal import Seated, at_a_terminal
from taflheim.terminal.screens.friend_dialog import FriendDialog
from taflheim.terminal.screens.menu import MenuScreen
from taflheim.terminal.widgets.board_view import BoardView
from taflheim.terminal.widgets.game_card import GameCard
from taflheim.terminal.wish import Wish


async def _with_a_game_going_on(seated: Seated) -> MenuScreen:
    table = await seated.sit("hnefatafl")
    await seated.type("d1-d3")
    await table.wait_for_ply(1)
    seated.app.to_menu()
    menu = seated.app.screen
    assert isinstance(menu, MenuScreen)
    await seated.until(lambda: menu.query_one("#going-on").display)
    return menu


def test_a_game_that_goes_on_is_offered_first(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        menu = await _with_a_game_going_on(seated)
        await seated.until(lambda: menu.focused and menu.focused.id == "go-on")

    at_a_terminal(tmp_path, work)


def test_who_names_a_game_gets_that_one(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        menu = await _with_a_game_going_on(seated)
        await seated.pilot.pause()
        assert menu.focused and menu.focused.id == "game-quoridor"
        picture = menu.query_one(BoardView)
        assert picture.plan is None
        shown = "".join(segment.text for y in range(picture.size.height) for segment in picture.render_line(y))
        assert not shown.strip(), "a picture for which there is no room is left out"

    at_a_terminal(tmp_path, work, wish=Wish(game="quoridor"))


def test_keys_that_come_at_once_go_on_from_where_enter_leads_to(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        menu = seated.app.screen
        await seated.until(lambda: menu.focused and menu.focused.id == "game-hnefatafl")
        for key in ("down", "enter", "right", "enter"):
            seated.app.post_message(events.Key(key, None))
        dialog = await seated.until(lambda: s if (s := seated.app.screen) is not menu else None)
        assert isinstance(dialog, FriendDialog), (dialog, menu.focused)
        assert menu.query_one("#game-quoridor", GameCard).chosen

    at_a_terminal(tmp_path, work)
