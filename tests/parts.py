"""Parts of the system that some tests need."""

import os
import shutil

import pytest


def needs(*commands: str) -> pytest.MarkDecorator:
    """Skip where one of these commands is missing, and say so; in CI nothing is skipped, so the test fails there."""
    missing = [command for command in commands if shutil.which(command) is None]
    return pytest.mark.skipif(
        bool(missing) and os.environ.get("CI") != "true", reason=f"{', '.join(missing)} is not installed (tools/system)"
    )
