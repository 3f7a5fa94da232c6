"""Who asks, as routes of the interface depend on it: anybody, who may read, who may play, a browser."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from taflheim.server.caller import Caller, find_caller
from taflheim.server.identity import NoIdentity, NotAllowed, TheActor, TheClient, TheHall
from taflheim.server.limits import TheLimiter
from taflheim.table.actor import Person


async def caller(
    connection: HTTPConnection, hall: TheHall, actor: TheActor, client: TheClient, limiter: TheLimiter
) -> Caller:
    """Who asks; raises NoIdentity for a token that is none of ours, and TooOften."""
    found = await find_caller(connection, hall, actor, client)
    limiter.request(found.actor, client.address)
    return found


TheCaller = Annotated[Caller, Depends(caller)]


async def reader(found: TheCaller) -> Caller:
    """Who wants to see something: anybody, but a program only if its token is for reading."""
    found.check("read")
    return found


TheReader = Annotated[Caller, Depends(reader)]


async def player(found: TheCaller) -> Person:
    """Who wants to do something: somebody with an account; a program only if its token is for playing."""
    person = _person(found)
    found.check("play")
    return person


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


def _person(found: Caller) -> Person:
    if not isinstance(found.actor, Person):
        raise NoIdentity("this needs to know who you are: log in, or send Authorization: Bearer TOKEN")
    return found.actor
