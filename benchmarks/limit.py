"""How close the rules come to tuned C++, and how the games compare: ratios within one run.

    .venv/bin/python benchmarks/limit.py [FOLDER]

FOLDER holds the C++ kernel (default: ../shared/limit). Without it, or without a compiler, the other ratios are printed.
"""

import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import taflheim
from taflheim.engine.bench import nodes_per_second, seconds_per_run
from taflheim.engine.search.perft import count_at_once

MIDGAME = "e9,e1 3,3 b3,d6,d8,f6,h3,h7 a2,b7,c2,e4,e8,g6,h6,h8 a"
"""The C++ kernel's mid-game case: fourteen random moves from the start."""
CASES = {
    "perft_start_d3_bulk1": ("start", True),
    "perft_start_d3_bulk0": ("start", False),
    "perft_mid_d3_bulk1": ("mid-game", True),
    "perft_mid_d3_bulk0": ("mid-game", False),
}


def limit(folder: Path) -> dict[str, tuple[int, float]]:
    """Result and seconds of each of the C++ kernel's cases; nothing where it cannot be built."""
    if not (folder / "main.cpp").exists() or not shutil.which("g++") or not shutil.which("make"):
        print(f"No C++ kernel to compare with (looked in {folder}, with g++ and make).\n")
        return {}
    with tempfile.TemporaryDirectory() as build:
        for source in folder.iterdir():
            shutil.copyfile(source, Path(build) / source.name)
        subprocess.run(["make", "--silent", "-C", build], check=True)
        printed = subprocess.run([f"{build}/limit", "5"], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in printed.splitlines()]
    return {case: (int(result), float(seconds)) for case, result, seconds, *_ in rows if case in CASES}


def main() -> None:
    """Print the ratios."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "limit"
    quoridor = taflheim.game("quoridor", rules="strict")
    positions = {"start": quoridor.start(), "mid-game": quoridor.position(MIDGAME)}
    print(f"{'Quoridor, strict, perft(3)':<44}{'C++':>10}{'ours':>10}{'ratio':>8}  target")
    for case, (result, theirs) in limit(folder).items():
        where, bulk = CASES[case]
        work = partial(count_at_once, positions[where], 3, bulk=bulk)
        assert work() == result, f"{case}: we count {work()}, the C++ kernel {result}"
        ours = seconds_per_run(work)
        name = f"{where}, {'in bulk' if bulk else 'one by one'}"
        print(f"  {name:<42}{theirs * 1e3:>7.2f} ms{ours * 1e3:>7.2f} ms{ours / theirs:>8.2f}  ≤ 2")
    fastest = nodes_per_second(positions["start"], bulk=True)
    print(f"\n{'From the start, in bulk':<44}{'nodes/s':>12}{'of Quoridor':>14}  target")
    for name, target in (("quoridor", ""), ("hnefatafl", "≥ 1/20"), ("halatafl", "≥ 1/50")):
        speed = fastest if name == "quoridor" else nodes_per_second(taflheim.game(name).start(), bulk=True)
        print(f"  {name:<42}{speed / 1e6:>10.0f} M{speed / fastest:>14.2f}  {target}")


if __name__ == "__main__":
    main()
