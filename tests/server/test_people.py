"""Profiles, leaderboards, balance and what a rated game has changed: what everybody gets to see."""

from dataclasses import replace
from pathlib import Path

from rated_tables import RATED, Played, people, table_of, write
from serving_hall import Served, served_evening
from stores import NOW
from taflheim.hall.clock import now_ms
from taflheim.server.pages.people import against
from taflheim.store import accounts, farewell
from taflheim.store.profiles import Met, Opponent

HTML = {"Accept": "text/html"}


async def _games(served: Served) -> dict[str, str]:
    """Anna and Bo have played, in public and in private; gives their accounts."""
    store = served.hall._store
    known = await people(store, "anna", "bo")
    names = {account: name.title() for name, account in known.items()}
    seats = [known["anna"], known["bo"]]
    await store.write(write, table_of(Played("public-game", seats, NOW + 1), names))
    private = replace(RATED, public=False)
    await store.write(write, table_of(Played("private-game", seats, NOW + 2, rounds=3, terms=private), names))
    return known


def test_others_see_ratings_and_public_games(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await _games(served)
        page = (await served.stranger.get("/people/Anna")).text
        assert "public-game" in page and "private-game" not in page
        assert "1637?" in page and "2 rated games" in page
        assert 'href="/people/Bo"' in page
        # Results count the public game only.
        assert "<dt>Played</dt><dd>1</dd>" in page

    served_evening(tmp_path, work)


def test_names_lead_to_who_has_them_now(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        known = await _games(served)
        hall, owner = served.hall, served.hall.accounts.owner
        answer = await served.stranger.get("/people/aNNa")
        assert answer.status_code == 303 and answer.headers["location"] == "/people/Anna"
        answer = await served.owner.get("/people")
        assert answer.headers["location"] == f"/people/{owner.name}"
        assert "Your profile" in (await served.owner.get(f"/people/{owner.name}")).text
        assert (await served.stranger.get("/people", headers=HTML)).status_code == 403
        for nobody in ("/people/Zoe", "/people/Odin", "/people/%00"):
            assert (await served.stranger.get(nobody)).status_code == 404
        await hall._store.write(farewell.leave, known["anna"], "deleted-1234")
        assert (await served.stranger.get("/people/Anna")).status_code == 404
        page = (await served.stranger.get("/people/Bo")).text
        assert "deleted-1234" in page and "/people/deleted-1234" not in page and "Anna" not in page

    served_evening(tmp_path, work)


def test_a_guest_has_a_profile_without_ratings(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await served.hall._store.write(accounts.add, "guest", "guest-owl-3", "guest-owl-3", now_ms())
        page = (await served.stranger.get("/people/guest-owl-3")).text
        assert "Guest" in page and "has played no public game yet" in page

    served_evening(tmp_path, work)


def test_leaderboards_rank_who_is_certain(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        known = await people(served.hall._store, "anna", "bo")
        names = {account: name.title() for name, account in known.items()}
        for number in range(60):
            seats = [known["anna"], known["bo"]]
            played = Played(f"t{number}", seats, NOW + number, [1 - number % 3 // 2], 2 + number % 4)
            await served.hall._store.write(write, table_of(played, names))
        page = (await served.stranger.get("/leaderboards/quoridor")).text
        assert page.index("/people/Anna") < page.index("/people/Bo")
        assert "Play a rated game" not in page
        nobody = (await served.stranger.get("/leaderboards/quoridor?of=players=3")).text
        assert "Nobody is ranked yet" in nobody and '<a class="main" href="/lobby">Play a rated game</a>' in nobody
        assert "Nobody is ranked yet" in (await served.stranger.get("/leaderboards/halatafl?of=sheep=18/foxes")).text
        everything = (await served.owner.get("/leaderboards")).text
        assert "Hnefatafl · Attackers" in everything and "/people/Anna" in everything
        assert "<title>Leaderboards · Taflheim</title>" in everything
        for wrong in ("/leaderboards/chess", "/leaderboards/hivolts", "/balance/quoridor", "/balance/chess"):
            assert (await served.stranger.get(wrong)).status_code == 404
        assert (await served.stranger.get("/leaderboards/quoridor?of=players=9")).status_code == 200

    served_evening(tmp_path, work)


def test_balance_tells_of_games_here_and_of_the_ladder(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        empty = (await served.stranger.get("/balance/hnefatafl")).text
        assert "closing.js" not in empty, "only the owner's window asks before it is closed"
        assert "No rated game was played here yet" in empty and "Bots against each other" in empty
        known = list((await people(served.hall._store, "anna", "bo")).values())
        await served.hall._store.write(write, table_of(Played("t", known, NOW, game="hnefatafl")))
        page = (await served.stranger.get("/balance/hnefatafl")).text
        assert "1400–1600" in page and "<td>100 %</td>" in page

    served_evening(tmp_path, work)


def test_what_a_game_has_changed(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        await _games(served)
        told = (await served.owner.get("/tables/public-game/ratings")).json()
        assert told == {
            "ratings": [
                {"side": "a", "title": "Anna", "change": "1500? → 1578?", "now": "1578?"},
                {"side": "b", "title": "Bo", "change": "1500? → 1422?", "now": "1422?"},
            ]
        }
        assert (await served.stranger.get("/tables/private-game/ratings")).status_code == 404
        assert "1637?" in (await served.owner.get("/tables/public-game")).text

    served_evening(tmp_path, work)


def test_who_has_several_seats_is_met_once() -> None:
    anna = Opponent("7f", "Anna", None, "registered")
    bot = Opponent(None, "Nils", 1, None)
    (beside, alone) = against([Met("quoridor", "a", "won", 0, 0, (anna, anna, bot))])
    assert (beside.title, beside.tally.played, alone.title, alone.tally.played) == ("Anna", 1, "Nils", 1)


def test_opponents_are_people_by_games_and_then_bots_by_level() -> None:
    anna, bo = Opponent("7f", "Anna", None, "registered"), Opponent("8f", "Bo", None, "registered")
    odin, nils = Opponent(None, "Odin", 10, None), Opponent(None, "Nils", 1, None)
    met = [Met("quoridor", "a", "won", 0, 0, (other,)) for other in (odin, odin, odin, anna, nils, nils, bo, bo)]
    assert [one.title for one in against(met)] == ["Bo", "Anna", "Nils", "Odin"]
