"""The engine beside an analysis board: whether it thinks, how deep, its best moves, and the chance to win."""

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from taflheim.terminal.study.engine_line import EngineLine, Found
from taflheim.terminal.theme import GOLD, IRON, QUIET
from taflheim.terminal.widgets.choice_list import ChoiceList


class EnginePanel(Vertical):
    """Shows what is found. Enter or a click on a line plays its first move."""

    DEFAULT_CSS = """
    EnginePanel { height: auto; width: 100%; padding: 0 1; background: $surface; }
    EnginePanel .state { height: 1; }
    EnginePanel .notes { height: auto; max-height: 3; color: $quiet; display: none; }
    EnginePanel ChoiceList { max-height: 6; display: none; text-wrap: nowrap; text-overflow: ellipsis; }
    EnginePanel .some { display: block; }
    """
    is_on: reactive[bool] = reactive(False)

    class Chosen(Message):
        """Somebody wants to play a move that the engine has found."""

        def __init__(self, move: str):
            super().__init__()
            self.move = move

    def __init__(self, key: str):
        super().__init__()
        self._key = key
        self.found: Found | None = None
        self._state = ""
        self._trouble = ""

    def compose(self) -> ComposeResult:
        """A row that says how it stands, the lines, and what the game itself has to say."""
        yield Static(classes="state")
        yield ChoiceList()
        yield Static(classes="notes", markup=False)

    def on_mount(self) -> None:
        """Off at first."""
        self._show_state()

    def begin(self, state: str) -> None:
        """Nothing is known of this position yet."""
        self.found, self._state, self._trouble = None, state, ""
        self._show()

    def show(self, found: Found) -> None:
        """Something was found."""
        self.found = found
        self._state = f"depth {found.depth}" if found.depth else ""
        self._show()

    def end(self, trouble: str = "") -> None:
        """The engine thinks no more: it has done all, or says why it cannot."""
        self._trouble = trouble
        self._show_state()

    def watch_is_on(self) -> None:
        """Said in the first row."""
        if self.is_mounted:
            self._show_state()

    def _show(self) -> None:
        lines = self.found.lines if self.found else ()
        self._show_state()
        choices, notes = self.query_one(ChoiceList), self.query_one(".notes", Static)
        choices.fill((line.move, _row(line)) for line in lines)
        choices.set_class(bool(lines), "some")
        told = "\n".join(self.found.notes) if self.found else ""
        notes.update(told)
        notes.set_class(bool(told), "some")

    def _show_state(self) -> None:
        state = ("on", GOLD) if self.is_on else ("off", QUIET)
        said = Text.assemble(("Engine ", "bold"), (f"{self._key} ", QUIET), state)
        if self._trouble:
            said.append(f"  {self._trouble}", style=IRON)
        elif self._state:
            said.append(f"  {self._state}", style=QUIET)
        said.no_wrap, said.overflow = True, "ellipsis"
        self.query_one(".state", Static).update(said)

    @on(ChoiceList.OptionSelected)
    def _chosen(self, event: ChoiceList.OptionSelected) -> None:
        event.stop()
        if event.option_id is not None:
            self.post_message(self.Chosen(event.option_id))


def _row(line: EngineLine) -> Text:
    return Text.assemble((f"{line.figure:>5}  ", GOLD), (line.text, "bold"), f" {line.words}")
