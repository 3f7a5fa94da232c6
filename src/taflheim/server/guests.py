"""Guests: who has no account gets one with the first thing they do, not with the first page they see."""

from typing import NamedTuple

from starlette.responses import Response

from taflheim.hall.hall import Hall
from taflheim.server.identity import Client, begin_session
from taflheim.table.actor import Actor, Person
from taflheim.table.seat import Seat

WELCOME = "welcome"
"""In the address of a page: a new guest is told what they are called."""


class Arrival(NamedTuple):
    """Somebody who does something here."""

    person: Person
    seat: Seat
    """As whom they sit down."""
    session: str | None = None
    """Of somebody who is a guest since a moment ago, the token of their session."""

    def way_to(self, table_id: str) -> str:
        """The address of a table; who has just become a guest is told so there."""
        return f"/tables/{table_id}{f'?{WELCOME}' if self.session else ''}"

    def greet(self, response: Response, hall: Hall) -> Response:
        """Let the browser of a new guest keep the session."""
        if self.session is not None:
            begin_session(response, hall, self.session)
        return response


async def arrive(hall: Hall, actor: Actor, client: Client) -> Arrival:
    """Who acts, with an account in any case: a spectator becomes a guest. Raises TooOften."""
    session = None
    if not isinstance(actor, Person):
        await hall.guests.take(address=client.address, all="")
        session = await hall.accounts.add_guest(client.browser)
        actor = await hall.accounts.actor(session)
        assert isinstance(actor, Person)
    return Arrival(actor, Seat.person(actor.account, (await hall.accounts.get(actor)).name), session)


async def guest_name(hall: Hall, actor: Actor) -> str:
    """What a guest is called; nothing for anybody else."""
    account = await hall.accounts.get(actor) if isinstance(actor, Person) else None
    return account.name if account and account.kind == "guest" else ""


async def kind_of(hall: Hall, actor: Actor) -> str:
    """The kind of somebody's account; who has none is about to be a guest."""
    return (await hall.accounts.get(actor)).kind if isinstance(actor, Person) else "guest"
