"""The compiled search: every fresh process finds it in the cache, and finds the same with it."""

import json
import os
import subprocess
import sys

PROGRAM = """
import json, taflheim
from answers import newly_compiled
from taflheim.engine.search.settings import Settings
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import search
for game in map(taflheim.game, taflheim.rulebooks()):
    start = game.start(1) if game.rulebook.seeded else game.start()
    found = search(start, Limits(depth=3), Settings(seed=5))
    print(json.dumps([game.name, found.line, found.score, found.nodes]))
print(json.dumps(newly_compiled()))
"""


def test_two_fresh_processes_compile_nothing_and_find_the_same() -> None:
    """Cached recursive functions can crash, but only in the second process."""
    said = []
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=os.environ, capture_output=True, check=False, text=True
        )
        assert run.returncode == 0, run.stderr
        said.append([json.loads(line) for line in run.stdout.splitlines()])
    assert said[0] == said[1]
    assert said[0][-1] == []
