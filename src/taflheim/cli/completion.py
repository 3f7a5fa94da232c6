"""What shells complete: `taflheim completion`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.command import Command
from taflheim.cli.described import described
from taflheim.cli.shells import bash, fish, zsh

_SHELLS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(_SHELLS), help="for which shell")


def _run(options: Namespace) -> None:
    from taflheim.cli.program import build_parser

    print(_SHELLS[options.shell](described(build_parser())), end="")


COMPLETION = Command(
    "completion", "Print a script by which a shell completes commands", "completion bash", _arguments, _run
)
