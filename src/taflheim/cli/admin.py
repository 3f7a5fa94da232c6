"""`taflheim admin`: what a host does with people, tokens and tables, whether the server runs or not."""

import sys
from argparse import ArgumentParser, Namespace
from getpass import getpass
from itertools import groupby
from pathlib import Path

from taflheim.cli.command import Command
from taflheim.hall.host_commands import HOST_COMMANDS, HostCommand


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings as TOML (default: in the data folder)")
    nouns = parser.add_subparsers(title="what about", metavar="WHAT", required=True)
    for noun, commands in groupby(HOST_COMMANDS, _noun):
        many = list(commands)
        if noun == many[0].name:
            _add(nouns.add_parser(noun, help=many[0].about, description=f"{many[0].about}."), many[0])
            continue
        verbs = ", ".join(_verb(command) for command in many)
        about = nouns.add_parser(noun, help=verbs)
        doing = about.add_subparsers(title="what to do", metavar="COMMAND", required=True)
        for command in many:
            _add(doing.add_parser(_verb(command), help=command.about, description=f"{command.about}."), command)


def _add(parser: ArgumentParser, command: HostCommand) -> None:
    shown = [given for given in command.takes if given != "password"]
    for given in shown:
        parser.add_argument(given, metavar=given.upper())
    parser.epilog = f"example: taflheim admin {' '.join([command.name, *(_EXAMPLES[given] for given in shown)])}"
    parser.set_defaults(host_command=command)


def _noun(command: HostCommand) -> str:
    return command.name.split()[0]


def _verb(command: HostCommand) -> str:
    return command.name.split()[-1]


_EXAMPLES = {
    "name": "Anna",
    "new_name": "Berta",
    "token": "4f1c0ffee123",
    "table": "r478CbDQXTZz",
    "number": "3",
    "address": "203.0.113.7",
}


def _run(options: Namespace) -> None:
    from taflheim.hall.settings_sources import load
    from taflheim.server.control_client import have_done

    command: HostCommand = options.host_command
    given = {name: _password() if name == "password" else str(getattr(options, name)) for name in command.takes}
    for line in have_done(load(config=options.config).settings, command.name, given):
        print(line)


def _password() -> str:
    """A password, typed or piped; nothing for one that is made up."""
    if sys.stdin.isatty():
        return getpass("Password (empty: one is made up): ")
    return sys.stdin.readline().rstrip("\r\n")


ADMIN = Command(
    "admin",
    "Do what a host does: people, tokens, tables; while the server runs, too",
    "admin users ban Anna",
    _arguments,
    _run,
)
