"""What other commands on the same machine have a running hall do.

They show a one-time token, as the owner's window does: only who can read the data folder can make one.
"""

import logging
from http import HTTPStatus

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.games.errors import TaflheimError
from taflheim.hall.admin import perform
from taflheim.hall.clock import now_ms
from taflheim.server.guard import CONTROL
from taflheim.server.identity import NotAllowed, TheHall
from taflheim.server.restoring import RESTORE

log = logging.getLogger(__name__)
router = APIRouter()


class Asked(BaseModel):
    """A command of a host."""

    token: str
    command: str
    given: dict[str, str]


@router.post(CONTROL, include_in_schema=False)
async def control(asked: Asked, hall: TheHall, request: Request) -> Response:
    """Do what a host asks for, and say what was done."""
    if not hall.accounts.tokens.redeem(asked.token, now_ms()):
        raise NotAllowed("this is for commands of the host: taflheim admin")
    try:
        if asked.command == RESTORE:
            await request.app.state.replacement.ask(hall.folder, asked.given.get("file", ""))
            lines = []
        else:
            lines = await perform(hall, asked.command, asked.given)
    except TaflheimError as error:
        return JSONResponse({"error": str(error)}, HTTPStatus.CONFLICT)
    log.info("the host has done: %s", asked.command)
    return JSONResponse({"lines": lines})
