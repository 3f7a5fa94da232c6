"""How the hall is, for those who watch it: ready, and in figures. That it is alive, api/health.py says."""

import asyncio
import hmac
from http import HTTPStatus

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from taflheim.hall.hall import Hall
from taflheim.server.identity import TheHall

router = APIRouter()

_SECONDS_TO_ANSWER = 2.0


@router.get("/health/ready")
async def ready(request: Request, hall: TheHall) -> Response:
    """Whether people can play now; 503 if not: rules are being loaded, the database does not answer, or it closes."""
    can_play = await is_ready(request, hall)
    status = HTTPStatus.OK if can_play else HTTPStatus.SERVICE_UNAVAILABLE
    return JSONResponse({"name": "taflheim", "live": True, "ready": can_play}, status)


@router.get("/metrics")
async def metrics(request: Request, hall: TheHall) -> Response:
    """All figures, for Prometheus; needs the token of the setting `metrics_token`."""
    wanted = hall.settings.metrics_token
    if not wanted:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), wanted.encode()):
        raise HTTPException(HTTPStatus.UNAUTHORIZED, "figures need a token", {"WWW-Authenticate": "Bearer"})
    return Response(request.app.state.metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def is_ready(request: Request, hall: Hall) -> bool:
    """Whether people can play now."""
    state = request.app.state
    if state.closing.is_set() or not state.rules.loaded:
        return False
    try:
        async with asyncio.timeout(_SECONDS_TO_ANSWER):
            return await hall.answers()
    except TimeoutError:
        return False
