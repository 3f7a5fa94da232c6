"""With nothing installed but what the core depends on, the library works, and commands say which extra they need."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import core_only
from taflheim.games.extras import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FOR_DEVELOPERS = {"all", "docs", "test"}


def core(code: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, core_only.__file__, "-c", code]
    return subprocess.run(program, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)


LIBRARY = """
import taflheim
from taflheim.draw.png import png
from taflheim.draw.svg import picture
for name in ("toy", "quoridor"):
    game = taflheim.game(name)
    record = game.record().play(game.start().moves()[0])
    bot = taflheim.bot(game, level=1)
    record = record.play(bot.choose(record))
    found = taflheim.analyse(record, best=1, depth=1)
    print(name, len(record.positions), found.best[0].move in record.position.moves(), picture(record.position)[:4])
try:
    png(picture(record.position))
except taflheim.TaflheimError as error:
    print(error)
"""


def test_the_library_needs_only_the_core() -> None:
    assert core(LIBRARY).stdout.splitlines() == [
        "toy 3 True <svg",
        "quoridor 3 True <svg",
        "this needs resvg_py, which is not installed: pip install 'taflheim[hall]'",
    ]


COMMANDS = """
import sys
from taflheim.cli import main
for line in {lines}:
    print(line, main(line.split()), file=sys.stderr)
"""


def statuses(*lines: str) -> list[str]:
    return core(COMMANDS.format(lines=lines)).stderr.splitlines()


def test_commands_that_need_no_hall_work() -> None:
    lines = [
        "games",
        "show toy",
        "moves toy",
        "perft toy 2",
        "analyse toy --depth 1",
        "hint toy --depth 1",
        "levels toy",
    ]
    assert statuses(*lines) == [f"{line} 0" for line in lines]


def test_commands_that_need_a_hall_say_what_to_install() -> None:
    lines = ["serve", "play toy --plain", "history", "stats", "daily", "backup nowhere.zip", "replay nowhere.txt", ""]
    told = statuses(*lines)
    assert told[1::2] == [f"{line} 2" for line in lines]
    for sentence in told[::2]:
        assert re.fullmatch(
            r"taflheim: this needs \w+, which is not installed: pip install 'taflheim\[hall\]'", sentence
        )


def test_dependencies_are_those_of_the_core() -> None:
    named = {re.split("[<>=]", each)[0] for each in PROJECT["dependencies"]}
    assert named == core_only.CORE - {"llvmlite"}
    assert PROJECT["optional-dependencies"].keys() - FOR_DEVELOPERS <= EXTRAS.keys()


def test_every_library_that_is_imported_is_told_of() -> None:
    told = {*core_only.KNOWN, *(module for modules in EXTRAS.values() for module in modules)}
    for path in (ROOT / "src" / "taflheim").glob("**/*.py"):
        if path.parent.name == "rl":
            continue  # adapters, also for libraries that no extra brings
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= told, path
