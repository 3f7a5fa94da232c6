"""The test vectors: positions with all that the rules say about them, made from the rules' text by other programs."""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

import taflheim
from taflheim import Game

DATA = Path(__file__).parent / "data"


class Row(TypedDict):
    game: str
    rules: str
    position: str
    result: str | None
    moves: list[str]
    after: dict[str, str]
    perft: list[int]


@cache
def rows(name: str) -> list[Row]:
    """The vectors of a game; the toy has none."""
    file = DATA / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def game_of(row: Row) -> Game:
    """The game, with its options, that a vector is about."""
    if row["game"] == "quoridor":
        pawns = row["position"].split(" ")[0]
        return taflheim.game("quoridor", players=len(pawns.split(",")), rules=row["rules"])
    if row["game"] == "hivolts":
        return taflheim.game("hivolts", mhos={"default": "fierce", "gentle": "gentle"}[row["rules"]])
    return taflheim.game(row["game"])


@cache
def positions(game: Game) -> list[str]:
    """The texts of the positions of exactly this game."""
    return [row["position"] for row in rows(game.name) if game_of(row) == game]
