"""An engine that does not play by the rules: ours, with one lie. `python -m lying_engine GAME LIE`."""

import sys
import time
from collections.abc import Callable

import taflheim
from taflheim.engine.protocol.conversation import Conversation
from taflheim.engine.protocol.wire import RESPONSE

heard = ""
"""The last line."""


def another_move(line: str) -> str:
    """Leaves out the first move and has one that nobody can make."""
    return " ".join([RESPONSE + "h9-h1", *line.split()[2:]]) if heard == "query moves" else line


def same_side_again(line: str) -> str:
    """Passes no turn on."""
    return line[:-1] + "s" if heard == "query position" and line.endswith(" f") else line


def one_too_many(line: str) -> str:
    """Counts from one."""
    return f"{RESPONSE}{int(line.split()[1]) + 1}" if heard.startswith("query perft") else line


def nobody_wins(line: str) -> str:
    """Sees no end."""
    return f"{RESPONSE}none" if heard == "query result" else line


def everything_goes(line: str) -> str:
    """Refuses nothing."""
    return "" if heard.startswith("position") and "error" in line else line


def no_options(line: str) -> str:
    """Has none of the game's own."""
    return "" if line.startswith("option name sheep") else line


def dies(line: str) -> str:
    """Is gone at the first question."""
    if heard == "query moves":
        sys.exit(3)
    return line


def hangs(line: str) -> str:
    """Is silent for ever from the first question on."""
    while heard == "query moves":
        time.sleep(60)
    return line


def nonsense(line: str) -> str:
    """Answers something else."""
    return "response \x1b[31m" + "?" * 5000 if heard.startswith("query") else line


def knows_no_query(line: str) -> str:
    """As an engine that was written for something else."""
    return "info string error: query is not known" if heard.startswith("query") else line


LIES: dict[str, Callable[[str], str]] = {
    lie.__name__: lie
    for lie in (
        *(another_move, same_side_again, one_too_many, nobody_wins, everything_goes, no_options),
        *(dies, hangs, nonsense, knows_no_query),
    )
}


def main(name: str, lie: Callable[[str], str]) -> None:
    def say(line: str) -> None:
        if said := lie(line):
            print(said, flush=True)

    global heard
    talk = Conversation(taflheim.game(name), say)
    for line in sys.stdin:
        if heard.startswith("query perft"):
            talk.end()  # counts in a thread: what comes next must not be taken for the question
        heard = line.strip()
        if not talk.hear(line):
            break


if __name__ == "__main__":
    main(sys.argv[1], LIES[sys.argv[2]])
