"""The scripts of the pages: their types hold."""

import json
import subprocess
from pathlib import Path

import pytest

import browsing

ROOT = Path(__file__).parent.parent.parent
COMPILER = "typescript@5.9.3"
STATIC = ROOT / "src" / "taflheim" / "server" / "static"


def compiler() -> Path:
    """The TypeScript compiler, installed once into the cache of the checkout."""
    folder = ROOT / ".cache" / "typescript"
    found = folder / "node_modules" / ".bin" / "tsc"
    if not found.exists():
        npm = browsing.needed(["npm"], ["nodejs", "npm"])
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), COMPILER]
        if subprocess.run(command, check=False).returncode:
            pytest.skip("the TypeScript compiler cannot be installed")
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
    answer = subprocess.run([compiler(), "--project", project], capture_output=True, text=True, check=False)
    assert answer.stdout == ""
    assert answer.returncode == 0
