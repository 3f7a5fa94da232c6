"""What the commands that think share: reading the position, the limits, and stopping at Ctrl-C."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from taflheim.cli.arguments import add_game, add_position, chosen_position, option_names
from taflheim.cli.records import read_record
from taflheim.games.errors import TaflheimError
from taflheim.games.record import Record

if TYPE_CHECKING:
    from taflheim.engine.insight.analysis import Candidate
    from taflheim.engine.search.found import Stop
    from taflheim.engine.search.limits import Limits

Outcome = TypeVar("Outcome")


def add_subject(parser: ArgumentParser) -> None:
    """A game with a position, or a record of a game."""
    add_game(parser, nargs="?")
    add_position(parser)
    parser.add_argument("--record", metavar="FILE", help="the last position of this game, in place of all the above")


def chosen_record(options: Namespace) -> Record:
    """The game to think about, compiled."""
    if not options.record:
        if not options.game:
            raise TaflheimError("what about? Expected a game, or --record FILE")
        position = chosen_position(options)
        return position.game.record(position)
    given = {name for name, value in vars(options).items() if value is not None}
    if given & {"game", "position", "seed", *option_names()}:
        raise TaflheimError("a record tells the game, its options and the position: give nothing else of these")
    return read_record(options.record)


def add_limits(parser: ArgumentParser, default: str) -> None:
    """How long to think."""
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--time", type=float, metavar="S", help=f"seconds to think (default: {default})")
    limits.add_argument("--nodes", type=int, metavar="N", help="positions to look at")
    limits.add_argument("--depth", type=int, metavar="N", help="how many moves deep")


def chosen_limits(options: Namespace) -> "Limits":
    """How long to think."""
    from taflheim.engine.insight.analysis import thinking

    return thinking(options.depth, options.nodes, options.time)


def until_interrupted(work: "Callable[[Stop], Outcome]") -> Outcome:
    """What a search has found, also when Ctrl-C ends it. It has a thread of its own: compiled code hears no Ctrl-C."""
    from concurrent.futures import ThreadPoolExecutor

    from taflheim.engine.search.found import Stop

    stop = Stop()
    with ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(copy_context().run, work, stop)
        try:
            return outcome.result()
        except KeyboardInterrupt:
            stop.set()
            return outcome.result()


def interruptible(items: Iterable[Outcome]) -> Iterator[Outcome]:
    """The items one by one, made in a thread of its own for the same reason; Ctrl-C leaves it behind."""
    made: SimpleQueue[Any] = SimpleQueue()
    end = object()

    def make() -> None:
        try:
            for item in items:
                made.put(item)
        except Exception as error:  # whatever it is, the reading thread raises it
            made.put(error)
        made.put(end)

    Thread(target=copy_context().run, args=(make,), daemon=True).start()
    while (item := made.get()) is not end:
        if isinstance(item, Exception):
            raise item
        yield item


def ending(candidate: "Candidate", sides: int) -> str:
    """How the game ends after a move, as far as that is certain, in moves of the side that makes it."""
    if candidate.ends_in is None:
        return ""
    moves = -(-abs(candidate.ends_in) // sides)
    return f"{'wins' if candidate.ends_in > 0 else 'loses'} in {moves}"
