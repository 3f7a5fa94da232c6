"""Where settings come from: flags before the environment before a file before what is usual."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import Field
from pathlib import Path
from typing import Any, NamedTuple

from taflheim.games.message import quoted
from taflheim.hall.folder import data_folder
from taflheim.hall.settings import KNOWN, InvalidSetting, Settings, is_secret, read

CONFIG = "config.toml"
"""The name of the file in the data folder."""


class Loaded(NamedTuple):
    """Settings, and where each of them comes from."""

    settings: Settings
    sources: Mapping[str, str]
    """By the setting's name: a flag, a variable, a file; nothing where it is as usual."""


def load(flags: Mapping[str, object] | None = None, config: Path | None = None, folder: Path | None = None) -> Loaded:
    """Read all settings. Flags that are None were not given. Raises InvalidSetting, or OSError for a file that was
    named and is not there."""
    folder = folder or data_folder()
    named = config or (Path(os.environ["TAFLHEIM_CONFIG"]) if os.environ.get("TAFLHEIM_CONFIG") else None)
    file = named or folder / CONFIG
    in_file = _of_file(file) if named or file.exists() else {}
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for setting in KNOWN:
        name, variable = setting.name, variable_of(setting)
        if (flags or {}).get(name) is not None:
            given, source = (flags or {})[name], flag_of(setting)
        elif os.environ.get(variable):
            given, source = os.environ[variable], variable
        elif name in in_file:
            given, source = in_file[name], str(file)
        else:
            continue
        try:
            values[name] = read(setting, given)
        except InvalidSetting as error:
            raise InvalidSetting(f"{error} ({source})") from None
        sources[name] = source
    return Loaded(Settings(folder, **values), sources)


def variable_of(setting: Field[Any]) -> str:
    """The variable of the environment for a setting."""
    return f"TAFLHEIM_{setting.name.upper()}"


def flag_of(setting: Field[Any]) -> str:
    """The flag for a setting.

    >>> [flag_of(setting) for setting in KNOWN][:3]
    ['--host', '--port', '--public-url']
    """
    return f"--{setting.name.replace('_', '-')}"


def shown(setting: Field[Any], settings: Settings) -> str:
    """A setting's value as anybody may see it: without secrets.

    >>> address = Settings(Path("."), database_url="postgresql://anna:secret@db/hall")
    >>> [shown(setting, address) for setting in KNOWN if setting.name == "database_url"]
    ['postgresql://anna:***@db/hall']
    """
    value = str(getattr(settings, setting.name))
    if not is_secret(setting) or not value:
        return value
    if setting.name == "database_url":
        from sqlalchemy import make_url  # not for the help of a command

        # A password may stand among the parameters, too.
        return make_url(value).set(query={}).render_as_string(hide_password=True)
    return "***"


def _of_file(file: Path) -> dict[str, object]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"{file} cannot be read: {error}") from None
    for name in found.keys() - {setting.name for setting in KNOWN}:
        raise InvalidSetting(f"{file}: there is no setting {quoted(name)}; `taflheim config` lists them")
    return found
