"""Parts of the system that some tests need. `tools/system` installs them where it may."""

import os
import shutil

import pytest


def find(command: str) -> str | None:
    """The path of a command, also of one that is meant for root and can be run by all."""
    return shutil.which(command, path=f"{os.environ['PATH']}:/usr/sbin")


def needs(*commands: str) -> pytest.MarkDecorator:
    """Skip where one of these commands is missing, and say so; in CI nothing is skipped, so the test fails there."""
    missing = [command for command in commands if find(command) is None]
    return pytest.mark.skipif(bool(missing) and not in_ci(), reason=f"not installed: {', '.join(missing)}")


def browser() -> str:
    """The path of a browser of the Chromium family."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    if in_ci():
        pytest.fail("no Chromium is installed")
    pytest.skip("not installed: chromium")


def in_ci() -> bool:
    """Whether nothing may be missing."""
    return os.environ.get("CI") == "true"
