"""Coming in: accounts, sessions, guests, and who one is."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.responses import Response

from taflheim.hall.hall import Hall
from taflheim.server.api.caller import TheBrowser, TheReadingPerson
from taflheim.server.api.models import TEXT, Answer, Body, refusals
from taflheim.server.caller import Caller
from taflheim.server.guests import arrive
from taflheim.server.identity import TheHall, begin_session, forget_session
from taflheim.store.accounts import Account
from taflheim.store.errors import Conflict
from taflheim.table.actor import Person

router = APIRouter(tags=["accounts"])


class Credentials(Body):
    """A name and a password."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Sigrid", "password": "correct horse battery"}]})

    name: Annotated[str, Field(min_length=1, max_length=100, pattern=TEXT)]
    password: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"^[^\x00]*$")]


class Nothing(Body):
    """An empty object: there is nothing to say."""


class Me(Answer):
    """Who one is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Sigrid", "kind": "registered", "host": False}]})

    name: str
    kind: Literal["owner", "registered", "guest", "bot"] = Field(description="A bot is a program that plays.")
    host: bool = Field(description="Whether one may do what hosts may: hide chat, close tables.")


@router.post("/accounts", status_code=HTTPStatus.CREATED, responses=refusals(403, 409))
async def register(sent: Credentials, response: Response, hall: TheHall, caller: TheBrowser) -> Me:
    """Make an account and log in: the cookie is the session. A guest keeps the account, and all that was played."""
    guest = caller.actor if isinstance(caller.actor, Person) else None
    if guest and (await hall.accounts.get(guest)).kind != "guest":
        guest = None
    account = await hall.logins.register(sent.name, sent.password, caller.client.address, guest)
    return await _come_in(hall, account, caller, response)


@router.post("/session", responses=refusals(403))
async def log_in(sent: Credentials, response: Response, hall: TheHall, caller: TheBrowser) -> Me:
    """Log in: the cookie is the session. One that was there before ends."""
    account = await hall.logins.log_in(sent.name, sent.password, caller.client.address)
    return await _come_in(hall, account, caller, response)


@router.delete("/session", status_code=HTTPStatus.NO_CONTENT, responses=refusals(403))
async def log_out(hall: TheHall, caller: TheBrowser) -> Response:
    """Log out. Everything that was opened with this session closes."""
    if caller.client.session:
        await hall.accounts.end(caller.client.session)
    response = Response(status_code=HTTPStatus.NO_CONTENT)
    forget_session(response, hall)
    return response


@router.post("/guests", status_code=HTTPStatus.CREATED, responses=refusals(403, 409))
async def come_as_a_guest(response: Response, hall: TheHall, caller: TheBrowser, sent: Nothing | None = None) -> Me:
    """Come in as a guest, with a name of the hall's choice: the cookie is the session."""
    if isinstance(caller.actor, Person):
        name = (await hall.accounts.get(caller.actor)).name
        raise Conflict(f"you are {name} already: log out first")
    arrival = await arrive(hall, caller.actor, caller.client)
    arrival.greet(response, hall)
    return told(await hall.accounts.get(arrival.person), hall)


@router.get("/me", responses=refusals(403))
async def who_am_i(hall: TheHall, person: TheReadingPerson) -> Me:
    """Who one is."""
    return told(await hall.accounts.get(person), hall)


async def _come_in(hall: Hall, account: Account, caller: Caller, response: Response) -> Me:
    if caller.client.session:
        await hall.accounts.end(caller.client.session)
    begin_session(response, hall, await hall.accounts.begin_session(account.id, caller.client.browser))
    return told(account, hall)


def told(account: Account, hall: Hall) -> Me:
    """What an account's own person is told of it."""
    assert account.kind != "deleted"
    return Me(name=account.name, kind=account.kind, host=account.host or account.id == hall.accounts.owner.id)
