"""Who asks: a browser by the cookie of its session, or a program by an access token, within the scopes of that."""

from typing import Annotated, NamedTuple

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.hall.access import SCOPES
from taflheim.hall.hall import Hall
from taflheim.server.identity import Client, NoIdentity, NotAllowed, TheActor, TheClient, TheHall
from taflheim.server.limits import TheLimiter
from taflheim.table.actor import Actor, Person

_BEARER = "bearer"


class Caller(NamedTuple):
    """Who asks, and what they may do with what they have shown."""

    actor: Actor
    client: Client
    scopes: frozenset[str]
    is_program: bool
    """Whether it was an access token."""


async def caller(
    connection: HTTPConnection, hall: TheHall, actor: TheActor, client: TheClient, limiter: TheLimiter
) -> Caller:
    """Who asks; raises NoIdentity for a token that is none of ours, and TooOften."""
    header = connection.headers.get("authorization")
    if header is None:
        found = Caller(actor, client, frozenset(SCOPES), is_program=False)
    else:
        found = await _program(hall, header, client)
    limiter.request(found.actor, client.address)
    return found


async def _program(hall: Hall, header: str, client: Client) -> Caller:
    scheme, _, token = header.partition(" ")
    access = await hall.access.access(token.strip()) if scheme.lower() == _BEARER else None
    if access is None:
        raise NoIdentity("this access token is not known here, or was revoked: make another on your account's page")
    return Caller(access.person, client, access.scopes, is_program=True)


TheCaller = Annotated[Caller, Depends(caller)]


async def reader(found: TheCaller) -> Caller:
    """Who wants to see something: anybody, but a program only if its token is for reading."""
    return _scoped(found, "read")


TheReader = Annotated[Caller, Depends(reader)]


async def player(found: TheCaller) -> Person:
    """Who wants to do something: somebody with an account; a program only if its token is for playing."""
    _person(found)
    return _person(_scoped(found, "play"))


ThePlayer = Annotated[Person, Depends(player)]


async def reading_person(found: TheReader) -> Person:
    """Who wants to see what is their own."""
    return _person(found)


TheReadingPerson = Annotated[Person, Depends(reading_person)]


async def browser(found: TheCaller) -> Caller:
    """Who comes in or goes: no program with a token."""
    if found.is_program:
        raise NotAllowed("a program with a token neither registers nor logs in or out: send no Authorization")
    return found


TheBrowser = Annotated[Caller, Depends(browser)]


def _scoped(found: Caller, scope: str) -> Caller:
    if scope not in found.scopes:
        raise NotAllowed(f"this token has not the scope {scope}: make another on your account's page")
    return found


def _person(found: Caller) -> Person:
    if not isinstance(found.actor, Person):
        raise NoIdentity("this needs to know who you are: log in, or send Authorization: Bearer TOKEN")
    return found.actor
