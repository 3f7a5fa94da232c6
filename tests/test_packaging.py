"""What is shipped: an sdist that can be built and tested, and metadata that say what it runs on."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOT_SHIPPED = {".gitignore"}
SHIPPED_ANYWAY = {"pyproject.toml", "README.md", "LICENSE"}
"""By every build."""


def test_the_sdist_has_everything_that_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a checkout: this is what was shipped")
    here = {name.split("/")[0] for name in listed.stdout.splitlines()}
    shipped = {name.removeprefix("/") for name in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    assert here - NOT_SHIPPED - SHIPPED_ANYWAY == shipped


def test_versions_of_python_are_named() -> None:
    classifiers = PROJECT["project"]["classifiers"]
    named = [found[1] for each in classifiers if (found := re.search(r":: Python :: 3\.(\d+)$", each))]
    least = re.fullmatch(r">=3\.(\d+)", PROJECT["project"]["requires-python"])
    assert least and named[0] == least[1]
    assert list(map(int, named)) == list(range(int(named[0]), int(named[-1]) + 1))
