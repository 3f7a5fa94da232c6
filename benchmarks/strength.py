"""How strong our engine is: matches against the programs in benchmarks/engines, and whether they reach their targets.

Matches are played from random openings, with sides swapped unless a benchmark says which side is ours, on one core for
each game at a time. docs/matches.md says what the benchmarks are. The exit status is 1 if a target is missed.
"""

import argparse
import asyncio
import os
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from typing import Literal, NamedTuple, TextIO

from rich.console import Console
from rich.progress import Progress

import taflheim
from taflheim import Game
from taflheim.cli.progress import compile_games
from taflheim.engine.contests.elo import share_interval
from taflheim.engine.contests.engines import EngineConfig, engine_config
from taflheim.engine.contests.match import Plan, play_match
from taflheim.engine.contests.match_report import MatchReport, Played, percent
from taflheim.engine.protocol.client import EngineClient, EngineFailure
from taflheim.engine.search.limits import Limits

ENGINES = Path(__file__).parent / "engines"
EXAMPLES = """examples:
  python benchmarks/strength.py quoridor
  python benchmarks/strength.py hnefatafl --games 20 --movetime 100 --concurrency 2 --records games.txt
"""


class Goal(NamedTuple):
    """At least this share of the games is won, or lost, or of the points made."""

    what: Literal["score", "wins", "losses"]
    share: float

    def counts(self, played: Played) -> float:
        """What a game adds to it."""
        if self.what == "score":
            return played.score
        return float(played.score == (1 if self.what == "wins" else 0))


class Trial(NamedTuple):
    """A match with a goal for one of our levels."""

    game: str
    against: str
    """One of our own bots, or a program in benchmarks/engines with its arguments."""
    goal: Goal
    options: Mapping[str, int] = {}
    sides: tuple[str, ...] = ()
    """Those that we play; without any named, all that go together with the opponent's."""
    level: int = 10


def _many(players: int) -> tuple[Trial, ...]:
    """Twice the fair share of the wins."""
    return (Trial("quoridor", "quoridor_greedy.py", Goal("wins", 2 / players), {"players": players}),)


BENCHMARKS: dict[str, tuple[Trial, ...]] = {
    "quoridor": (Trial("quoridor", "quoridor_mcts.py", Goal("score", 0.9)),),
    "quoridor3": _many(3),
    "quoridor4": _many(4),
    "hnefatafl": tuple(
        Trial("hnefatafl", "plain_search.py hnefatafl", Goal("score", 0.9), sides=(side,))
        for side in ("attackers", "defenders")
    ),
    "halatafl-sheep": (Trial("halatafl", "level:classic fox", Goal("score", 1.0)),),
    "halatafl-foxes": (Trial("halatafl", "plain_search.py halatafl", Goal("score", 0.5), {"sheep": 17}, ("foxes",)),),
    "level1": tuple(
        Trial(game, f"{program} {game}", goal, level=1)
        for game in ("hnefatafl", "quoridor", "halatafl")
        for program, goal in (("random_mover.py", Goal("wins", 0.9)), ("one_move_greedy.py", Goal("losses", 0.8)))
    ),
}


def main(arguments: list[str] | None = None) -> int:
    """Play the matches of a benchmark; the exit status."""
    options = _arguments(arguments)
    limits = Limits(movetime_ms=options.movetime)
    met = []
    with Path(options.records or os.devnull).open("a", encoding="utf-8") as records:
        for trial in BENCHMARKS[options.name]:
            chosen = taflheim.game(trial.game, **trial.options)
            plan = Plan(
                chosen,
                engine_config(f"level:{trial.level}", chosen, limits),
                _theirs(trial, chosen, limits),
                options.games,
                seed=options.seed,
                concurrency=options.concurrency,
                sides=trial.sides,
            )
            report = MatchReport(chosen.seats, sides=plan.a_sides)
            try:
                _play(plan, report, records)
            finally:
                # Also of a match that is interrupted.
                print(report.text(plan.a.name, plan.b.name))
            reached, sentence = verdict(trial.goal, report)
            print(f"{sentence}\n", flush=True)
            met.append(reached)
    return 0 if all(met) else 1


def verdict(goal: Goal, report: MatchReport) -> tuple[bool, str]:
    """Whether the games reach a goal, and that in words. Against an opponent that has failed, nothing is reached."""
    rounds = defaultdict(list)
    for played in report.games:
        rounds[played.round].append(goal.counts(played))
    share = mean(goal.counts(played) for played in report.games)
    low, high = share_interval([mean(counts) for counts in rounds.values()], len(report.seats))
    measured = f"{goal.what} {percent(share)}, 95 % interval {percent(low)} to {percent(high)}"
    if any(who == "B" for played in report.games for who, _ in played.failures):
        return False, f"{measured}, but the opponent has failed: this proves nothing"
    met = share >= goal.share
    return met, f"{measured}; target at least {percent(goal.share)}: {'met' if met else 'missed'}"


def _theirs(trial: Trial, chosen: Game, limits: Limits) -> EngineConfig:
    if trial.against.startswith("level:"):
        return engine_config(trial.against, chosen, limits)
    program, *arguments = trial.against.split()
    command = (sys.executable, str(ENGINES / program), *arguments)
    return EngineConfig(program.removesuffix(".py"), chosen, command, limits=limits)


def _play(plan: Plan, report: MatchReport, records: TextIO) -> None:
    """Play a match, with the running score where a person is watching."""
    compile_games([plan.game.name])
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(f"{plan.game.title}, {plan.b.name}: getting ready", total=plan.total)

        def keep(played: Played) -> None:
            progress.update(task, advance=1, description=f"{plan.game.title}, {plan.b.name}: {report.running}")
            print(played.record, file=records, flush=True)

        async def warm() -> None:
            # What the opponent has to compile does not count as thinking.
            await (await EngineClient.start(plan.game, plan.b.command)).close()

        asyncio.run(warm())
        play_match(plan, report, keep)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=BENCHMARKS, metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--games", type=int, default=100, metavar="N", help="of each match (default: 100)")
    parser.add_argument("--movetime", type=int, default=500, metavar="MS", help="for a move of either (default: 500)")
    parser.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same openings (default: 0)")
    parser.add_argument("--records", metavar="FILE", help="add the games to this file")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (taflheim.TaflheimError, EngineFailure) as error:
        print(f"strength.py: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
