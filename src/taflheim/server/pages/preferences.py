"""Preferences: sent by the page, kept with the account."""

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.hall.preferences import InvalidPreference
from taflheim.server.body import body
from taflheim.server.identity import TheHall, ThePerson

router = APIRouter()


@router.post("/preferences")
async def preferences(request: Request, hall: TheHall, person: ThePerson) -> Response:
    """Change the preferences that are named, as `{"theme": "dark"}`; all of them come back."""
    try:
        wanted = json.loads(await body(request))
    except (ValueError, RecursionError):
        raise InvalidPreference('expected JSON as {"theme": "dark"}') from None
    return JSONResponse(await hall.preferences.change(person, wanted))
