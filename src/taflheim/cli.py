"""The command `taflheim`."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

from taflheim import __version__
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, games

if TYPE_CHECKING:
    from taflheim.engine.match import Plan

OK, USAGE, STOPPED = 0, 2, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        sys.stdout.flush()
    except (TaflheimError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has seen enough; Python would complain once more when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        print(f"taflheim: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED
    return OK


# ---- commands -----------------------------------------------------------------------------------------------------


def _hall(options: argparse.Namespace) -> None:
    import asyncio

    from taflheim.hall.folder import data_folder
    from taflheim.server.program import run

    _compile(list(games()))
    asyncio.run(run(data_folder(), port=options.port, show=options.show))


def _games(_: argparse.Namespace) -> None:
    for name, facts in games().items():
        print(f"{name}\n  {facts.title}, {facts.board}. {facts.about}")
        print(f"  players: {', '.join(map(str, facts.players))}; sides: {', '.join(facts.sides)}")
        for option in facts.options:
            values = ", ".join(map(str, option.values))
            print(f"  --{option.name} {values} (the first is the default): {option.about}")


def _show(options: argparse.Namespace) -> None:
    position = _position(options)
    print(position.diagram(_style(options)))
    print(f"\n{position}")
    print(position.result or f"{position.turn} to move, {len(position.moves())} legal moves")


def _moves(options: argparse.Namespace) -> None:
    for move in _position(options).moves():
        print(move)


def _perft(options: argparse.Namespace) -> None:
    from taflheim.engine.perft import divide, perft

    position = _position(options)
    if options.depth < 1:
        print(perft(position, options.depth))
        return
    total = 0
    for move, count in _watched(divide(position, options.depth), len(position.moves()), f"perft {options.depth}"):
        total += count
        if options.divide:
            print(f"{move}: {count}")
    print(total)


def _bench(options: argparse.Namespace) -> None:
    from taflheim.engine.bench import bench, table, to_json

    names = _known(options.games)
    _compile(names)
    results = list(_watched(bench(names), None, "measuring"))
    print(to_json(results) if options.json else table(results))


def _setup(options: argparse.Namespace) -> None:
    names = _known(options.games)
    _compile(names)
    print(f"Compiled and ready: {', '.join(names)}.")


def _engine(options: argparse.Namespace) -> None:
    chosen = _game(options)
    _compile([chosen.name])
    from taflheim.engine.protocol import converse

    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    converse(chosen, sys.stdin, sys.stdout)


def _match(options: argparse.Namespace) -> None:
    from taflheim.engine.elo import Sprt
    from taflheim.engine.limits import Limits
    from taflheim.engine.match import Plan
    from taflheim.engine.opponents import opponent

    chosen = _game(options)
    given = (options.depth, options.nodes, options.movetime)
    limits = None if given == (None, None, None) else Limits(*given)
    plan = Plan(
        chosen,
        opponent(options.a, chosen, limits),
        opponent(options.b, chosen, limits),
        options.games,
        options.openings,
        options.seed,
        Sprt(*options.sprt) if options.sprt else None,
        options.concurrency,
    )
    _compile([chosen.name])
    with Path(options.records or os.devnull).open("a", encoding="utf-8") as records:
        _play_match(plan, records)


def _play(options: argparse.Namespace) -> None:
    from taflheim.terminal import plain

    if options.record:
        record = plain.read_record(options.record)
    else:
        options.game = options.game or plain.choose_game()
        if not options.game:
            return
        start = _position(options)
        record = start.game.record(start)
    _compile([record.game.name])
    plain.play(record, record.game.start, ascii_only=options.ascii)


# ---- from arguments to games --------------------------------------------------------------------------------------


def _known(names: list[str]) -> list[str]:
    return [game(name).name for name in names] or list(games())


def _game(options: argparse.Namespace) -> Game:
    names = {option.name for facts in games().values() for option in facts.options}
    given = {name: value for name, value in vars(options).items() if name in names and value is not None}
    return game(options.game, **given)


def _position(options: argparse.Namespace) -> Position:
    chosen = _game(options)
    if options.position is None:
        position = chosen.start(options.seed)
    elif options.seed is not None:
        raise TaflheimError("a seed and a position exclude each other: give one of them")
    else:
        position = chosen.position(options.position)
    _compile([chosen.name])
    return position


def _style(options: argparse.Namespace) -> Literal["ascii", "unicode"]:
    from taflheim.terminal.plain import style_for

    return "ascii" if options.ascii else style_for(sys.stdout)


# ---- progress -----------------------------------------------------------------------------------------------------


def _compile(names: list[str]) -> None:
    """Compile what is not compiled yet, behind a progress bar."""
    from taflheim.engine.prepare import prepare, prepared

    missing = [name for name in names if not prepared(name)]
    if not missing:
        return
    steps = prepare(missing)
    if not sys.stderr.isatty():
        print(f"taflheim: compiling {', '.join(missing)}, once …", file=sys.stderr)
        for _ in steps:
            pass
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Compiling, once")
        for done, total, what in steps:
            progress.update(task, completed=done, total=total, description=f"Compiling, once: {what}")


def _watched(items: Iterable[Any], total: int | None, label: str) -> Iterator[Any]:
    """The items, with a progress bar where a person is watching."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, label, total, console=Console(stderr=True), transient=True)


def _play_match(plan: "Plan", records: TextIO) -> None:
    """Play a match with the running score where a person is watching; the report comes also when it is interrupted."""
    import asyncio

    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    from taflheim.engine.match import opening, play_match
    from taflheim.engine.tally import Played, Tally

    opening(plan, 0)  # if there is none, that is all there is to say
    tally = Tally(plan.game.seats, plan.sprt)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        name = escape(plan.a.name)
        task = progress.add_task(name, total=plan.total)

        def keep(played: Played) -> None:
            progress.update(task, advance=1, description=f"{name}: {tally.running}")
            print(played.record, file=records, flush=True)

        try:
            asyncio.run(play_match(plan, tally, keep))
        finally:
            progress.stop()
            print(tally.report(plan.a.name, plan.b.name))


# ---- arguments ----------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="taflheim",
        description="A hall of board games. Without a command it opens in a window of its own.",
        epilog="example: taflheim --browser --port 8000",
    )
    parser.add_argument("--version", action="version", version=f"taflheim {__version__}")
    parser.add_argument("--browser", action="store_const", dest="show", const="browser", help="open in the browser")
    parser.add_argument("--no-window", action="store_const", dest="show", const="nothing", help="serve, open nothing")
    parser.add_argument("--port", type=_port, default=0, help="serve on this port (default: any that is free)")
    parser.set_defaults(command=_hall, show="window")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="without one, the hall opens")

    def command(name: str, run: Callable[[argparse.Namespace], None], about: str, example: str) -> Any:
        sub = commands.add_parser(name, help=about, description=f"{about}.", epilog=f"example: taflheim {example}")
        sub.set_defaults(command=run)
        return sub

    command("games", _games, "List the games with their options", "games")

    show = command("show", _show, "Show a position", "show quoridor 'e9,e1 10,10 e3 - a' --ascii")
    _add_game(show)
    _add_position(show)
    show.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    moves = command("moves", _moves, "List the legal moves, one a line", "moves halatafl --sheep 18")
    _add_game(moves)
    _add_position(moves)

    perft = command("perft", _perft, "Count move sequences", "perft hnefatafl 4 --divide")
    _add_game(perft)
    perft.add_argument("depth", type=int, metavar="DEPTH", help="how many moves deep")
    _add_position(perft)
    perft.add_argument("--divide", action="store_true", help="show the count behind each first move")

    bench = command("bench", _bench, "Measure how fast the rules are", "bench quoridor --json")
    bench.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    bench.add_argument("--json", action="store_true", help="print results for programs")

    play = command("play", _play, "Play on this terminal", "play hivolts --mhos gentle --seed 7 --plain")
    _add_game(play, nargs="?")
    play.add_argument("--plain", action="store_true", help="line by line (for now the only way)")
    play.add_argument("--position", metavar="POSITION", help="where to begin")
    play.add_argument("--record", metavar="FILE", help="go on with a game that was saved")
    play.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")

    engine = command("engine", _engine, "Think for other programs, line by line", "engine quoridor --players 3")
    _add_game(engine, seeded=False)

    match = command(
        "match",
        _match,
        "Let two programs play against each other",
        "match level:1 'their-engine --fast' --game quoridor --movetime 100",
    )
    for side in ("a", "b"):
        match.add_argument(side, metavar=side.upper(), help="level:1 or another level, or an engine's command line")
    match.add_argument("--game", required=True, metavar="GAME", help=", ".join(games()))
    _add_options(match)
    match.add_argument("--games", type=int, default=100, metavar="N", help="how many, in whole rounds (default: 100)")
    limits = match.add_mutually_exclusive_group()
    limits.add_argument("--movetime", type=int, metavar="MS", help="milliseconds for a move")
    limits.add_argument("--nodes", type=int, metavar="N", help="positions looked at for a move")
    limits.add_argument("--depth", type=int, metavar="N", help="how many moves deep")
    match.add_argument(
        "--openings", type=int, default=4, metavar="PLIES", help="random moves at the beginning (default: 4)"
    )
    match.add_argument("--seed", type=int, default=0, help="the same seed gives the same openings (default: 0)")
    match.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when it is clear which of these A is ahead by",
    )
    match.add_argument("--records", metavar="FILE", help="add the games to this file")
    match.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at a time (default: 1)")

    setup = command("setup", _setup, "Compile the rules ahead of time", "setup")
    setup.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 65535")
    return int(text)


def _add_game(parser: argparse.ArgumentParser, nargs: str | None = None, *, seeded: bool = True) -> None:
    parser.add_argument("game", nargs=nargs, metavar="GAME", help=", ".join(games()))
    _add_options(parser)
    if seeded:
        titles = " and ".join(facts.title for facts in games().values() if facts.seeded)
        parser.add_argument("--seed", metavar="SEED", help=f"{titles}: the same seed gives the same board")


def _add_options(parser: argparse.ArgumentParser) -> None:
    for facts in games().values():
        for option in facts.options:
            values = ", ".join(map(str, option.values))
            parser.add_argument(
                f"--{option.name}", metavar=option.name.upper(), help=f"{facts.title}: {values} ({option.about})"
            )


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", nargs="?", metavar="POSITION", help="its text (default: the start)")
