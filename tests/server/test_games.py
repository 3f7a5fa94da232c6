"""My games, the stats and the menu over HTTP: who sees what, what is deleted and put back, and odd addresses."""

from pathlib import Path

import taflheim
from evenings import me, play, table_with
from serving_hall import Served, served_evening
from taflheim.store import accounts
from taflheim.table.event import Resign
from taflheim.table.seat import Seat

HTML = {"Accept": "text/html"}
QUORIDOR = taflheim.game("quoridor")


def test_without_games_pages_say_what_to_do(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        games = (await served.owner.get("/games", headers=HTML)).text
        assert "Nothing is played yet" in games and "Play a first game" in games and "<select" not in games
        assert "No game has ended yet" in (await served.owner.get("/stats", headers=HTML)).text
        for address in ("/games", "/stats"):
            assert (await served.stranger.get(address, headers=HTML)).status_code == 403
        for address in ("/account/name", "/tables/x/delete", "/tables/x/put-back"):
            assert (await served.stranger.post(address, headers=HTML)).status_code == 403
        assert (await served.owner.post("/tables/nowhere/delete", headers=HTML)).status_code == 404

    served_evening(tmp_path, work)


def test_stats_of_games_at_one_screen_speak_of_other_figures_only_if_there_are_some(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall

        async def lose(*own: str) -> str:
            table = await play(hall, await table_with(hall, QUORIDOR, *own), "e8")
            await hall.tables.act(table.id, me(hall), Resign())
            return (await served.owner.get("/stats", headers=HTML)).text

        alone = await lose("a", "b")
        assert "With friends at this screen" in alone and "above" not in alone and "<dl" not in alone
        assert "Play a bot or somebody else" in alone
        both = await lose("a")
        assert "the numbers above are without these games" in both and "<dl" in both and "Play a bot" not in both

    served_evening(tmp_path, work)


def test_a_game_with_another_person_is_hidden_and_put_back(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall

        bo = await hall._store.write(accounts.add, "registered", "Bo", "bo", 2**60)
        own = {"a": Seat.person(hall.accounts.owner.id, "Anna"), "b": Seat.person(bo.id, "Bo")}
        table = await play(hall, await hall.tables.open(QUORIDOR.start(), own), "e8")
        await hall.tables.act(table.id, me(hall), Resign())
        games = (await served.owner.get("/games")).text
        assert "against Bo" in games and 'data-ask="hide"' in games and "You lost" in games
        answer = await served.owner.post(f"/tables/{table.id}/delete", data={"result": "lost", "page": "1"})
        assert answer.headers["location"] == f"/games?result=lost&done=hidden&table={table.id}"
        after = (await served.owner.get(answer.headers["location"])).text
        assert "The others keep it" in after and f"/tables/{table.id}/put-back" in after
        assert "against Bo" not in after
        assert (await hall.tables.get(table.id)).result is not None
        answer = await served.owner.post(f"/tables/{table.id}/put-back")
        assert "against Bo" in (await served.owner.get(answer.headers["location"])).text

    served_evening(tmp_path, work)


def test_whatever_stands_in_the_address_is_answered(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await play(served.hall, await table_with(served.hall, QUORIDOR, "a", "b"), "e8")
        for address in (
            "/games?game=chess",
            "/games?result=x&opponent=y&page=-3",
            "/games?page=99999999999999999999999",
            "/games?page=%C2%B2",
            "/games?done=x&table=%22%3E%3Cscript%3E",
        ):
            answer = await served.owner.get(address, headers=HTML)
            assert answer.status_code == 200 and "Quoridor" in answer.text and "><script>" not in answer.text, address
        nobody = await served.owner.get("/games?opponent=with.%27%3B--", headers=HTML)
        assert nobody.status_code == 200 and "No game of yours is like that" in nobody.text
        beyond = await served.owner.get("/games?page=7", headers=HTML)
        assert (beyond.status_code, beyond.headers["location"]) == (303, "/games")
        for name in ("", "x" * 5000, "\x00", "%FF"):
            refused = await served.owner.post("/account/name", data={"name": name}, headers=HTML)
            assert refused.status_code == 400 and 'role="alert"' in refused.text

    served_evening(tmp_path, work)


def test_a_bot_beaten_twice_suggests_the_next(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        for times, text in ((1, ""), (2, "You have beaten Torben twice in a row."), (3, "You have beaten Torben")):
            start = QUORIDOR.position("e2,e5 0,0 - - a")
            seats = {"a": Seat.person(hall.accounts.owner.id, "Anna"), "b": Seat.bot(3, "Torben")}
            table = await play(hall, await hall.tables.open(start, seats), "e1")
            assert table.result and table.result.winner == "a"
            menu = (await served.owner.get("/")).text
            assert ("You have beaten" in menu) == ("Play Astrid" in menu) == (times > 1) and text in menu

    served_evening(tmp_path, work)
