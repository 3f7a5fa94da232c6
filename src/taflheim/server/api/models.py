"""What bodies and answers of the interface have in common."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

TEXT = r"^[^\x00-\x1f\x7f]*$"
"""No control characters: nothing that a program sends may reach a terminal, a log or a page with them."""

RequestId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        pattern=r"^[!-~]+$",
        description="Chosen by the program, unique for each thing it wants done. Asking again under the same id is"
        " answered as the first time, and nothing is done twice.",
        examples=["3f2b8c"],
    ),
]
Side = Annotated[
    str, Field(min_length=1, max_length=20, pattern=r"^[a-z]+$", description="A side of the game.", examples=["a"])
]
Word = Annotated[str, Field(min_length=1, max_length=100, pattern=TEXT)]
Option = StrictInt | Annotated[StrictStr, Field(max_length=100, pattern=TEXT)]
Clock = Annotated[str, Field(max_length=20, pattern=TEXT, description="`none`, `5+3`, `move 30` or `days 3`.")]
TableId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="The id of a table.")]


class Body(BaseModel):
    """What a program sends: nothing but what is asked for, and numbers that are numbers."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answer(BaseModel):
    """What a program is answered."""

    model_config = ConfigDict(frozen=True)


class Refusal(Answer):
    """Why something was not done."""

    model_config = ConfigDict(
        frozen=True,
        json_schema_extra={
            "examples": [
                {
                    "error": "stale",
                    "message": "The position has changed meanwhile: look at the board and try again.",
                }
            ]
        },
    )

    error: str = Field(description="What kind of problem it is, for programs.")
    message: str = Field(description="The same for people, and what to do.")


_MEANINGS = {
    401: "It is not known who asks: log in, or send `Authorization: Bearer TOKEN`.",
    403: "This may not be done by who asks.",
    404: "There is nothing like it, or not for who asks.",
    409: "Not as it stands now: the position has changed, the seat or name is taken, the game is over.",
    422: "What was sent cannot be read, or means nothing here.",
    429: "Too often. `Retry-After` says for how many seconds to wait.",
    503: "It cannot be done at the moment. Try again after some seconds (`Retry-After`).",
}
_WAIT = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}


class Failure(Answer):
    """The `data` of the event `failed`, the last of a stream that could not be brought to its end."""

    error: str = Field(description="A sentence for people.")
    code: str = Field(description="As in other errors; `logged_out` when the session or token has ended.")


STREAMED: list[type[Answer]] = [Failure]
"""What the events of streams hold. FastAPI knows nothing of these: the description gets them beside its own."""


def streamed(*told: type[Answer]) -> dict[int | str, dict[str, Any]]:
    """What a route answers that tells things as they come, for its documentation: the schema is that of one event."""
    STREAMED.extend(told)
    models: list[type[Answer]] = [*told, Failure]
    known = [{"$ref": f"#/components/schemas/{one.__name__}"} for one in models]
    data = {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": {"anyOf": [*known, {"type": "object", "maxProperties": 0}]},
    }
    event = {"type": "object", "properties": {"event": {"enum": ["message", "done", "failed"]}, "data": data}}
    names = " or ".join(f"a `{one.__name__}`" for one in told)
    text = f"Server-sent events: `data` is {names}. The last one is named `done`, or `failed`."
    return {200: {"description": text, "content": {"text/event-stream": {"schema": {**event, "required": ["data"]}}}}}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route can answer with, for its documentation. Any can be too often, and try again later."""
    return {
        int(status): {
            # Not as a model: FastAPI would take it for a text or a picture where the route answers with these.
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}},
            "description": _MEANINGS[status],
            **({"headers": _WAIT} if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE) else {}),
        }
        for status in sorted({*statuses, 401, 422, 429, 503})
    }
