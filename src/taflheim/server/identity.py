"""Who a request comes from: its session cookie, and nothing else, turned into an actor.

Who has no session is a spectator, whatever address the request comes from. The cookie's name carries the hall's id:
browsers send cookies to all ports of a machine, so two halls must not take each other's. A program that sends an access
token (api/caller.py) never acts by a cookie.
"""

from typing import Annotated, NamedTuple

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from taflheim.games.errors import TaflheimError
from taflheim.hall.hall import Hall
from taflheim.hall.hosts import is_host
from taflheim.hall.tables import NoSuchTable
from taflheim.table.actor import Actor, Person
from taflheim.table.table import Table

_SECONDS_TO_KEEP = 90 * 24 * 3600
"""As long as a session that is not used lives."""


class NotAllowed(TaflheimError):
    """This needs a session."""


class NotComeIn(NotAllowed):
    """Whoever asks has no session: logging in would help."""


class NoIdentity(TaflheimError):
    """This needs to know who asks."""


async def the_hall(connection: HTTPConnection) -> Hall:
    """The hall that is served."""
    # Not that this waits for anything: what is no coroutine, FastAPI does in a thread.
    hall: Hall = connection.app.state.hall
    return hall


TheHall = Annotated[Hall, Depends(the_hall)]


async def actor(connection: HTTPConnection, hall: TheHall) -> Actor:
    """Who acts."""
    return await hall.accounts.actor(_session(connection, hall))


TheActor = Annotated[Actor, Depends(actor)]


async def person(found: TheActor) -> Person:
    """The person who acts; raises NotComeIn if it is none."""
    if not isinstance(found, Person):
        raise NotComeIn(
            "this is for people who have come in: log in, open Taflheim again, or use the address it printed"
        )
    return found


ThePerson = Annotated[Person, Depends(person)]


class Client(NamedTuple):
    """What sends a request: a browser or a program."""

    session: str | None
    """The token of its session."""
    address: str
    """Where it is. Only limits depend on it: no right ever does."""
    browser: str
    """What it calls itself, so that people can tell their sessions apart."""


async def client(connection: HTTPConnection, hall: TheHall) -> Client:
    """What sends this request."""
    return Client(
        _session(connection, hall),
        connection.client.host if connection.client else "",
        connection.headers.get("user-agent", ""),
    )


TheClient = Annotated[Client, Depends(client)]


async def visible_table(hall: Hall, table_id: str, actor: Actor) -> Table:
    """A table that this actor may see, as hosts may; NoSuchTable for all others, as if it did not exist."""
    table = await hall.tables.get(table_id)
    if table.may_see(actor):
        return table
    # Not even a host sees somebody's try of the day before their own is made.
    if await (hall.daily.may_look(table, actor) if table.terms.counted else is_host(hall.accounts, actor)):
        return table
    raise NoSuchTable("there is no such table here: go back to the menu and open another")


def begin_session(response: Response, hall: Hall, session: str) -> None:
    """Let a browser keep the token of its session."""
    response.set_cookie(
        cookie_name(hall),
        session,
        max_age=_SECONDS_TO_KEEP,
        httponly=True,
        samesite="lax",
        path="/",
        secure=hall.settings.https,
    )


def forget_session(response: Response, hall: Hall) -> None:
    """Let a browser forget its session."""
    response.delete_cookie(cookie_name(hall), httponly=True, samesite="lax", path="/", secure=hall.settings.https)


def _session(connection: HTTPConnection, hall: Hall) -> str | None:
    return None if "authorization" in connection.headers else connection.cookies.get(cookie_name(hall))


def cookie_name(hall: Hall) -> str:
    """What the cookie of a session is called."""
    # With this prefix browsers take the cookie from nobody else: no neighbouring host and no page without HTTPS.
    return f"{'__Host-' if hall.settings.https else ''}taflheim-{hall.id}"
