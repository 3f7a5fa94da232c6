"""The lobby: tables that wait for somebody, games to watch, who is here, and quick pairing."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from taflheim.games.registry import game
from taflheim.hall.hall import Hall
from taflheim.hall.pairing import Wanted
from taflheim.server.api.caller import ThePlayer, TheReader
from taflheim.server.api.models import Answer, Body, Clock, Option, Word, refusals, streamed
from taflheim.server.api.tables import link_to
from taflheim.server.event_stream import event_stream
from taflheim.server.identity import TheHall
from taflheim.server.lobby_lists import Line, Lists, lobby_lists, lobby_news
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Actor
from taflheim.table.time_control import TimeControl

router = APIRouter(tags=["lobby"])


class LobbyLine(Answer):
    """A table in the lobby."""

    id: str
    link: str
    game: str
    options: dict[str, int | str]
    title: str = Field(description="The game, with options that are not as usual.")
    names: list[str] = Field(description="Who sits there, in the order of their turns.")
    people: str = Field(description="The same in words.")
    clock: str = Field(examples=["5+3"])
    rated: bool
    terms: str = Field(description="Clock and kind in words.", examples=["5 minutes + 3 seconds · casual"])
    seats: int
    free: int = Field(description="How many seats.")
    watching: int = Field(description="How many people.")
    note: str = Field(description="What is worth saying of the last two, in words.")


class LobbyView(Answer):
    """What there is to see in the lobby."""

    tables: list[LobbyLine] = Field(description="Those that wait for somebody, the newest first.")
    games: list[LobbyLine] = Field(description="Those that can be watched, the most watched first.")
    people: list[str] = Field(description="Who is here; not who plays at private tables only.")
    seeking: str | None = Field(description="What one waits to be paired for, in words.")


class Paired(Answer):
    """One was paired: the last thing that is told."""

    go: str = Field(description="The id of the table.")


class NewSeek(Body):
    """What somebody wants to be paired for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "quoridor", "clock": "5+3", "rated": True}]})

    game: Word
    options: dict[Word, Option] = Field({}, max_length=20)
    clock: Clock = "none"
    rated: bool = False


class Seeking(Answer):
    """What somebody waits for."""

    seeking: str | None = Field(description="In words; none if one was paired at once: the stream tells the table.")


@router.get("/lobby", responses=refusals(403))
async def lobby(request: Request, hall: TheHall, caller: TheReader) -> LobbyView:
    """What there is to see in the lobby now."""
    return _told(hall, request, await lobby_lists(hall, caller.actor))


@router.get("/lobby/live", response_class=StreamingResponse, responses={**streamed(LobbyView, Paired), **refusals(403)})
async def live(request: Request, hall: TheHall, caller: TheReader) -> StreamingResponse:
    """The same, now and whenever it changes. Who listens is in the lobby; who waits to be paired has to listen."""
    return event_stream(request, caller, _news(hall, request, caller.actor))


async def _news(hall: Hall, request: Request, actor: Actor) -> AsyncGenerator[dict[str, Any]]:
    async with aclosing(lobby_news(hall, actor)) as all_news:
        async for news in all_news:
            told = Paired(go=news) if isinstance(news, str) else _told(hall, request, news)
            yield told.model_dump()


@router.post("/lobby/seek", responses=refusals(403, 409))
async def seek(sent: NewSeek, hall: TheHall, person: ThePlayer, rules: TheRules) -> Seeking:
    """Wait to be paired with somebody about as strong; a wish from before is forgotten.

    Who does not listen to `/lobby/live` within ten seconds has gone, and waits no longer.
    """
    wanted = Wanted(game(sent.game, **sent.options), TimeControl.parse(sent.clock), sent.rated)
    await rules.ready(wanted.game.name)
    await hall.lobby.pairing.seek(person, wanted)
    return Seeking(seeking=(await lobby_lists(hall, person)).seeking or None)


@router.delete("/lobby/seek", status_code=HTTPStatus.NO_CONTENT, responses=refusals(403))
async def stop_seeking(hall: TheHall, person: ThePlayer) -> Response:
    """Wait no longer."""
    await hall.lobby.pairing.stop_seeking(person)
    return Response(status_code=HTTPStatus.NO_CONTENT)


def _told(hall: Hall, request: Request, lists: Lists) -> LobbyView:
    return LobbyView(
        tables=[_line(hall, request, line) for line in lists.tables],
        games=[_line(hall, request, line) for line in lists.games],
        people=lists.people,
        seeking=lists.seeking or None,
    )


def _line(hall: Hall, request: Request, line: Line) -> LobbyLine:
    return LobbyLine.model_validate({**line._asdict(), "link": link_to(hall, request, line.id)})
