"""Without a command: the hall opens."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace


def arguments(parser: ArgumentParser) -> None:
    """Where it is served and how it is shown."""
    parser.add_argument("--browser", action="store_const", dest="show", const="browser", help="open in the browser")
    parser.add_argument("--no-window", action="store_const", dest="show", const="nothing", help="serve, open nothing")
    parser.add_argument("--port", type=_port, help="serve on this port (default: any that is free)")
    # For programs that start a hall for themselves (client/local_hall.py).
    parser.add_argument("--until-input-ends", action="store_true", help=SUPPRESS)
    parser.set_defaults(show="window")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text) <= 65535:
        raise ArgumentTypeError(f"{text!r}: expected a number from 0 to 65535")
    return int(text)


def run(options: Namespace) -> None:
    """Serve until it is closed."""
    from taflheim.hall.settings_sources import load
    from taflheim.server import program

    settings = load({"port": options.port}).settings
    program.run(settings, show=options.show, until_input_ends=options.until_input_ends)
