"""The cards of a table: names lead to profiles where there are some, and programs can be told from people."""

from pathlib import Path

import httpx

import taflheim
from chatting import guest
from evenings import me
from serving_hall import Served, served_evening
from taflheim.table.seat import Seat

HTML = {"Accept": "text/html"}


async def cards(client: httpx.AsyncClient, table: str) -> str:
    """The page of a table up to its dialogs."""
    answer = await client.get(f"/tables/{table}", headers=HTML)
    assert answer.status_code == 200
    return answer.text.partition("<dialog")[0]


def test_names_lead_to_profiles(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall, owner = served.hall, served.hall.accounts.owner
        sigrid = await hall.logins.register("Sigrid", "correct horse", "test")
        await hall.programs.add(me(hall), "Loki")
        bot = await hall.accounts.named("Loki-bot")
        visiting = await guest(hall)
        seats = {
            "a": Seat.person(owner.id, owner.name),
            "b": Seat.person(sigrid.id, "Sigrid"),
            "c": Seat.person(bot.id, "Loki-bot"),
            "d": Seat.person(visiting.account, "guest-otter-17"),
        }
        table = await hall.tables.open(taflheim.game("quoridor", players=4).start(), seats)
        page = await cards(served.owner, table.id)
        assert '<a class="who" href="/people/Sigrid" target="_blank" title="Sigrid: profile' in page
        assert '<a class="who" href="/people/Loki-bot" target="_blank" title="Loki-bot, a program: profile' in page
        assert '<span class="who" title="guest-otter-17">' in page and '<span class="who" title="You">' in page
        for way in ("/people/Sigrid", "/people/Loki-bot"):
            assert (await served.stranger.get(way, headers=HTML)).status_code == 200

    served_evening(tmp_path, work)


def test_a_name_that_belongs_to_the_table_leads_nowhere(tmp_path: Path) -> None:
    async def work(served: Served) -> None:
        hall = served.hall
        sigrid = await hall.logins.register("Sigrid", "correct horse", "test")
        seats = {"a": Seat.person(me(hall).account, "Anna"), "b": Seat.person(sigrid.id, "Little brother")}
        table = await hall.tables.open(taflheim.game("quoridor").start(), seats)
        page = await cards(served.owner, table.id)
        assert '<span class="who" title="Little brother">' in page and 'href="/people/' not in page

    served_evening(tmp_path, work)
