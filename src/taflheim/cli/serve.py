"""`taflheim serve`: the hall for people anywhere."""

import gc
from argparse import SUPPRESS, ArgumentParser, Namespace
from pathlib import Path

from taflheim.cli.command import Command
from taflheim.hall.settings import KNOWN, is_secret
from taflheim.hall.settings_sources import Loaded, flag_of, load


def add_settings(parser: ArgumentParser) -> None:
    """A flag for each setting that is no secret: those would be seen in the list of processes."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings as TOML (default: in the data folder)")
    for setting in KNOWN:
        if not is_secret(setting):
            usual = f" (default: {setting.default})" if setting.default else ""
            parser.add_argument(
                flag_of(setting), dest=setting.name, metavar="VALUE", help=setting.metadata["about"] + usual
            )


def given_settings(options: Namespace) -> Loaded:
    """The settings that follow from the flags, the environment and the file."""
    return load({name: value for name, value in vars(options).items() if name != "config"}, options.config)


def _run(options: Namespace) -> None:
    settings = given_settings(options).settings
    if options.worker or settings.workers == 1:
        # What is loaded now stays for good: looking through it for garbage would take a fifth of the time until people
        # can play. Then (server/serve.py) it is looked for again.
        gc.disable()
    from taflheim.server import service

    service.run(settings, options.worker)


def _arguments(parser: ArgumentParser) -> None:
    add_settings(parser)
    # For the processes that --workers starts.
    parser.add_argument("--worker", help=SUPPRESS)


SERVE = Command(
    "serve",
    "Serve the hall to people anywhere, without a window",
    "serve --port 8000 --public-url https://games.example.org --proxy 127.0.0.1",
    _arguments,
    _run,
)
