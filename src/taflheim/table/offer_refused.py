"""Why an offer, or an answer to one, may not be."""

from taflheim.games.message import phrases
from taflheim.table.errors import Refused

_say = phrases(
    {
        "not_playing": "{side} does not play here, or not any more",
        "alone": "there is nobody to agree with",
        "rated": "in a game that counts no move is taken back",
        "open_already": "your offer is still open: wait for the answer, or withdraw it",
        "answer_first": "answer the offer of {side} first",
        "too_soon": "make {moves} more of your own moves before you ask again",
        "not_open": "that offer is no longer open",
        "own_offer": "you have made this offer yourself: others answer it",
        "not_yours": "only {side} can withdraw this offer",
        "agreed_already": "you have agreed already",
        "nothing_to_take_back": "you have made no move that could be taken back",
        "barred": "no move is taken back across somebody's leaving or a change of seats",
        "not_over": "a rematch is offered after the end of a game",
        "not_asked": "you are not asked for this rematch",
        "declined_already": "your rematch was declined: wait whether another player offers one",
        "bad_sides": "a rematch names for each side the one it plays next, and each side once",
    }
)


class OfferRefused(Refused):
    """An offer, or an answer to one, that may not be."""


def refused(code: str, **params: object) -> OfferRefused:
    """The error with this code.

    >>> str(refused("too_soon", moves=3))
    'make 3 more of your own moves before you ask again'
    """
    return OfferRefused(_say(code, **params))
