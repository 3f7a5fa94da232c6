"""A question with a few answers."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from taflheim.terminal.screens.hall_screen import Dialog
from taflheim.terminal.widgets.press import Press


class AskDialog(Dialog[str]):
    """Gives the name of the answer; the first has the focus."""

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]):
        super().__init__()
        self._title, self._text, self._answers = title, text, answers

    def parts(self) -> ComposeResult:
        """The question over its answers."""
        yield Static(self._title, classes="title", markup=False)
        yield Static(self._text, markup=False)
        with Horizontal(classes="row"):
            for name, label in self._answers:
                yield Press(label, name=name)

    def on_press_pressed(self, event: Press.Pressed) -> None:
        """Answered."""
        self.dismiss(event.press.name)


class LineDialog(Dialog[str]):
    """Asks for a line; gives it, empty if it is, or None if nothing is to be done."""

    DEFAULT_CSS = """
    LineDialog Input { width: 60; }
    """

    def __init__(self, title: str, text: str, placeholder: str = "", value: str = ""):
        super().__init__()
        self._title, self._text, self._placeholder, self._value = title, text, placeholder, value

    def parts(self) -> ComposeResult:
        """The question over the line."""
        yield Static(self._title, classes="title", markup=False)
        yield Static(self._text, markup=False)
        yield Input(self._value, placeholder=self._placeholder, compact=True)

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())
