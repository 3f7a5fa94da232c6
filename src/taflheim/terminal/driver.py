"""Where the program paints: on its output. Textual takes stderr, and who keeps that in a file would see nothing."""

import sys
from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class OutputDriver(LinuxDriver):
    """Textual's driver, on stdout."""

    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        assert sys.__stdout__ is not None
        self._file = sys.__stdout__
