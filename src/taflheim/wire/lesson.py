"""What a learner is told in a lesson, as types; asked for over HTTP."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from taflheim.wire.free import Played, Standing


class Tried(TypedDict):
    """What a learner's move is worth, and how the board stands then."""

    verdict: Annotated[Literal["done", "right", "wrong"], "`done`: the step is"]
    text: Annotated[str, "what is said of it"]
    made: Annotated[list[str], "the moves that the learner has made in the step: to be sent with the next one"]
    shown: Annotated[list[Played], "what is to be seen: the move, and the answer of the other side, if there is one"]
    standing: Annotated[Standing, "where the learner stands: before a move that was wrong"]


class Advice(TypedDict):
    """What helps a learner."""

    text: str
    way: Annotated[list[str], "the spots along which the intended move goes; none as long as words may help"]
