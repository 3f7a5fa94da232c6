"""Matches between programs: `taflheim match`."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from taflheim.cli.arguments import add_options, chosen_game
from taflheim.cli.command import Command
from taflheim.cli.places import add_ray, chosen_place
from taflheim.cli.progress import compile_games, games_bar
from taflheim.games.registry import rulebooks

if TYPE_CHECKING:
    from taflheim.engine.contests.match import Plan
    from taflheim.engine.places.place import Place


def _arguments(parser: ArgumentParser) -> None:
    for side in ("a", "b"):
        parser.add_argument(side, metavar=side.upper(), help="level:1 or another level, or an engine's command line")
    parser.add_argument("--game", required=True, metavar="GAME", help=", ".join(rulebooks()))
    add_options(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many, in whole rounds (default: 100)")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--movetime", type=int, metavar="MS", help="milliseconds for a move")
    limits.add_argument("--nodes", type=int, metavar="N", help="positions looked at for a move")
    limits.add_argument("--depth", type=int, metavar="N", help="how many moves deep")
    parser.add_argument(
        "--openings", type=int, default=4, metavar="PLIES", help="random moves at the beginning (default: 4)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same openings (default: 0)")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when it is clear which of these A is ahead by",
    )
    parser.add_argument("--records", metavar="FILE", help="add the games to this file")
    parser.add_argument(
        "--concurrency", type=int, default=1, metavar="N", help="games at a time on this machine (default: 1)"
    )
    add_ray(parser)


def _run(options: Namespace) -> None:
    from taflheim.engine.contests.engines import engine_config
    from taflheim.engine.contests.match import Plan
    from taflheim.engine.contests.sprt import Sprt
    from taflheim.engine.search.limits import Limits

    chosen = chosen_game(options)
    given = (options.depth, options.nodes, options.movetime)
    limits = None if given == (None, None, None) else Limits(*given)
    plan = Plan(
        chosen,
        engine_config(options.a, chosen, limits),
        engine_config(options.b, chosen, limits),
        options.games,
        options.openings,
        options.seed,
        Sprt(*options.sprt) if options.sprt else None,
        options.concurrency,
    )
    compile_games([chosen.name])
    with Path(options.records or os.devnull).open("a", encoding="utf-8") as records:
        _play(plan, records, chosen_place(options, plan.concurrency))


def _play(plan: "Plan", records: TextIO, place: "Place") -> None:
    """With the running score where a person is watching; the report comes also when the match is interrupted."""
    from taflheim.engine.contests.match import opening, play_match
    from taflheim.engine.contests.match_report import MatchReport, Played

    opening(plan, 0)  # if there is none, that is all there is to say
    report = MatchReport(plan.game.seats, plan.sprt, plan.a_sides)
    try:
        with games_bar(plan.a.name, plan.total, place) as tell:

            def keep(played: Played) -> None:
                tell(report.running, len(report.games))
                print(played.record, file=records, flush=True)

            play_match(plan, report, keep, place)
    finally:
        print(report.text(plan.a.name, plan.b.name))


MATCH = Command(
    "match",
    "Let two programs play against each other",
    "match level:1 'their-engine --fast' --game quoridor --movetime 100",
    _arguments,
    _run,
)
