"""Mutation testing: change the code in small ways, one at a time, and see whether the tests notice.

    make mutants                       all modules
    make mutants ONLY=table/clock      modules whose path contains this

Each mutant is made in memory, in a process forked from one that has loaded everything already, and the tests that
mirror its module are run there: nothing is written to the sources, and nothing has to be loaded or compiled again.
(mutmut 3 leaves decorated functions alone, and we have many.)
What was found is kept in .cache/mutants: a run goes on where the last one stopped. Mutants that may survive stand
in tools/mutants/accepted, under a comment that gives the reason. They count as survivors without being tried, for they
take the longest: all tests run to their end. `ACCEPTED=try make mutants` tries them, too.
"""

import hashlib
import json
import os
import sys
from collections.abc import Container
from pathlib import Path

from forked import ROOT, SOURCES, Result, run_all
from mutate import Mutant, mutants

KEPT = ROOT / ".cache" / "mutants"
ACCEPTED = Path(__file__).parent / "accepted"
TRY_ACCEPTED = os.environ.get("ACCEPTED") == "try"
WANTED = 0.90

MODULES = ["games/record.py", "games/record_text.py", "table/*.py", "store/*.py", "hall/*.py"]
MODULES += [f"server/{name}.py" for name in ("credits", "guard", "links", "once", "standing", "table_request", "trees")]
MODULES += [
    f"server/{name}.py" for name in ("frame", "game_words", "rating_words", "results", "seat_names", "table_words")
]
MODULES += [f"server/channels/{name}.py" for name in ("incoming", "messages", "story")]
MORE_TESTS = {
    "hall/counting.py": ["hall/test_attempts.py"],
    "hall/hall.py": ["hall/test_hall_*.py"],
    "hall/news.py": ["hall/test_sharing_looks.py"],
    "hall/sharing.py": ["hall/test_sharing_looks.py"],
    "hall/lobby.py": ["hall/test_matchmaker.py"],
    "hall/rating_games.py": ["hall/test_recalculation.py"],
    "hall/tables.py": ["hall/test_tables_shared.py"],
    "games/record_text.py": ["games/test_record.py", "games/test_tree.py"],
    "server/channels/*.py": ["server/channels/test_[!t]*.py"],  # all but those over real connections
    "store/backend.py": ["store/test_sqlite.py"],
    "store/backup.py": ["store/test_restore.py"],
    "store/migrate.py": ["store/test_sqlite.py"],
    "store/runner.py": ["store/test_sqlite.py", "store/test_faults.py"],
    "store/store.py": ["store/test_only_server.py"],
    "store/schema.py": ["store/test_migrate.py", "store/test_tables.py"],
    "store/tables.py": ["store/test_stats.py"],
    "table/*.py": ["table/test_*.py"],  # a table is one thing in many files, and all its tests take seconds
}
"""Test files for a module besides the one that mirrors it. Both are patterns."""


def tests_of(path: Path) -> list[Path]:
    """The test files of a module."""
    short = path.relative_to(SOURCES / "taflheim")
    names = [str(short.parent / f"test_{short.name}")]
    names += [name for pattern, more in MORE_TESTS.items() if short.match(pattern) for name in more]
    return sorted({path for name in names for path in (ROOT / "tests").glob(name)})


def accepted() -> dict[str, str]:
    """The mutants that may survive, with the reasons: comments stand above the mutants they are about."""
    found, reason, fresh = {}, "", True
    for line in ACCEPTED.read_text().splitlines() if ACCEPTED.exists() else []:
        if line.startswith("#"):
            reason = f"{'' if fresh else reason} {line[1:].strip()}".strip()
            fresh = False
        elif line.strip():
            found[line.strip()] = reason
            fresh = True
    return found


def test_module(path: Path, may_survive: Container[str]) -> tuple[int, int, list[Mutant]]:
    """How many mutants a module has, how many of them only got stuck, and which survive."""
    short = str(path.relative_to(SOURCES / "taflheim"))
    found, tests = list(mutants(short, path.read_text())), tests_of(path)
    if not tests:
        return len(found), 0, found
    digests = [hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest() for files in ([path], tests)]
    file = KEPT / short.replace("/", ".").replace(".py", ".json")
    kept = json.loads(file.read_text()) if file.exists() else {}
    results: dict[str, str] = {}
    for mutant in found:
        if mutant.name in may_survive and not TRY_ACCEPTED:
            results[mutant.name] = "survived"
            continue
        source, test, result = kept.get(mutant.name, ("", "", ""))
        # What one test has killed stays killed; what survived may be killed by a new test.
        if source == digests[0] and (result != "survived" or test == digests[1]):
            results[mutant.name] = result

    def note(mutant: Mutant, result: Result) -> None:
        results[mutant.name] = result
        kept[mutant.name] = (*digests, result)
        KEPT.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(kept, indent=0, ensure_ascii=False))
        if sys.stderr.isatty():
            print(f"\r{len(results)} of {len(found)} ", end="", file=sys.stderr, flush=True)

    waiting = [mutant for mutant in found if mutant.name not in results]
    if waiting:
        run_all(path, tests, waiting, note)
    stuck = list(results.values()).count("stuck")
    return len(found), stuck, [mutant for mutant in found if results[mutant.name] == "survived"]


def main(only: str) -> None:
    """Test all modules whose path contains `only`; fail if too many mutants survive, or one without a reason."""
    reasons = accepted()
    paths = [path for pattern in MODULES for path in sorted((SOURCES / "taflheim").glob(pattern))]
    total = survived = unexplained = 0
    for path in paths:
        short = str(path.relative_to(SOURCES / "taflheim"))
        if path.name == "__init__.py" or only not in short:
            continue
        reader, writer = os.pipe()
        if os.fork() == 0:  # each module in a process of its own, which loads no more than its tests need
            count, stuck, left = test_module(path, reasons)
            os.write(writer, json.dumps([count, stuck, [(mutant.line, mutant.name) for mutant in left]]).encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            answer = pipe.read()
        os.wait()
        if not answer:
            sys.exit(f"{short}: could not be tested")
        count, stuck, left = json.loads(answer)
        for line, name in left:
            print(f"  {path.relative_to(ROOT)}:{line}: {name.split(' ', 1)[1]}")
            print(f"      {reasons.get(name, 'NO REASON GIVEN')}")
        killed = count - len(left)
        if count:
            waited = f", {stuck} of them because they got stuck" if stuck else ""
            print(f"{short}: {killed} of {count} killed, {killed / count:.0%}{waited}", flush=True)
        total, survived = total + count, survived + len(left)
        unexplained += sum(name not in reasons for _, name in left)
    print(
        f"All: {total - survived} of {total} killed, {1 - survived / max(total, 1):.1%}; {unexplained} without a reason"
    )
    sys.exit(1 - survived / max(total, 1) < WANTED or unexplained > 0)


if __name__ == "__main__":
    main(os.environ.get("ONLY", "") or " ".join(sys.argv[1:]))
