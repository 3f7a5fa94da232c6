"""What was asked over the connection of a table and is not answered yet. No connection here.

What is to be done carries a request id, and so does its answer. Questions carry none: the server answers the messages
of one connection in their order, so an answer, and an error without a request, belongs to the first that waits for it.
"""

import asyncio
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from taflheim.games.errors import TaflheimError

_ANSWERS = {"state": "hello", "event": "hello", "chat": "listen"}
"""What these answer; they also come by themselves."""

Sent = Mapping[str, Any]


class ActionRefused(TaflheimError):
    """What was asked for may not be; `code` says why for programs, the sentence for people."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code = code


class NotTold(Exception):
    """The server could not say how the table stands, or what was said there."""


class Asked(NamedTuple):
    """A message, and its answer if somebody waits for that."""

    message: Sent
    answer: "asyncio.Future[Any] | None" = None

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for the answer: who has asked may have gone."""
        return self.answer is not None and not self.answer.done()

    def settle(self, answer: Any) -> None:
        """Here is the answer."""
        if self.answer is None or self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Outbox:
    """What one link has asked. Used in one event loop."""

    def __init__(self) -> None:
        self._requests: dict[str, Asked] = {}
        self._questions: list[Asked] = []
        """In the order in which they were sent."""

    def request(self, message: Sent) -> Asked:
        """Something to be done, under an id of its own; the answer is the number under which it is kept."""
        request = secrets.token_hex(12)
        asked = self._requests[request] = _asked({**message, "request": request})
        return asked

    def question(self, message: Sent) -> Asked:
        """Something to be answered by a message of the same type."""
        self._questions.append(asked := _asked(message))
        return asked

    def expect(self, message: Sent) -> None:
        """Something that is answered by being told of the table."""
        self._questions.append(Asked(message))

    def connect(self, first: Iterable[Sent]) -> list[Sent]:
        """What is sent over a new connection: this first, then whatever is still to be answered."""
        self._requests = {request: asked for request, asked in self._requests.items() if asked.is_awaited}
        begun, questions = list(map(Asked, first)), [asked for asked in self._questions if asked.is_awaited]
        self._questions = [*begun, *questions]
        return [asked.message for asked in (*begun, *self._requests.values(), *questions)]

    def receive(self, message: Mapping[str, Any]) -> bool:
        """Whether a message was an answer and nothing else. Raises NotTold."""
        match message["type"]:
            case "ack" | "said":
                self._settle(message["request"], message["number"])
                return True
            case "error" | "unsaid":
                self._refuse(message["request"], ActionRefused(message["code"], message["text"]))
                return True
            case kind:
                asked = self._take(_ANSWERS.get(kind, kind))
                if asked:
                    asked.settle(message)
                return asked is not None and kind not in _ANSWERS

    def fail(self, error: Exception) -> None:
        """Nothing will be answered any more."""
        for asked in (*self._requests.values(), *self._questions):
            asked.settle(error)
        self._requests.clear()
        self._questions.clear()

    def _refuse(self, request: str | None, refusal: ActionRefused) -> None:
        if request is not None:
            self._settle(request, refusal)
        elif self._questions and self._questions[0].answer is not None:
            self._questions.pop(0).settle(refusal)
        else:
            raise NotTold(str(refusal))

    def _settle(self, request: str, answer: object) -> None:
        if asked := self._requests.pop(request, None):
            asked.settle(answer)

    def _take(self, kind: str) -> Asked | None:
        """The first question of a kind, if there is one."""
        for number, asked in enumerate(self._questions):
            if asked.message["type"] == kind:
                return self._questions.pop(number)
        return None


def _asked(message: Sent) -> Asked:
    return Asked(message, asyncio.get_running_loop().create_future())
