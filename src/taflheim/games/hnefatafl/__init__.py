"""Hnefatafl: attackers against the king's side, 11×11."""

from taflheim.games.hnefatafl.state import ATTACKER, DEFENDER, EMPTY, KING
from taflheim.games.rulebook import Rulebook

__all__ = ["ATTACKER", "DEFENDER", "EMPTY", "KING", "RULEBOOK"]

RULEBOOK = Rulebook(
    name="hnefatafl",
    title="Hnefatafl",
    about="The king flees to a corner; the attackers close the ring around him.",
    board="11×11",
    players=(2,),
    sides=("attackers", "defenders"),
    package=__name__,
    quiet_limit=200,
    order=1,
    targets={"perft in bulk": 25e6, "perft one by one": 10e6, "random games": 1e3},
)
