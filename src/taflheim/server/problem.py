"""What is wrong, for programs: a status of HTTP, a code, and a sentence. One place for all interfaces."""

import re
from http import HTTPStatus
from typing import NamedTuple

from taflheim.games.errors import MoveError, TaflheimError
from taflheim.games.message import sentence
from taflheim.hall.attempts import TooOften
from taflheim.hall.daily import NoTryLeft
from taflheim.hall.hosts import HostsOnly
from taflheim.hall.insight import AskedAgain, NoEngine
from taflheim.hall.logins import WrongPassword
from taflheim.hall.pairing import Paused
from taflheim.hall.profiles import NobodyCalledThat
from taflheim.hall.tables import NoSuchTable
from taflheim.server.identity import NoIdentity, NotAllowed
from taflheim.server.network import NoNetwork
from taflheim.server.new_table import FieldRefused
from taflheim.server.pictures import TooBusy
from taflheim.store.errors import Conflict, StoreUnavailable
from taflheim.table.assistance import NoAssistance
from taflheim.table.errors import CannotTalk, LineRefused, NotSeated, NotYours, Refused, SeatRefused

_STATUS: dict[type[Exception], HTTPStatus] = {
    NoIdentity: HTTPStatus.UNAUTHORIZED,
    WrongPassword: HTTPStatus.UNAUTHORIZED,
    NotAllowed: HTTPStatus.FORBIDDEN,
    NoAssistance: HTTPStatus.FORBIDDEN,
    NotSeated: HTTPStatus.FORBIDDEN,
    NotYours: HTTPStatus.FORBIDDEN,
    SeatRefused: HTTPStatus.FORBIDDEN,
    NoSuchTable: HTTPStatus.NOT_FOUND,
    NobodyCalledThat: HTTPStatus.NOT_FOUND,
    CannotTalk: HTTPStatus.FORBIDDEN,
    HostsOnly: HTTPStatus.FORBIDDEN,
    LineRefused: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooOften: HTTPStatus.TOO_MANY_REQUESTS,
    NoEngine: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    TooBusy: HTTPStatus.SERVICE_UNAVAILABLE,
    # All other refusals of a table mean: not now, as it stands.
    Refused: HTTPStatus.CONFLICT,
    Conflict: HTTPStatus.CONFLICT,
    AskedAgain: HTTPStatus.CONFLICT,
    NoTryLeft: HTTPStatus.CONFLICT,
    NoNetwork: HTTPStatus.CONFLICT,
    Paused: HTTPStatus.CONFLICT,
}
_NOT_FOUND = ("no_such_seat", "no_such_game", "no_such_day", "no_such_line", "no_such_lesson", "no_such_rules")
"""Codes of what an address names and is not there."""
_SECONDS_TO_WAIT = 2


class Problem(NamedTuple):
    """Why something was not done."""

    status: HTTPStatus
    code: str
    message: str
    wait_s: int | None = None
    """After how many seconds it can be tried again."""


def problem(error: TaflheimError) -> Problem:
    """What an error is for a program.

    >>> from taflheim.table.errors import refused
    >>> problem(refused("stale"))[:2]
    (<HTTPStatus.CONFLICT: 409>, 'stale')
    """
    if isinstance(error, FieldRefused) and isinstance(error.__cause__, TaflheimError):
        error = error.__cause__
    status = next(
        (known for kind, known in _STATUS.items() if isinstance(error, kind)), HTTPStatus.UNPROCESSABLE_ENTITY
    )
    wait_s = _SECONDS_TO_WAIT if status is HTTPStatus.SERVICE_UNAVAILABLE else None
    if isinstance(error, TooOften):
        wait_s = error.wait_s
    code = code_of(error)
    return Problem(HTTPStatus.NOT_FOUND if code in _NOT_FOUND else status, code, sentence(str(error)), wait_s)


def code_of(error: TaflheimError) -> str:
    """The code of the reason where there is one, else of what kind of error it is."""
    if isinstance(error, MoveError | Refused):
        return error.reason.code
    if type(error) is TaflheimError:
        return "refused"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
