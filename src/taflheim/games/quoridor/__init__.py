"""Quoridor: pawns and walls, for two to four players."""

from taflheim.games.quoridor.state import SIDE_TITLES, SIDES
from taflheim.games.rulebook import Option, Rulebook

RULEBOOK = Rulebook(
    name="quoridor",
    title="Quoridor",
    about="Bring your pawn to the other side first, and wall in the others.",
    board="9×9",
    players=(2, 3, 4),
    sides=SIDES,
    side_titles=SIDE_TITLES,
    package=__name__,
    options=(
        Option("players", (2, 3, 4), "how many play"),
        Option("rules", ("default", "strict"), "strict: a player may pass only when there is no other move"),
    ),
    alike=True,
    mcts=True,
    order=2,
    example="e7,d3 7,8 b6,d5,f3 c7,e2 a",
    targets={"perft in bulk": 295e6, "perft one by one": 45e6, "random games": 60e3},
)
