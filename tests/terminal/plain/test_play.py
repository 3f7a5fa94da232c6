"""Playing line by line, in a hall that is served: alone, against bots, with people, and through what can go wrong."""

import asyncio
from pathlib import Path

import pytest

import taflheim
from line_player import line_player
from programs import programs
from serving_hall import Served, served_evening
from taflheim.client.credentials import Bearer, Session
from taflheim.client.remote import Refusal, Remote
from taflheim.games.errors import TaflheimError
from taflheim.table.actor import Person
from taflheim.terminal.wish import Wish
from way import Way

pytestmark = pytest.mark.slow


def owner(served: Served, way: str = "") -> Remote:
    return Remote(way or served.address, Session(served.cookie()))


async def person(served: Served, name: str) -> Remote:
    account = await served.hall.logins.register(name, "correct horse", "test")
    return Remote(served.address, Bearer(await served.hall.access.add(Person(account.id), "test", ("read", "play"))))


def test_a_script_that_ends_shows_the_answer_of_the_bot_first(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with line_player(owner(served), Wish("quoridor", level="1"), "e8", person=False) as script:
            script.end()
            await script.left()
            assert "White (a)> e8\nWhite goes to e8.\nGreen " in script.said
            assert script.said.endswith(
                "White (a)> \nThe game is kept, with 2 moves made: taflheim play --continue\nGoodbye.\n"
            )
        async with line_player(owner(served), Wish(goes_on=True), "undo", "quit", person=False) as again:
            await again.left()
            assert "2 moves were taken back." in again.said
            # Nothing was played, and nothing is said of it.
            assert again.said.endswith("White (a)> quit\nGoodbye.\n")
        with pytest.raises(TaflheimError, match="no game to go on with"):
            async with line_player(owner(served), Wish("toy", goes_on=True)) as nothing:
                await nothing.left()

    served_evening(tmp_path, work)


def test_two_people_play_draw_take_back_talk_and_play_again(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        anna, boris = await person(served, "Anna"), await person(served, "Boris")
        async with line_player(anna, Wish("quoridor", company="link")) as one:
            await one.reads("White (a): you. Green (b): nobody yet.", "Whoever has this link can sit down: http")
            (table,) = (await anna.get("tables", mine="true"))["tables"]
            async with line_player(boris, Wish(table=table["id"])) as other:
                await other.reads("There is a free seat: type 'sit b' to play.")
                other.type("sit")
                await one.reads("Boris plays Green (b).", "The game begins.", "White (a)> ")
                await other.reads("Anna is to move.")
                other.type("e2")
                await other.reads("It is not your turn.")
                other.type("say hello there")
                await one.reads("Boris: hello there")
                one.type("e8")
                await other.reads("White goes to e8.", "Green (b)> ")
                await one.reads("White goes to e8.", "Boris is to move.")
                one.type("undo")
                await other.reads("Type 'accept' or 'decline'.")
                other.type("decline")
                await one.reads("The offer of a takeback was not accepted.")
                one.type("draw", "help")
                await one.reads("withdraw", "take your offer back")
                await other.reads("Type 'accept' or 'decline'.")
                other.type("accept")
                await one.reads("A draw! Everybody has agreed to it.", "Play again? (Y/N) ")
                await other.reads("A draw!", "Play again? (Y/N) ")
                one.type("y")
                await other.reads("rematch", "Play again? (Y/N) ")
                other.type("y")
                await one.reads("White (a): Boris. Green (b): you.", "Boris is to move.")
                await other.reads("White (a): you. Green (b): Anna.", "White (a)> ")
                other.type("resign")
                await one.reads("Green wins! White has resigned.", "Play again? (Y/N) ")
                one.type("n")
                await one.left()
                assert one.said.endswith("Goodbye.\n")

    served_evening(tmp_path, work)


def test_a_script_that_waits_for_a_person_ends_with_its_input(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        anna, boris = await person(served, "Anna"), await person(served, "Boris")
        table = (await anna.post("tables", game="quoridor", seats={"a": "me", "b": "open"}))["id"]
        await boris.post("tables", table, "seats", "b")
        async with line_player(anna, Wish(table=table), "e8", "e7", person=False) as script:
            await script.reads("Boris is to move.")
            # What is typed ahead waits for one's turn.
            await boris.post("tables", table, "actions", type="move", text="e2", position_number=2, request="r1")
            await script.reads("Green goes to e2.", "White (a)> e7", "Boris is to move.")
            script.end()
            await script.left()
            assert script.said.endswith(
                "Boris is to move.\nThe game is kept, with 3 moves made: taflheim play --continue\nGoodbye.\n"
            )

    served_evening(tmp_path, work)


def test_a_lost_connection_is_said_and_waited_for(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        way = Way(served.address)
        async with line_player(owner(served, await way.open()), Wish("quoridor", company="friend")) as player:
            await player.reads("White (a)> ")
            await way.close()
            await player.reads("The connection is lost (", "): trying again.", "White (a)> ")
            player.type("e8")
            await way.open()
            await player.reads("Connected again.", "White goes to e8.", "Green (b)> ")
            assert player.said.count("The connection is lost") == 1

    served_evening(tmp_path, work)


def test_who_looks_on_sees_every_position(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        table = await served.new_table("quoridor", watchable=True)
        async with line_player(Remote(served.address), Wish(table=table)) as spectator:
            await spectator.reads("You look on.", "0 moves made.")
            owns = owner(served)
            await owns.post("tables", table, "actions", type="move", text="e8", position_number=0, request="r1")
            await spectator.reads("White goes to e8.", "1 move made.")
            spectator.type("moves", "e2")
            await spectator.reads("It is not your turn.", "It is not your turn.")
            await owns.post("tables", table, "actions", type="resign", request="r2")
            await spectator.reads("White wins! Green has resigned.", "Type 'quit' to leave. ")
            spectator.type("quit")
            await spectator.left()
            assert spectator.said.endswith("Goodbye.\n") and "The game is kept" not in spectator.said

    served_evening(tmp_path, work)


def test_bots_take_the_seats_that_nobody_takes(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        wish = Wish("quoridor", {"players": "3"}, company="link", side="b", seed="s")
        async with line_player(owner(served), wish) as player:
            await player.reads("The game begins when every seat is taken.")
            player.type("fill 99", "fill 1")
            await player.reads(
                "No level '99'", "The game begins.", "White (a): Nils, a bot. Green (b): you.", "Green (b)> "
            )
            player.type("abort")
            await player.reads("The game was aborted: it has no result.")

    served_evening(tmp_path, work)


def test_what_a_stranger_writes_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with line_player(owner(served), Wish("toy", company="friend")) as player:
            player.console.tell("red: \x1b[31m and ♔")
            await player.reads("red: \N{REPLACEMENT CHARACTER}[31m and ♔")

    served_evening(tmp_path, work)


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        with pytest.raises(Refusal, match="no such table"):
            async with line_player(owner(served), Wish(table="nowhere")) as player:
                await player.left()
        async with line_player(owner(served), Wish("toy", company="friend")) as player:
            await player.reads("Crosses> ")
            (table,) = (await owner(served).get("tables", state="playing", mine="true"))["tables"]
            await served.hall.games.remove(Person(served.hall.accounts.owner.id), table["id"])
            player.type("a1", "quit")
            await player.reads("There is no such table", "Goodbye.")

    served_evening(tmp_path, work)


def test_guests_are_kept_for_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(tmp_path / "logins.json"))

    async def work(served: Served) -> None:
        from taflheim.client.credentials import credential_for

        async with line_player(Remote(served.address), Wish("quoridor", level="1")) as guest:
            await guest.reads("White (a)> ")
            guest.type("e8", "quit")
            await guest.left()
        again = Remote(served.address, credential_for(served.address))
        async with line_player(again, Wish(goes_on=True)) as guest:
            await guest.reads("2 moves made.", "White (a)> ")

    served_evening(tmp_path / "home", work)


def test_a_saved_game_is_gone_on_with_whole(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        record = taflheim.game("halatafl").record().play("d4-d5").play("e7-d6").play("c4-c5")
        file = tmp_path / "friday.txt"
        file.write_text(str(record), "utf-8")
        async with line_player(owner(served), Wish(record=str(record), company="friend")) as player:
            await player.reads("A sheep goes from c4 to c5.", "Foxes> ")
            player.type("undo", "undo", "undo", "undo")
            await player.reads("0 moves made.", "There is no move that you could take back.")
            player.type(f"load {file}")
            await player.reads("Everybody plays at this screen.", "3 moves made.", "Foxes> ")
            file.write_text('[Game "chess"]\n', "utf-8")
            player.type(f"load {file}", "save", "load")
            await player.reads("No game 'chess'", "Save needs the name", "Load needs the name", "Foxes> ")
            player.type("d6xd4", f"save {tmp_path}/after.txt")
            await player.reads("captures the sheep on d5", "Saved to")
        saved = taflheim.Record.parse((tmp_path / "after.txt").read_text("utf-8"))
        assert saved.entries == (*record.entries, "d6xd4")

    served_evening(tmp_path / "home", work)


def test_an_interrupt_says_that_the_game_is_kept(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        async with line_player(owner(served), Wish("toy", company="friend")) as player:
            await player.reads("Crosses> ")
            player.type("a1")
            await player.reads("Noughts> ")
            assert player.playing
            player.playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await player.playing
            assert player.said.endswith("The game is kept, with 1 move made: taflheim play --continue\n")

    served_evening(tmp_path, work)


def test_programs_stay_usable(tmp_path: Path) -> None:
    """A token that may only read looks on, and hears why it may not more."""

    async def work(served: Served) -> None:
        async with programs(served, "Rosa") as (rosa,):
            table = await rosa.open("quoridor", seats={"a": "me", "b": 1}, watchable=True)
            account = (
                await served.hall.accounts.get(
                    Person((await served.hall.logins.register("Mona", "correct horse", "t")).id)
                )
            ).id
            token = await served.hall.access.add(Person(account), "test", ("read",))
            async with line_player(Remote(served.address, Bearer(token)), Wish(table=table)) as reader:
                await reader.reads("You look on.")
                reader.type("say hi")
                await reader.reads("has not the scope play")

    served_evening(tmp_path, work)
