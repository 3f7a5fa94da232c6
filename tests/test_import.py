"""What needs no thinking does not load the compiler; everything can be imported, also without asserts."""

import subprocess
import sys

import pytest

HEAVY = ("numba", "numpy", "llvmlite")

QUICK = {
    "import": "import taflheim",
    "games": "import taflheim; taflheim.rulebooks()",
    "start": "import taflheim; [str(taflheim.game(name).start()) for name in taflheim.rulebooks()]",
    "look": "import taflheim; [taflheim.game(name).start().diagram() for name in taflheim.rulebooks()]",
}


def python(code: str, *options: str) -> str:
    return subprocess.run([sys.executable, *options, "-c", code], capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize("code", QUICK.values(), ids=QUICK.keys())
def test_the_compiler_is_not_loaded(code: str) -> None:
    loaded = python(f"{code}; import sys; print(*sys.modules)").split()
    assert not [module for module in HEAVY if module in loaded]


@pytest.mark.parametrize("module", ["remote", "credentials", "table_link", "local_hall"])
def test_a_client_of_a_hall_loads_nothing_of_it(module: str) -> None:
    """A terminal has to be there at once: it needs neither rules nor a server."""
    loaded = python(f"import taflheim.client.{module}; import sys; print(*sys.modules)").split()
    assert not [
        name for name in (*HEAVY, "fastapi", "pydantic", "sqlalchemy", "starlette", "uvicorn") if name in loaded
    ]


def test_importing_loads_little() -> None:
    """No library but Python's own, and only those modules of ours that are needed before a game is chosen."""
    code = "import sys; before = {*sys.modules}; import taflheim; print(*{*sys.modules} - before)"
    loaded = python(code).split()
    ours = [name for name in loaded if name.partition(".")[0] == "taflheim"]
    assert {name.partition(".")[0] for name in loaded} <= {*sys.stdlib_module_names, "taflheim"}
    assert len(ours) < 30 and len(loaded) < 200


def test_modules_of_the_package_can_be_imported_by_name() -> None:
    assert python("import taflheim.games.registry as r; print(r.rulebooks()['toy'].title)").strip() == "Three in a row"


WITHOUT_ASSERTS = """
import taflheim
from taflheim.engine.search.playouts import playouts
for name in ("toy", "quoridor"):
    game = taflheim.game(name)
    start = game.start()
    {first}
    record = game.record().play(start.moves()[0])
    taflheim.analyse(record, best=1, depth=2)
    taflheim.bot(game, level=1).choose(record)
    print(taflheim.perft(start, 2), playouts(start, 3)[1] > 0)
"""


@pytest.mark.parametrize(
    "first", ["taflheim.analyse(start, depth=1)", "taflheim.perft(start, 1)", "playouts(start, 1)"]
)
def test_everything_works_without_asserts(first: str) -> None:
    """Asserts, which `python -O` leaves out, load nothing: whatever is asked first loads what it needs."""
    assert python(WITHOUT_ASSERTS.format(first=first), "-O").split() == ["72", "True", "16940", "True"]
