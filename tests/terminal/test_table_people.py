"""People at a table on the terminal: by a link, with clocks, offers, talk, a rematch, and a connection that breaks."""

from pathlib import Path
from typing import Any

from at_a_terminal import AtTable, Seated, at_a_terminal
from programs import Program, programs
from taflheim.client.credentials import Session
from taflheim.client.remote import Remote
from taflheim.terminal.screens.friend_dialog import FriendDialog
from taflheim.terminal.widgets.chat import Chat
from taflheim.terminal.widgets.player_card import PlayerCard
from taflheim.terminal.widgets.segments import Segments
from taflheim.terminal.widgets.table_panel import TablePanel
from way import Way

_RATHER_SHORT = {"clock": "5+3", "watchable": True}


async def _begun(seated: Seated, anna: Program, **asked: object) -> AtTable:
    """A game of Quoridor against Anna, who is Green."""
    table_id = await seated.served.new_table("quoridor", seats={"a": "me", "b": "open"}, **{**_RATHER_SHORT, **asked})
    assert (await anna.post(f"/tables/{table_id}/seats/b")).status_code == 200
    return await seated.go_to(table_id)


def _card(table: AtTable, side: str) -> Any:
    return table.screen.query_one(f"#side-{side}", PlayerCard)


def test_a_friend_comes_by_the_link(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        app = seated.app
        app.screen.query_one("#game-quoridor").focus()
        app.screen.query_one("#start-right").focus()
        await seated.press("enter")
        dialog = await seated.until(lambda: d if isinstance(d := app.screen, FriendDialog) else None)
        dialog.query_one("#clock", Segments).focus()
        await seated.press("right", "right")
        dialog.query_one("#link").focus()
        await seated.press("enter")
        table = await seated.at_table()
        await table.until_noticed("Waiting for somebody")
        assert "Only on this machine this link works" in table.notice and "5+3" in table.notice
        table_id = table.screen.table_id
        assert f"{seated.served.address}/tables/{table_id}" in table.notice
        async with programs(seated.served, "Anna") as (anna,):
            assert (await anna.post(f"/tables/{table_id}/seats/b")).status_code == 200
            await seated.until(lambda: not table.notice and _card(table, "b").card.who == "Anna")
            await seated.press("2")  # a pawn, by its number
            await table.wait_for_ply(1)
            await anna.move(table_id, "e2")
            await table.wait_for_ply(2)
            assert _card(table, "a").clock.startswith(("5:", "4:5")) and _card(table, "a").card.to_move

    at_a_terminal(tmp_path, work)


def test_the_owner_lets_friends_on_the_network_join(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        table = await seated.sit("quoridor", seats={"a": "me", "b": "open"})
        await table.until_noticed("Let friends on this network join")
        await seated.press("down", "enter")
        await table.until_noticed("Whoever is on the same network can open this link:\nhttp://127.0.0.2:")
        await seated.press("down", "enter")  # a bot in place of the friend
        await seated.until(lambda: _card(table, "b").card.who.startswith("Bot"))
        assert not table.notice

    at_a_terminal(tmp_path, work)


def test_offers_are_made_and_answered(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        async with programs(seated.served, "Anna") as (anna,):
            table = await _begun(seated, anna)
            table_id = table.screen.table_id
            await seated.press("2")
            await table.wait_for_ply(1)
            await anna.move(table_id, "e2")
            await table.wait_for_ply(2)
            panel = table.screen.query_one(TablePanel)
            # Their draw is declined by a key, one's own is withdrawn.
            assert (await anna.act(table_id, "offer", kind="draw")).status_code == 200
            await seated.until(lambda: panel.matter and "draw" in panel.matter.text)
            await seated.press("-")
            await seated.until(lambda: panel.matter is None)
            await seated.press("ctrl+z")  # asks for the last move back
            await seated.until(lambda: panel.matter and "withdraw" in panel.matter.choices)
            offer = (await anna.get(f"/tables/{table_id}"))["offers"][0]
            assert offer["kind"] == "takeback"
            await anna.act(table_id, "answer", offer=offer["number"], yes=True)
            await seated.until(lambda: table.ply == 0 and panel.matter is None)
            await seated.press("ctrl+d")
            await seated.until(lambda: panel.matter and "withdraw" in panel.matter.choices)
            await seated.press("-")
            await seated.until(lambda: panel.matter is None)
            # Giving up is asked about first, and who presses Enter plays on.
            await seated.press("2")
            await table.wait_for_ply(1)
            await seated.press("ctrl+r", "enter")
            await seated.until(lambda: seated.app.screen is table.screen)
            assert table.screen.state and not table.screen.state.is_over
            await seated.press("ctrl+r", "right", "enter")
            await table.until_noticed("You lose.")
            assert "Offer a rematch, sides swapped" in table.notice
            await seated.press("y")
            await table.until_noticed("Withdraw")
            rematch = (await anna.get(f"/tables/{table_id}"))["offers"][0]
            await anna.act(table_id, "answer", offer=rematch["number"], yes=True)
            after = await seated.until(lambda: s if (s := seated.app.screen) is not table.screen else None)
            next_table = await seated.at_table()
            assert next_table.screen is after and next_table.screen.state
            assert next_table.screen.state.live["you"]["seats"] == ["b"]

    at_a_terminal(tmp_path, work)


def test_talking(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        async with programs(seated.served, "Anna", "Boris") as (anna, boris):
            table = await _begun(seated, anna)
            table_id, panel = table.screen.table_id, table.screen.query_one(TablePanel)
            chat = table.screen.query_one(Chat)
            await anna.post(f"/tables/{table_id}/chat", text="Good luck!")
            await seated.until(lambda: chat.unread == 1)
            await seated.press("ctrl+t")
            assert panel.shows == "chat" and "Anna: Good luck!" in chat.text and chat.unread == 0
            # Letters of the game are only letters here.
            await seated.type("2 have fun")
            await seated.until(lambda: "2 have fun" in chat.text)
            assert [line["text"] for line in (await anna.get(f"/tables/{table_id}/chat"))["lines"]] == [
                "Good luck!",
                "2 have fun",
            ]
            await boris.post(f"/tables/{table_id}/chat", text="Who wins?")
            await seated.press("escape")
            assert panel.shows == "moves" and "Who wins?" not in chat.text
            await seated.press("2")
            await table.wait_for_ply(1)

    at_a_terminal(tmp_path, work)


def test_looking_on(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        async with programs(seated.served, "Anna", "Boris") as (anna, boris):
            table_id = await anna.open("quoridor", seats={"a": "me", "b": "open"}, public=True, **_RATHER_SHORT)
            await boris.post(f"/tables/{table_id}/seats/b")
            table = await seated.go_to(table_id)
            await anna.move(table_id, "e8")
            await table.wait_for_ply(1)
            assert _card(table, "a").card.who == "Anna" and _card(table, "b").card.doing in ("to move", "away")
            await seated.press("2", "h", "e", "enter")  # nobody's pawn moves for this
            assert table.ply == 1 and not table.screen.can_move
            await seated.press("[")
            assert table.screen.state and table.screen.state.ply == 0
            await boris.move(table_id, "e2")
            await seated.until(lambda: table.ply == 2)
            assert table.screen.state.ply == 0  # one looks at what one looks at
            await seated.press("}")
            assert not table.screen.state.is_past
            await boris.act(table_id, "resign")
            await table.until_noticed("White wins!")
            assert "rematch" not in table.notice.lower()

    at_a_terminal(tmp_path, work)


def test_a_lost_connection_misses_nothing(tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        served = seated.served
        way = Way(served.address)
        async with programs(served, "Anna") as (anna,):
            table_id = await served.new_table("quoridor", seats={"a": "me", "b": "open"}, clock="10+5")
            await anna.post(f"/tables/{table_id}/seats/b")
            remote = Remote(await way.open(), Session(served.cookie()))
            table = await seated.go_to(table_id, remote=remote)
            await seated.press("2")
            await table.wait_for_ply(1)
            await way.close()
            await seated.until(lambda: "The connection is gone" in table.head)
            await anna.move(table_id, "e2")
            await way.open()
            await table.wait_for_ply(2)
            await seated.until(lambda: "connection" not in table.head)
            await seated.press("2")
            await table.wait_for_ply(3)
        await way.close()

    at_a_terminal(tmp_path, work)


def test_a_guest_comes_by_a_link_from_elsewhere(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(tmp_path / "logins.json"))

    async def work(seated: Seated) -> None:
        async with programs(seated.served, "Anna") as (anna,):
            table_id = await anna.open("quoridor", seats={"a": "me", "b": "open"}, watchable=True)
            table = await seated.go_to(table_id, remote=Remote(seated.served.address))
            await table.until_noticed("Sit down as Green (b)")
            await seated.press("enter")
            await seated.until(lambda: seated.app.screen is not table.screen)
            table = await seated.at_table()
            await seated.until(lambda: table.screen.state and table.screen.state.live["you"]["seats"] == ["b"])
            await anna.move(table_id, "e8")
            await seated.until(lambda: table.screen.can_move)
            await seated.type("e2")
            await table.wait_for_ply(2)

    at_a_terminal(tmp_path, work)
