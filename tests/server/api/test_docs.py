"""The examples of docs/api.md do what they say."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from evenings import me
from parts import needs
from serving_hall import Served, served_evening

DOCUMENT = Path(__file__).parents[3] / "docs" / "api.md"


def _block(kind: str) -> str:
    (found,) = re.findall(rf"```{kind}\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return str(found)


def _said(folder: Path, *command: str) -> str:
    """What a command prints that is told of a hall and a token."""
    said: list[str] = []

    async def work(served: Served) -> None:
        token = await served.hall.access.add(me(served.hall), "example", ["read", "play"])
        environment = {**os.environ, "HALL": served.address, "TOKEN": token}
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=environment
        )
        output, _ = await process.communicate()
        said.append(output.decode())
        assert process.returncode == 0, said

    served_evening(folder, work)
    return said[0]


@needs("curl")
def test_with_curl(tmp_path: Path) -> None:
    said = _said(tmp_path, "bash", "-euo", "pipefail", "-c", _block("sh"))
    assert '"kind":"owner"' in said and '"text":"e8"' in said and "a:resigns" in said


@pytest.mark.slow
def test_with_python(tmp_path: Path) -> None:
    assert "win" in _said(tmp_path, sys.executable, "-c", _block("python"))
