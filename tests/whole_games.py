"""Whole games for tests: the options, the moves, and what the result says."""

GAMES: dict[str, tuple[dict[str, object], str, str]] = {
    "hnefatafl": (
        {},
        "k5-h5 f4-b4 e11-e10 f5-f4 e10-d10 f4-g4 d10-d9 f6-f3 d9-g9 e7-e10 g9-j9 b4-f4 f10-f9 f3-i3 d1-b1 i3-a3 k8-k9"
        " a3-a1",
        "The defenders win!",
    ),
    "halatafl": (
        {},
        "e4-e5 e7-e6 c4-c5 e6xe4xc4xc6 g4-g5 c6-c5 c3-c4 c5xc3xa5 a4-b4 a5xc3 e3-e4 c3xe3xe5 g5-f5 e5xg5xe3 g3-g4"
        " e3xg3xg5",
        "The foxes win!",
    ),
    "quoridor": ({}, "e8 f1 e7 a5h e6 h5v e5 pass e4 f2 e3 f3 e2 f4 e1", "White wins!"),
    "quoridor for four": (
        {"players": 4},
        "e8 f1 a6 i6 e7 f2 a7 i7 e6 f3 a8 a2h e5 c7v a7 pass e4 f4 a6 i6 e3 f5 a5 i5 e2 f6 a4 i4 e1",
        "White wins!",
    ),
    "toy": ({}, "a1 b2 c1 b1 a3 b3", "The noughts win!"),
}
