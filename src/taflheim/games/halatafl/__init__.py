"""Halatafl: sheep against foxes."""

from taflheim.games.rulebook import Option, Rulebook

RULEBOOK = Rulebook(
    name="halatafl",
    title="Halatafl",
    about="Sheep want to fill the paddock; two foxes jump over them.",
    board="33-point cross",
    players=(2,),
    sides=("sheep", "foxes"),
    package=__name__,
    options=(Option("sheep", (20, 19, 18, 17), "how many sheep: fewer make it harder for them"),),
    order=3,
    targets={"perft in bulk": 10e6, "perft one by one": 5e6, "random games": 10e3},
)
