"""What somebody does at a table: one route for all of it, told apart by `type`."""

from typing import Annotated, Literal

from fastapi import APIRouter
from fastapi import Body as FromBody
from pydantic import ConfigDict, Field, StrictInt

from taflheim.engine.bots.levels import find_bot
from taflheim.games.game import Game
from taflheim.server.api.caller import TheCaller, ThePlayer
from taflheim.server.api.models import TEXT, Answer, Body, RequestId, Side, TableId, Word, refusals
from taflheim.server.api.tables import seen
from taflheim.server.identity import TheHall
from taflheim.table import event as actions
from taflheim.table.errors import refused
from taflheim.table.table import Table

router = APIRouter(tags=["tables"])

_Number = Annotated[int, Field(ge=0, le=100_000)]


class Asked(Body):
    """What all actions have."""

    request: RequestId


class Move(Asked):
    """Move, in answer to a position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"type": "move", "text": "e8", "position_number": 0, "request": "3f2b8c"}]}
    )

    type: Literal["move"]
    text: Annotated[str, Field(min_length=1, max_length=200, pattern=TEXT)]
    position_number: _Number = Field(description="Of the event that made the position it answers; 0 for the start.")
    side: Side | None = None


class Undo(Asked):
    """Take one's last move back, where nobody else has to agree."""

    type: Literal["undo"]
    position_number: _Number


class Resign(Asked):
    """Give up."""

    type: Literal["resign"]
    side: Side | None = None


class Offer(Asked):
    """Offer a draw, ask for one's last move back, or offer a rematch after the end."""

    type: Literal["offer"]
    kind: Literal["draw", "takeback", "rematch"]
    side: Side | None = None
    plays: dict[Side, Side] = Field({}, max_length=10, description="Of a rematch: which side each would play.")


class Reply(Asked):
    """Answer an offer."""

    type: Literal["answer"]
    offer: _Number = Field(description="The number of the offer's event.")
    yes: bool
    side: Side | None = None


class Withdraw(Asked):
    """Take one's offer back."""

    type: Literal["withdraw"]
    offer: _Number


class Claim(Asked):
    """Claim that the side to move has left."""

    type: Literal["claim"]
    side: Side


class Abort(Asked):
    """Want no game after all, before one's first move; at an open table, get up."""

    type: Literal["abort"]
    side: Side | None = None


class Return(Asked):
    """Take a seat back that a bot holds for one."""

    type: Literal["return"]
    side: Side | None = None


class Fill(Asked):
    """Have bots sit down on free seats: for who has opened the table."""

    type: Literal["fill"]
    seats: dict[Side, Annotated[StrictInt, Field(ge=1, le=1000)] | Word] = Field(
        min_length=1, max_length=10, description="Level or name of the bot, by side."
    )


class Close(Asked):
    """Withdraw a table that has not begun: for who has opened it."""

    type: Literal["close"]


AnyAction = Annotated[
    Move | Undo | Resign | Offer | Reply | Withdraw | Claim | Abort | Return | Fill | Close,
    Field(discriminator="type"),
]


class Done(Answer):
    """What came of it. Asked again under the same request id, it is the same."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"number": 1, "kind": "move", "side": "a", "text": "e8", "at_ms": 0}]}
    )

    number: int = Field(description="Of the event.")
    kind: str
    side: str
    text: str = Field(description="Of a move: with what was drawn by lot.")
    at_ms: int


@router.post("/tables/{table_id}/actions", responses=refusals(403, 404, 409))
async def act(
    table_id: TableId, sent: Annotated[AnyAction, FromBody()], hall: TheHall, person: ThePlayer, caller: TheCaller
) -> Done:
    """Do something at a table. It is on the disk before it is answered."""
    table = await seen(hall, table_id, caller)
    if isinstance(sent, Move):
        _check_side(table, sent)
    events, _ = await hall.tables.act(table_id, person, _action(sent, table.game))
    # Something may have been due before it, and more may have followed from it.
    done = next((event for event in events if event.request == sent.request), events[-1])
    return Done(number=done.number, kind=done.kind, side=done.side, text=done.text, at_ms=done.at_ms)


def _check_side(table: Table, move: Move) -> None:
    """Where somebody has several seats, a move for another of them than the one to move was a mistake."""
    turn = table.record.turn
    if move.side not in (None, turn) and move.position_number == table.position_number and not table.result:
        raise refused("turn_of", name=table.seats[turn].name, side=turn)


def _action(sent: AnyAction, game: Game) -> actions.Action:
    match sent:
        case Move():
            return actions.Move(sent.position_number, sent.text, sent.request)
        case Undo():
            return actions.Undo(sent.position_number, sent.request)
        case Resign():
            return actions.Resign(sent.side, sent.request)
        case Offer():
            return actions.MakeOffer(sent.kind, sent.side, tuple(sent.plays.items()), sent.request)
        case Reply():
            return actions.Answer(sent.offer, sent.yes, sent.side, sent.request)
        case Withdraw():
            return actions.WithdrawOffer(sent.offer, sent.request)
        case Claim():
            return actions.Claim(sent.side, sent.request)
        case Abort():
            return actions.Abort(sent.side, sent.request)
        case Return():
            return actions.TakeBackSeat(sent.side, sent.request)
        case Fill():
            bots = {side: find_bot(game, level).at(side) for side, level in sent.seats.items()}
            return actions.FillWithBots(tuple((s, bot.number, bot.name) for s, bot in bots.items()), sent.request)
        case Close():
            return actions.WithdrawTable(sent.request)
