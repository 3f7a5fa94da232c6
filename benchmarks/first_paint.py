"""How soon and how light the pages are, in a real browser before a real hall.

    .venv/bin/python benchmarks/first_paint.py

Needs Chromium and what the tests need (make test installs both). Each page is loaded five times by a browser that has
seen nothing yet; the best time is the one that was disturbed least.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import browsing
import taflheim

LOADS = 5
MOST_MS, MOST_BYTES = 300, 150_000


def main() -> None:
    """Print the figures of the menu and of a table of each game."""
    with tempfile.TemporaryDirectory() as home, browsing.served(Path(home)) as address, browsing.chromium() as browser:
        pages = {"menu": address} | {name: browsing.open_table(address, name) for name in taflheim.rulebooks()}
        print(f"{'page':<12}{'first paint':>14}{'bytes':>10}   targets: {MOST_MS} ms, {MOST_BYTES} bytes")
        for name, where in pages.items():
            paints, sizes = [], []
            for _ in range(LOADS):
                strict = browsing.Strict(browser, address)
                paint, size = browsing.load(strict.page(motion=True), where)
                strict.close()
                paints.append(paint)
                sizes.append(size)
            met = "met" if min(paints) < MOST_MS and max(sizes) < MOST_BYTES else "missed"
            print(f"{name:<12}{min(paints):>11.0f} ms{max(sizes):>10}   {met}")


if __name__ == "__main__":
    main()
