"""What a browser's form says."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import Request

from taflheim.server.body import body


class Fields(dict[str, str]):
    """The fields of a form by their names; one that was not sent is empty."""

    def __missing__(self, name: str) -> str:
        return ""


async def form(request: Request) -> Mapping[str, str]:
    """The fields of the form that was sent; of several values under one name the last."""
    return fields_of(await body(request))


def fields_of(sent: bytes) -> Fields:
    """The fields that the body of a request says."""
    return Fields(parse_qsl(sent.decode("utf-8", "replace"), keep_blank_values=True))
