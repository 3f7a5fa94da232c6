"""What engines find: hints at a table, analyses of any position, reviews of games that are over."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from taflheim.server.api.caller import TheCaller, TheReader, TheReadingPerson
from taflheim.server.api.models import TEXT, Answer, TableId, refusals, streamed
from taflheim.server.api.positions import GameName, PositionText, chosen_game, position_in
from taflheim.server.api.tables import seen
from taflheim.server.event_stream import Gone, event_stream
from taflheim.server.identity import TheHall
from taflheim.server.insight import MOST_BEST, analysis_of, hint_at, review_of
from taflheim.server.rules_loader import TheRules

_OWN_NAMES = ("position", "moves", "best")

router = APIRouter(tags=["insight"])

Chance = Annotated[float, Field(description="Of the side to move, to win: from 0 to 1; a draw counts as half a win.")]


class Hint(Answer):
    """A move that is good, and why."""

    move: str = Field(description="As it is typed.")
    text: str = Field(description="As it is written for people.")
    clicks: list[str] = Field(description="The spots that one clicks for it.")
    way: list[str] = Field(description="The spots along which it is shown.")
    win_probability: Chance
    reason: str
    more: list[str] = Field(description="Other reasons.")
    line: list[str] = Field(description="The move, and what would follow.")


class Candidate(Answer):
    """A move that could be made."""

    move: str
    text: str
    clicks: list[str]
    way: list[str]
    win_probability: Chance
    line: list[str]
    ends_in: int | None = Field(
        description="After how many moves of everybody the game is won, or lost if negative; none if not certain."
    )
    note: str | None = Field(description="What the game itself knows of the move.")


class Found(Answer):
    """What an analysis has found at a depth."""

    depth: int
    nodes: int
    lines: list[Candidate] = Field(description="The best moves, the best of all first.")
    notes: list[str] = Field(description="What the game itself has to say of the position.")
    paths: list[list[str]] = Field(description="Ways over the board that belong to it, spot by spot.")


class ReviewedMove(Answer):
    """A move of a game that is over, and what would have been better."""

    number: int = Field(description="Of the entry of the record, from 1 on.")
    side: str
    cost: float = Field(description="Of the chance to win.")
    kind: Literal["inaccuracy", "mistake", "blunder"] | None
    counts: bool = Field(description="Whether it counts for the accuracy: not if nothing else could be played.")
    noted: bool = Field(description="Whether the words are the game's own.")
    words: str
    played: Candidate
    best: Candidate
    fine: bool = Field(description="Whether it was looked at closely; before that, in passing.")


class SideSummary(Answer):
    """How a side has played."""

    side: str
    accuracy: str | None = Field(examples=["87 %"])
    blunder: int
    mistake: int
    inaccuracy: int


class Progress(Answer):
    """How far a review is: at first with all moves that are known, then with those that have changed."""

    done: int
    of: int
    complete: bool
    failure: str | None
    sides: list[SideSummary]
    moves: list[ReviewedMove]


@router.get("/tables/{table_id}/hint", response_model=Hint, responses=refusals(403, 404, 409))
async def hint(
    table_id: TableId,
    request: Request,
    hall: TheHall,
    person: TheReadingPerson,
    caller: TheCaller,
    position_number: Annotated[int, Query(ge=0, le=100_000, description="Of the position that it is for.")],
) -> Hint | Response:
    """A hint for one's own move, where no other person plays. One at a time: another question ends the one before."""
    table = await seen(hall, table_id, caller)
    try:
        return Hint.model_validate(await hint_at(request, hall, person, table, position_number))
    except Gone:
        return Response(status_code=HTTPStatus.NO_CONTENT)


@router.get(
    "/tables/{table_id}/review",
    response_class=StreamingResponse,
    responses={**streamed(Progress), **refusals(403, 404)},
)
async def review(table_id: TableId, request: Request, hall: TheHall, caller: TheReader) -> StreamingResponse:
    """The review of a game that is over, as it is made, and as long as somebody listens."""
    return event_stream(request, caller, review_of(hall, caller.actor, await seen(hall, table_id, caller)))


@router.get("/analysis/{name}", response_class=StreamingResponse, responses={**streamed(Found), **refusals(403, 404)})
async def analysis(
    name: GameName,
    request: Request,
    hall: TheHall,
    person: TheReadingPerson,
    caller: TheCaller,
    rules: TheRules,
    position: PositionText = None,
    moves: Annotated[str, Query(max_length=10_000, pattern=TEXT, description="Made from there: spaces between.")] = "",
    best: Annotated[int, Query(ge=1, le=MOST_BEST, description="How many moves to compare.")] = 3,
) -> StreamingResponse:
    """What is found about a position, depth by depth. One at a time: another analysis ends the one before.

    What else is in the address are options of the game.
    """
    start = await position_in(chosen_game(name, request, _OWN_NAMES), position, rules)
    return event_stream(request, caller, await analysis_of(hall, person, start, moves, best))
