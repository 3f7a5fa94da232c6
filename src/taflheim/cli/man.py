"""The manual, from the same texts as help: `taflheim man`."""

from argparse import Namespace

from taflheim import __version__
from taflheim.cli.arguments import nothing
from taflheim.cli.command import Command
from taflheim.cli.described import Argument, CommandText, described

_ENVIRONMENT = (
    ("TAFLHEIM_HOME", "The data folder of the hall on this machine: games, accounts, settings."),
    ("TAFLHEIM_CONFIG", "A file with the settings of a hall that is served."),
    ("TAFLHEIM_CACHE", "Where compiled rules are kept."),
    ("TAFLHEIM_TOKEN", "An access token, shown to every hall that --server names."),
    ("TAFLHEIM_LOGINS", "Where logins are kept, by server."),
    ("TAFLHEIM_RAY_ADDRESS", "A Ray cluster to think on, where --ray does not name one."),
    ("NO_COLOR", "If it is set, nothing is coloured."),
)
_STATUSES = (
    ("0", "All went well."),
    ("1", "The hall could not be opened."),
    ("2", "The arguments mean nothing, or something was refused; a sentence says what to do."),
    ("130", "Interrupted."),
)


def page(program: CommandText) -> str:
    """The manual as roff."""
    lines = [
        f'.TH TAFLHEIM 1 "" "Taflheim {__version__}" "Games"',
        ".SH NAME",
        "taflheim \\- a hall of board games",
        ".SH SYNOPSIS",
        *_synopsis(program),
        *(line for command in program.commands for line in _synopsis(command)),
        ".SH DESCRIPTION",
        _text(program.description),
        *_options(program),
        *_example(program),
        ".SH COMMANDS",
        *(line for command in program.commands for line in _command(command)),
        *_table("ENVIRONMENT", _ENVIRONMENT),
        *_table("EXIT STATUS", _STATUSES),
    ]
    return "\n".join(lines) + "\n"


def _synopsis(command: CommandText) -> list[str]:
    *before, name = command.path
    words = [f"\\fB{_text(' '.join([*before, name]))}\\fR"]
    words += ["[\\fIoptions\\fR]"] if any(option.flags[0] != "-h" for option in command.options) else []
    words += [_place(place) for place in command.places]
    words += ["\\fICOMMAND\\fR"] if command.commands and before else []
    return [" ".join(words), ".br"]


def _place(place: Argument) -> str:
    name = f"\\fI{_text(place.values.name if place.values else '')}\\fR"
    return {"?": f"[{name}]", "*": f"[{name} ...]"}.get(place.times, name)


def _command(command: CommandText) -> list[str]:
    """A command with all that it takes; those below it follow."""
    if command.commands:
        heading = [f".SS {_text(' '.join(command.path[1:]))}", _text(command.description or f"{command.about}.")]
        return [*heading, *_example(command), *(line for sub in command.commands for line in _command(sub))]
    return [
        f".SS {_text(' '.join(command.path[1:]))}",
        _text(command.description or f"{command.about}."),
        *_options(command),
        *_example(command),
    ]


def _options(command: CommandText) -> list[str]:
    lines = []
    for place in command.places:
        if place.about:
            lines += [".TP", _place(place), _text(place.about)]
    for option in command.options:
        if option.flags[0] == "-h":
            continue
        value = f" \\fI{_text(option.values.name)}\\fR" if option.values else ""
        lines += [".TP", ", ".join(f"\\fB{_text(flag)}\\fR" for flag in option.flags) + value, _text(option.about)]
    return lines


def _example(command: CommandText) -> list[str]:
    return [".PP", "Example:", ".PP", ".RS", ".nf", _text(command.example), ".fi", ".RE"] if command.example else []


def _table(title: str, rows: tuple[tuple[str, str], ...]) -> list[str]:
    return [f".SH {title}", *(line for name, about in rows for line in (".TP", f"\\fB{_text(name)}\\fR", _text(about)))]


def _text(text: str) -> str:
    """A text as roff reads it."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped


def _run(_: Namespace) -> None:
    from taflheim.cli.program import build_parser

    print(page(described(build_parser())), end="")


MAN = Command("man", "Print the manual, for the program man", "man | man -l -", nothing, _run)
