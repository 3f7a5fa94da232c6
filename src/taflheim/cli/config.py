"""`taflheim config`: the settings, and where each comes from."""

from argparse import Namespace

from taflheim.cli.command import Command
from taflheim.cli.serve import add_settings, given_settings
from taflheim.hall.settings import KNOWN
from taflheim.hall.settings_sources import shown


def _run(options: Namespace) -> None:
    settings, sources = given_settings(options)
    print(f"# data folder: {settings.folder}")
    for setting in KNOWN:
        value = shown(setting, settings)
        number = isinstance(setting.default, int)
        line = f"{setting.name} = {value if number else _quoted(value)}"
        print(f"{line:<50} # {sources.get(setting.name, 'default')}: {setting.metadata['about']}")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


CONFIG = Command(
    "config",
    "Show all settings and where each comes from, as a file that can be changed (secrets are hidden)",
    "config --public-url https://games.example.org",
    add_settings,
    _run,
)
