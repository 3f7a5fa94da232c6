"""Three in a row: a fifth game, which lives in the tests and proves that a game is one folder."""

from taflheim.games.rulebook import Rulebook

RULEBOOK = Rulebook(
    name="toy",
    title="Three in a row",
    about="Crosses want three in a row; noughts want the same, or a full board.",
    board="3×3",
    players=(2,),
    sides=("crosses", "noughts"),
    package=__name__,
    repetition=0,
)
