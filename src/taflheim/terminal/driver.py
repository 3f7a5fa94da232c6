"""Where the program paints: on its output. Textual takes stderr, and who keeps that in a file would see nothing."""

import sys
from typing import Any, Protocol, runtime_checkable

from textual.drivers.linux_driver import LinuxDriver


@runtime_checkable
class Painter(Protocol):
    """A program that sends only what is not shown yet."""

    def forget_shown(self) -> None:
        """What the terminal shows is not known any more."""


class OutputDriver(LinuxDriver):
    """Textual's driver, on stdout."""

    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        assert sys.__stdout__ is not None
        self._file = sys.__stdout__

    def start_application_mode(self) -> None:
        """Nobody knows what is on the screen, at the start and when the program was stopped for a while."""
        if isinstance(self._app, Painter):
            self._app.forget_shown()
        super().start_application_mode()  # type: ignore[no-untyped-call]
