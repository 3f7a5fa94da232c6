"""What a terminal can do follows from its name, its locale and what is connected to the program."""

import io

import pytest

from taflheim.terminal.abilities import has_colours, has_screen, style_for


class Terminal(io.StringIO):
    """A terminal in a locale with all characters."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_which_characters_a_stream_shows() -> None:
    assert style_for(io.TextIOWrapper(io.BytesIO(), "ascii")) == "ascii"
    assert style_for(io.TextIOWrapper(io.BytesIO(), "utf-8")) == "unicode"
    assert style_for(object()) == "ascii"


@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "vte-256color", "screen", "tmux-256color", "dumb", ""])
def test_a_terminal_of_today_shows_what_its_locale_has(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    assert style_for(Terminal()) == "unicode"


@pytest.mark.parametrize("term", ["vt100", "vt220-w", "linux", "linux-16color", "ansi", "sun", "wyse50", "wy60"])
def test_an_old_terminal_shows_ascii(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    assert style_for(Terminal()) == "ascii"
    assert style_for(io.TextIOWrapper(io.BytesIO(), "utf-8")) == "unicode", "a file is no terminal"


def test_a_program_can_paint_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_screen()
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}", Terminal())
    for term, has in (("xterm", True), ("dumb", False)):
        monkeypatch.setenv("TERM", term)
        assert has_screen() is has


@pytest.mark.parametrize(("term", "has"), [("xterm", True), ("linux", True), ("vt100", False), ("xterm-mono", False)])
def test_which_terminals_have_colours(term: str, has: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    assert has_colours() is has
