"""A game from elsewhere: pasted or typed as a record, a position or moves, or read from a file."""

from pathlib import Path

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static, TextArea

from taflheim import wire
from taflheim.client.remote import Remote
from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted, sentence
from taflheim.terminal.screens.hall_screen import Dialog
from taflheim.terminal.study.tree import Tree, read_tree
from taflheim.terminal.widgets.press import Press

_LONGEST = 64 * 1024


class OpenDialog(Dialog[Tree]):
    """Gives the tree that was read. What cannot be read stays to be mended, with the reason below it."""

    DEFAULT_CSS = """
    OpenDialog TextArea { width: 70; height: 8; border: none; background: $panel; }
    OpenDialog Input { width: 70; margin-top: 1; }
    OpenDialog .wrong { width: 70; height: auto; color: $iron; }
    """

    def __init__(self, remote: Remote, tree: Tree):
        """`tree` is the one that is looked at: what is read is one of its game, if it does not say otherwise."""
        super().__init__()
        self._remote, self._tree = remote, tree

    def parts(self) -> ComposeResult:
        """A field for text, a line for the name of a file."""
        yield Static("Open a game", classes="title")
        yield Static("Paste or type a record, a position or moves:", classes="quiet")
        yield TextArea(tab_behavior="focus")
        yield Input(placeholder="or the name of a file", compact=True)
        yield Static(classes="wrong", markup=False)
        with Horizontal(classes="row"):
            yield Press("Open", key="^O", golden=True, id="open")
            yield Press("Never mind", id="leave")

    def key_ctrl_o(self) -> None:
        """Open it, from wherever the keyboard is."""
        self._open()

    @on(Press.Pressed)
    def _pressed(self, event: Press.Pressed) -> None:
        if event.press.id == "open":
            self._open()
        else:
            self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._open()

    def _open(self) -> None:
        name = self.query_one(Input).value.strip()
        try:
            self._read(text_of_file(Path(name)) if name else self.query_one(TextArea).text)
        except TaflheimError as error:
            self._say(error)

    @work(exclusive=True)
    async def _read(self, text: str) -> None:
        try:
            told: wire.GameTree = await self._remote.post(
                "trees",
                self._tree.game,
                "read",
                text=text,
                options=dict(self._tree.options),
                position=self._tree.position,
            )
        except TaflheimError as error:
            self._say(error)
            return
        self.dismiss(read_tree(told))

    def _say(self, error: TaflheimError) -> None:
        self.query_one(".wrong", Static).update(sentence(str(error)))


def text_of_file(path: Path) -> str:
    """The text of a file; raises TaflheimError with the reason why there is none."""
    try:
        with path.expanduser().open("rb") as file:
            data = file.read(_LONGEST + 1)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise TaflheimError(f"{quoted(str(path))} cannot be read: {reason}") from None
    if len(data) > _LONGEST:
        raise TaflheimError(f"{quoted(str(path))} is longer than {_LONGEST // 1024} KiB: expected one game")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")
