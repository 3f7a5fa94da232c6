"""Whether an engine plays by the rules: `taflheim conform`."""

import shlex
import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from taflheim.cli.arguments import known_games
from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games, counting_bar
from taflheim.games.errors import InvalidOption, TaflheimError
from taflheim.games.message import quoted
from taflheim.games.registry import rulebooks

if TYPE_CHECKING:
    from taflheim.engine.conformance.asking import Asking
    from taflheim.engine.conformance.report import Tally

_GAME = "{game}"
_PATIENCE_S = 10.0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--engine", metavar="COMMAND", help=f"the engine's command line, with {_GAME} for the game (default: ours)"
    )
    parser.add_argument("--game", action="append", default=[], metavar="GAME", help="only this game; may be repeated")
    parser.add_argument(
        "--patience",
        type=float,
        default=_PATIENCE_S,
        metavar="SECONDS",
        help=f"how long an answer may take (default: {_PATIENCE_S:g})",
    )
    parser.add_argument("--write", metavar="FOLDER", help="ask nobody: write data, schema and rules into a folder")


def _run(options: Namespace) -> None:
    if options.write:
        _write(Path(options.write), known_games(options.game))
        return
    if not 0 < options.patience <= 3600:
        raise InvalidOption("patience: expected seconds, more than 0 and at most 3600")
    names = known_games(options.game)
    commands = {name: _command(options.engine, name, len(names)) for name in names}
    compile_games(names)
    tallies = [tally for name in names if (tally := _ask(name, commands[name], options.patience))]
    if not tallies:
        raise TaflheimError("there is nothing to ask")
    if not all(tally.conforms for tally in tallies):
        raise SystemExit(1)


def _command(text: str | None, name: str, games: int) -> tuple[str, ...]:
    if text is None:
        return ()
    if games > 1 and _GAME not in text:
        raise InvalidOption(f"engine {quoted(text)}: name one --game, or write {_GAME} where the command wants it")
    try:
        command = tuple(word.replace(_GAME, name) for word in shlex.split(text))
    except ValueError:
        raise InvalidOption(f"engine {quoted(text)}: a quotation mark is missing") from None
    if not command or shutil.which(command[0]) is None:
        raise InvalidOption(f"no engine {quoted(text)}: expected a command that runs")
    return command


def _ask(name: str, command: tuple[str, ...], patience_s: float) -> "Tally | None":
    """Ask about one game, and print the report; None if the game has no data."""
    import asyncio

    from taflheim.engine.conformance.asking import Asking
    from taflheim.engine.conformance.kit import kit_of
    from taflheim.engine.conformance.report import Tally, report

    kit = kit_of(name)
    if kit is None:
        print(f"{rulebooks()[name].title}: no data, nothing was asked.")
        return None
    tally = Tally(kit)
    asyncio.run(_ask_all(Asking(kit, command, patience_s), tally))
    print(report(tally), flush=True)
    return tally


async def _ask_all(asking: "Asking", tally: "Tally") -> None:
    from taflheim.engine.conformance.checks import checks

    title, total = rulebooks()[tally.kit.game].title, sum(1 for _ in checks(tally.kit))
    with counting_bar(title, total) as done:
        async for outcome in asking.outcomes():
            tally.add(outcome)
            done(f"{title}: {tally.failed} wrong" if tally.failed else title)
    tally.left_out, tally.given_up = asking.left_out, asking.given_up


def _write(folder: Path, names: list[str]) -> None:
    from taflheim.engine.conformance.kit import kit_of, schema

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schema.json").write_text(schema(), "utf-8")
    for name in names:
        if kit := kit_of(name):
            (folder / f"{name}.jsonl").write_text(kit.text, "utf-8")
            (folder / f"{name}.md").write_text(kit.rules, "utf-8")
    print(f"Written: {', '.join(sorted(file.name for file in folder.iterdir()))}")


CONFORM = Command(
    "conform",
    "Ask an engine all that the rules say, and report where it says something else",
    "conform --engine 'their-engine --game {game}' --game quoridor",
    _arguments,
    _run,
)
