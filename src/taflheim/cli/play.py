"""Playing on this terminal: `taflheim play`."""

from argparse import ArgumentParser, Namespace

from taflheim.cli.arguments import add_ascii, add_game, chosen_position
from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games


def _arguments(parser: ArgumentParser) -> None:
    add_game(parser, nargs="?")
    parser.add_argument("--plain", action="store_true", help="line by line (for now the only way)")
    parser.add_argument("--position", metavar="POSITION", help="where to begin")
    parser.add_argument("--record", metavar="FILE", help="go on with a game that was saved")
    add_ascii(parser)


def _run(options: Namespace) -> None:
    from taflheim.terminal import plain

    if options.record:
        record = plain.read_record(options.record)
    else:
        options.game = options.game or plain.choose_game()
        if not options.game:
            return
        start = chosen_position(options)
        record = start.game.record(start)
    compile_games([record.game.name])
    plain.play(record, record.game.start, ascii_only=options.ascii)


PLAY = Command("play", "Play on this terminal", "play hivolts --mhos gentle --seed 7 --plain", _arguments, _run)
