"""A move with reasons: `taflheim hint`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.command import Command
from taflheim.cli.thinking import add_limits, add_subject, chosen_limits, chosen_record, until_interrupted


def _arguments(parser: ArgumentParser) -> None:
    add_subject(parser)
    add_limits(parser, "about one")


def _run(options: Namespace) -> None:
    record = chosen_record(options)
    limits = chosen_limits(options)
    from taflheim.engine.insight.hint import hint

    print(until_interrupted(lambda stop: hint(record, limits, stop=stop)))


HINT = Command("hint", "Recommend a move and say why", "hint halatafl --record friday.txt", _arguments, _run)
