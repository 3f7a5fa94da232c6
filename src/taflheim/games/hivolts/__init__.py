"""HiVolts: one player among electric fences and twelve Mhos."""

from taflheim.games.rulebook import Option, Rulebook

RULEBOOK = Rulebook(
    name="hivolts",
    title="HiVolts",
    about="Lure every Mho into an electric fence, and touch neither.",
    board="12×12",
    players=(1,),
    sides=("player", "mhos"),
    package=__name__,
    options=(Option("mhos", ("fierce", "gentle"), "gentle: a Mho kills only along a rank or file, never diagonally"),),
    seeded=True,
    puzzles=True,
    puzzle_about="can be won without a jump",
    chance=("j",),
    repetition=0,
    order=4,
    targets={"perft in bulk": 5e6, "perft one by one": 3e6, "random games": 50e3},
)
