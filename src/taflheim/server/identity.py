"""Who a request comes from: its session cookie, and nothing else, turned into an actor.

Who has no session is a spectator, whatever address the request comes from. The cookie's name carries the hall's id:
browsers send cookies to all ports of a machine, so two halls must not take each other's.
"""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from taflheim.games.errors import TaflheimError
from taflheim.hall.hall import Hall
from taflheim.hall.tables import NoSuchTable
from taflheim.table.actor import Actor, Person
from taflheim.table.table import Table

_SECONDS_TO_KEEP = 90 * 24 * 3600
"""As long as a session that is not used lives."""


class NotAllowed(TaflheimError):
    """This is for somebody with a session only."""


def the_hall(connection: HTTPConnection) -> Hall:
    """The hall that is served."""
    hall: Hall = connection.app.state.hall
    return hall


TheHall = Annotated[Hall, Depends(the_hall)]


async def actor(connection: HTTPConnection, hall: TheHall) -> Actor:
    """Who acts."""
    return await hall.accounts.actor(connection.cookies.get(_cookie(hall)))


TheActor = Annotated[Actor, Depends(actor)]


async def person(found: TheActor) -> Person:
    """The person who acts; raises NotAllowed if it is none."""
    if not isinstance(found, Person):
        raise NotAllowed("this is for the hall's owner: open Taflheim again, or use the address it printed")
    return found


ThePerson = Annotated[Person, Depends(person)]


async def visible_table(hall: Hall, table_id: str, actor: Actor) -> Table:
    """A table that an actor may look at. For anybody else it is as if it were not there."""
    table = await hall.tables.get(table_id)
    if table.may_see(actor) or actor == Person(hall.accounts.owner.id):
        return table
    raise NoSuchTable("there is no such table here: go back to the menu and open another")


def begin_session(response: Response, hall: Hall, session: str) -> None:
    """Let a browser keep the token of its session."""
    response.set_cookie(_cookie(hall), session, max_age=_SECONDS_TO_KEEP, httponly=True, samesite="lax", path="/")


def _cookie(hall: Hall) -> str:
    return f"taflheim-{hall.id}"
