"""How soon and how light the pages are, in a real browser before a real hall.

    .venv/bin/python benchmarks/first_paint.py

Needs Chromium and what the tests need (make test installs both). Each page is loaded ten times by a browser that has
seen nothing yet, before a hall that has shown it before; the median counts.
"""

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import browsing
import taflheim

LOADS = 10
MOST_MS, MOST_BYTES = 300, 200_000


def main() -> None:
    """Print the figures of the menu and of a table of each game."""
    with tempfile.TemporaryDirectory() as home, browsing.served(Path(home)) as address, browsing.chromium() as browser:
        pages = {"menu": address} | {name: browsing.open_table(address, name) for name in taflheim.rulebooks()}
        print(f"{'page':<12}{'first paint':>14}{'bytes':>10}   targets: {MOST_MS} ms, {MOST_BYTES} bytes")
        for name, where in pages.items():
            loads = []
            for _ in range(1 + LOADS):
                strict = browsing.Strict(browser, address)
                loads.append(browsing.load(strict.page(motion=True), where))
                strict.close()
            paints, sizes = zip(*loads[1:], strict=True)  # the first one has warmed the hall
            paint, size = statistics.median(paints), max(sizes)
            met = "met" if paint < MOST_MS and size < MOST_BYTES else "missed"
            print(f"{name:<12}{paint:>11.0f} ms{size:>10}   {met}")


if __name__ == "__main__":
    main()
