"""The body of a request, no longer than any form of ours."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request

_MAX_BYTES = 16_384


async def body(request: Request, max_bytes: int = _MAX_BYTES) -> bytes:
    """The whole body; a longer one is refused before it has arrived."""
    read = bytearray()
    async for part in request.stream():
        read += part
        if len(read) > max_bytes:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is more than any form here holds.")
    return bytes(read)
