"""Saving a text to a file that is asked for."""

from pathlib import Path
from typing import TYPE_CHECKING

from taflheim.terminal.screens.ask_dialog import AskDialog, LineDialog

if TYPE_CHECKING:
    from taflheim.terminal.app import TerminalApp


async def save(program: "TerminalApp", text: str, name: str) -> None:
    """Ask under which name, and write it there. Nothing is overwritten without asking."""
    while True:
        wanted = await program.push_screen_wait(LineDialog("Save the record", "To which file?", value=name))
        if not wanted:
            return
        name = wanted
        path = Path(name).expanduser()
        try:
            if path.exists() and not await _replaces(program, path):
                continue
            path.write_text(text, "utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            program.say(f"It could not be written to {path}: {reason}.", bad=True)
            continue
        program.say(f"Written to {path}.")
        return


async def _replaces(program: "TerminalApp", path: Path) -> bool:
    answers = [("no", "Another name"), ("yes", "Replace it")]
    chosen = await program.push_screen_wait(AskDialog("There is such a file already", str(path), answers))
    return chosen == "yes"
