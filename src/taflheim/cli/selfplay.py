"""Games to learn from: `taflheim selfplay`."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing
from functools import partial
from pathlib import Path

from taflheim.cli.arguments import add_options, chosen_game
from taflheim.cli.command import Command
from taflheim.cli.places import add_ray, chosen_place
from taflheim.cli.progress import compile_games, games_bar
from taflheim.games.message import counted
from taflheim.games.registry import rulebooks

_NODES = 5000


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=", ".join(rulebooks()))
    add_options(parser)
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write, or to go on with")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, metavar="N", help=f"positions looked at for a move (default: {_NODES})")
    limits.add_argument("--depth", type=int, metavar="N", help="how many moves deep")
    limits.add_argument("--movetime", type=int, metavar="MS", help="milliseconds for a move")
    parser.add_argument(
        "--nodes-for", type=_nodes_for, action="append", metavar="SIDE=N", help="another number of nodes for one side"
    )
    parser.add_argument(
        "--random-plies", type=int, default=8, metavar="N", help="the most random moves at the start (default: 8)"
    )
    parser.add_argument(
        "--balanced", type=int, metavar="SCORE", help="only openings in which nobody is further ahead than this"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same seed gives the same games (default: 0)"
    )
    parser.add_argument("--shard", type=int, default=200, metavar="N", help="games in one file (default: 200)")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="games at a time on this machine (default: its cores)"
    )
    add_ray(parser)


def _nodes_for(text: str) -> tuple[str, int]:
    side, _, nodes = text.partition("=")
    if not side or not nodes.isascii() or not nodes.isdigit():
        raise ArgumentTypeError(f"{text!r}: expected a side and a number, as attackers=20000")
    return side, int(nodes)


def _run(options: Namespace) -> None:
    from taflheim.engine.search.limits import Limits
    from taflheim.engine.selfplay.game import playing
    from taflheim.engine.selfplay.plan import Plan
    from taflheim.engine.selfplay.shards import opened

    chosen = chosen_game(options)
    nodes = options.nodes or (None if options.depth or options.movetime else _NODES)
    plan = Plan(
        chosen,
        options.games,
        Limits(options.depth, nodes, options.movetime),
        dict(options.nodes_for or ()),
        options.seed,
        options.random_plies,
        options.balanced,
        options.shard,
    )
    compile_games([chosen.name])
    place = chosen_place(options, options.processes)
    with opened(options.out, plan) as shards:
        numbers = shards.missing
        before = plan.games - len(numbers)
        if before:
            print(f"{options.out}: {before} of {counted(plan.games, 'game')} were played before.", flush=True)
        with (
            games_bar(chosen.title, plan.games, place) as tell,
            closing(place.batch(partial(playing, plan), iter(numbers))) as games,
        ):
            for done, played in enumerate(games, before + 1):
                shards.add(played)
                tell(f"{done} of {plan.games}", done)
        print(
            f"{options.out}: {counted(plan.games, 'game')} with {counted(shards.positions, 'position')}, "
            f"version {plan.described()['version']}."
        )


SELFPLAY = Command(
    "selfplay",
    "Let the engine play against itself, and keep the positions to learn from",
    "selfplay quoridor --games 1000 --nodes 5000 --out games",
    _arguments,
    _run,
)
