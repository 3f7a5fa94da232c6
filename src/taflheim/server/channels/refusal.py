"""An error as a page is told it: a code for its script, a sentence for people."""

import re
from typing import TypedDict

from taflheim.games.errors import MoveError, TaflheimError
from taflheim.games.message import sentence


class Told(TypedDict):
    """Code and sentence of an error."""

    code: str
    text: str


def told_error(error: TaflheimError) -> Told:
    """Code and sentence of an error: of the reason where there is one, else of what kind of error it is.

    >>> from taflheim.store.errors import StoreUnavailable
    >>> told_error(StoreUnavailable("the disk is full"))
    {'code': 'store_unavailable', 'text': 'The disk is full.'}
    """
    name = type(error).__name__
    code = error.reason.code if isinstance(error, MoveError) else re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    return {"code": code, "text": sentence(str(error))}
