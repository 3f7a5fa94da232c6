"""Counting and timing the rules: `taflheim perft` and `bench`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.arguments import add_game, add_games, add_position, chosen_position, known_games
from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games, watched


def _perft_arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="how many moves deep")
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="show the count behind each first move")


def _perft(options: Namespace) -> None:
    from taflheim.engine.search.perft import divide, perft

    position = chosen_position(options)
    if options.depth < 1:
        print(perft(position, options.depth))
        return
    total = 0
    for move, count in watched(divide(position, options.depth), len(position.moves()), f"perft {options.depth}"):
        total += count
        if options.divide:
            print(f"{move}: {count}")
    print(total)


def _bench_arguments(parser: ArgumentParser) -> None:
    add_games(parser)
    parser.add_argument("--json", action="store_true", help="print results for programs")


def _bench(options: Namespace) -> None:
    from taflheim.engine.bench import bench, table, to_json

    names = known_games(options.games)
    compile_games(names)
    results = list(watched(bench(names), None, "measuring"))
    print(to_json(results) if options.json else table(results))


PERFT = Command("perft", "Count move sequences", "perft hnefatafl 4 --divide", _perft_arguments, _perft)
BENCH = Command("bench", "Measure how fast the rules are", "bench quoridor --json", _bench_arguments, _bench)
