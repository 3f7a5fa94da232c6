"""The menu, its dialogs, tables and all lists look as kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from at_a_terminal import AtTable, Seated, at_a_terminal
from evenings import play
from kept_screens import looks_as_kept
from programs import programs
from studying import finished
from taflheim.terminal.app import TerminalApp
from taflheim.terminal.screens.bot_dialog import BotDialog
from taflheim.terminal.screens.daily import DailyScreen
from taflheim.terminal.screens.friend_dialog import FriendDialog
from taflheim.terminal.screens.games import GamesScreen
from taflheim.terminal.screens.lobby import LobbyScreen
from taflheim.terminal.screens.menu import MenuScreen
from taflheim.terminal.screens.stats import StatsScreen
from taflheim.terminal.widgets.chat import Chat
from taflheim.terminal.widgets.choice_list import ChoiceList
from taflheim.terminal.widgets.table_panel import TablePanel
from whole_games import GAMES

SIZES = [(80, 24), (120, 40)]
HALF = {
    "hnefatafl": "k5-h5 f4-b4 e11-e10 f5-f4 e10-d10 f4-g4 d10-d9 f6-f3 d9-g9",
    "halatafl": "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6 g4-g5 c6-c5 c3-c4 c5xc3xa5 a4-b4",
    "quoridor": "e8 f1 e7 a5h e6 h5v e5 d4v e4 f2",
    "hivolts": "",
}


@pytest.fixture(autouse=True)
def owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner of the hall has the same name everywhere."""
    monkeypatch.setenv("LOGNAME", "signy")


def _name(what: str, size: tuple[int, int]) -> str:
    return f"{what}-{size[0]}x{size[1]}"


async def _shown(seated: Seated, kind: type[Any]) -> Any:
    return await seated.until(lambda: screen if isinstance(screen := seated.app.screen, kind) else None)


async def _at_game(seated: Seated, game: str, moves: str, **asked: object) -> AtTable:
    """A table at which some moves were made, as it looks when everything about it is known."""
    if game == "hivolts":
        asked["seed"] = "7"
    hall = seated.served.hall
    table_id = await seated.served.new_table(game, **asked)
    await play(hall, await hall.tables.get(table_id), *moves.split())
    table = await seated.go_to(table_id)
    await table.wait_for_ply(len(moves.split()))
    await seated.until(lambda: table.screen._game and (table.screen._game.keys or not table.screen._game._has_keys))
    return table


async def _home(seated: Seated) -> None:
    seated.app.to_menu()
    await _shown(seated, MenuScreen)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_menu_and_its_dialogs(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        menu = await _shown(seated, MenuScreen)
        await seated.until(lambda: seated.app.games)
        await looks_as_kept(seated, _name("menu", size))
        await seated.press("enter", "enter")
        await _shown(seated, BotDialog)
        await looks_as_kept(seated, _name("bot-dialog", size))
        await seated.press("escape")
        await _shown(seated, MenuScreen)
        await seated.press("right", "enter")
        await _shown(seated, FriendDialog)
        await looks_as_kept(seated, _name("friend-dialog", size))
        await seated.press("escape")
        menu.query_one("#game-hivolts").focus()
        await seated.pilot.pause()
        await looks_as_kept(seated, _name("menu-hivolts", size))
        await seated.press("question_mark")
        await looks_as_kept(seated, _name("help", size))

    at_a_terminal(tmp_path, work, size=size)


def test_the_menu_before_there_is_a_hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)

    async def work(seated: Seated) -> None:
        async with TerminalApp().run_test(size=(80, 24)) as pilot:
            app: Any = pilot.app
            await pilot.pause()
            await looks_as_kept(Seated(app, pilot, seated.served), "menu-opening")
            app.fail("no hall can be opened here, as the disk is full")
            await pilot.pause()
            await looks_as_kept(Seated(app, pilot, seated.served), "menu-trouble")

    at_a_terminal(tmp_path, work)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tables(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        for game, moves in HALF.items():
            table = await _at_game(seated, game, moves)
            await looks_as_kept(seated, _name(f"table-{game}", size))
            if game == "quoridor":
                await seated.press("h", "up")
                await looks_as_kept(seated, _name("table-quoridor-wall", size))
                await seated.press("escape", "left_square_bracket", "left_square_bracket")
                await looks_as_kept(seated, _name("table-quoridor-past", size))
                await seated.press("escape", "escape")
                await seated.until(lambda t=table: seated.app.screen is not t.screen)  # type: ignore[misc]
                await looks_as_kept(seated, _name("table-menu", size))
                await seated.press("escape")
            await _home(seated)
        await _at_game(seated, "quoridor", "e8 e2", options={"players": 4})
        await looks_as_kept(seated, _name("table-quoridor-four", size))
        await _home(seated)
        _, moves, _ = GAMES["halatafl"]
        seated.app.go("table", table_id=await finished(seated, "halatafl", moves))
        table = await seated.at_table()
        await table.until_noticed("The foxes win!")
        await looks_as_kept(seated, _name("end", size))

    at_a_terminal(tmp_path, work, size=size)


@pytest.mark.parametrize(
    ("look", "wishes"),
    [
        ("16-colours", {"colours": "standard"}),
        ("no-color", {"colours": None}),
        ("ascii", {"ascii_only": True, "colours": "standard"}),
    ],
    ids=str,
)
def test_simpler_terminals(look: str, wishes: dict[str, Any], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        await seated.until(lambda: seated.app.games)
        await looks_as_kept(seated, f"menu-{look}")
        for game, moves in HALF.items():
            await _at_game(seated, game, moves)
            await looks_as_kept(seated, f"table-{game}-{look}")
            await _home(seated)

    at_a_terminal(tmp_path, work, **wishes)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_people(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        async with programs(seated.served, "Anna") as (anna,):
            table_id = await seated.served.new_table("quoridor", seats={"a": "me", "b": "open"})
            assert (await anna.post(f"/tables/{table_id}/seats/b")).status_code == 200
            table = await seated.go_to(table_id)
            panel, chat = table.screen.query_one(TablePanel), table.screen.query_one(Chat)
            await seated.until(lambda: table.screen.can_move)
            await seated.press("2")
            await table.wait_for_ply(1)
            await anna.move(table_id, "e2")
            await table.wait_for_ply(2)
            await anna.act(table_id, "offer", kind="draw")
            await seated.until(lambda: panel.matter and "draw" in panel.matter.text)
            await seated.until(lambda: table.screen._game and table.screen._game.keys)
            await looks_as_kept(seated, _name("offer", size))
            await anna.post(f"/tables/{table_id}/chat", text="Good luck! That wall of yours is a wonder.")
            await seated.until(lambda: chat.unread == 1)
            await seated.press("ctrl+t")
            await seated.type("Thank you")
            await seated.until(lambda: "Thank you" in chat.text)
            await looks_as_kept(seated, _name("chat", size))
            await _home(seated)
            await anna.open("halatafl", seats={"sheep": "me", "foxes": "open"}, public=True, watchable=True)
            seated.app.go("lobby")
            lobby = await _shown(seated, LobbyScreen)
            await seated.until(lambda: lobby.query_one("#tables", ChoiceList).option_count == 1)
            await looks_as_kept(seated, _name("lobby", size))

    at_a_terminal(tmp_path, work, size=size)


def _told(screen: Any, words: str) -> Callable[[], bool]:
    return lambda: words in "\n".join(str(one.render()) for one in screen.query("Static"))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lists(size: tuple[int, int], tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        for game in ("halatafl", "quoridor"):
            await finished(seated, game, GAMES[game][1])
        await _at_game(seated, "hnefatafl", HALF["hnefatafl"])
        await _home(seated)
        await seated.pilot.pause()
        seated.app.go("games")
        games = await _shown(seated, GamesScreen)
        await seated.until(lambda: games.query_one("#list", ChoiceList).option_count == 3)
        await looks_as_kept(seated, _name("games", size))
        await _home(seated)
        seated.app.go("stats")
        stats = await _shown(seated, StatsScreen)
        await seated.until(lambda: not _told(stats, "Counting")())
        await looks_as_kept(seated, _name("stats", size))
        await _home(seated)
        seated.app.go("daily", game="hivolts", day="2026-03-01")
        daily = await _shown(seated, DailyScreen)
        await seated.until(lambda: daily.query_one("#par").render())
        await looks_as_kept(seated, _name("daily", size))

    at_a_terminal(tmp_path, work, size=size)
