"""How a benchmark opponent is asked for its moves: as much of docs/engine-protocol.md as a match needs.

An opponent answers `go` before it reads on, so there is never anything to `stop`. What it does not understand ends it,
and a match says so.
"""

import random
import sys
from collections.abc import Callable

from taflheim import Game, Record, game
from taflheim.engine.protocol.wire import LIMITS
from taflheim.engine.search.limits import Limits

Choose = Callable[[Record, Limits, random.Random], str]
"""Gives the move it would make in the record's last position. All that is random comes from the last argument."""


def talk(chosen: Game, choose: Choose) -> None:
    """Answer until `quit`, or until there is nothing more to hear."""
    seed, record = "0", chosen.record()
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        match command:
            case "ugi":
                for name in (*chosen.options, "Seed"):
                    print(f"option name {name} type string")
                print("ugiok", flush=True)
            case "isready":
                # Compiles what is not compiled yet.
                choose(chosen.record(), Limits(depth=1, nodes=1), random.Random(0))
                print("readyok", flush=True)
            case "setoption":
                name, value = rest.removeprefix("name ").split(" value ")
                if name == "Seed":
                    seed = value
                else:
                    chosen = game(chosen.name, **{**chosen.options, name: value})
            case "newgame":
                record = chosen.record()
            case "position":
                where, _, moves = rest.partition(" moves")
                start = chosen.start() if where == "startpos" else chosen.position(where.removeprefix("text "))
                record = Record(start, {}, tuple(moves.split()))
            case "go":
                words = rest.split()
                limits = Limits(
                    **{LIMITS[name]: int(value) for name, value in zip(words[::2], words[1::2], strict=True)}
                )
                print(f"bestmove {choose(record, limits, random.Random(seed))}", flush=True)
            case "quit":
                break
