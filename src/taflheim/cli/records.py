"""Games that a command is about: in a file, or in the hall of this machine."""

import asyncio
import re
from pathlib import Path

from taflheim.cli.progress import compile_games
from taflheim.games.record import Record
from taflheim.games.record_text import game_of
from taflheim.terminal.plain.files import read_text


def read_record(file: str) -> Record:
    """The record in a file; its game is compiled."""
    return parse_record(read_text(file))


def parse_record(text: str) -> Record:
    """The record with this text; its game is compiled."""
    compile_games([game_of(text).name])
    return Record.parse(text)


def is_id(named: str) -> bool:
    """Whether this can be the id of a game, and is no file."""
    return not Path(named).expanduser().exists() and re.fullmatch(r"[A-Za-z0-9_-]+", named) is not None


def found_record(named: str) -> Record:
    """The record in a file, or of a table of this machine's hall, by the id that its address ends with."""
    if not is_id(named):
        return read_record(named)
    from taflheim.hall import archive
    from taflheim.hall.folder import data_folder

    record = asyncio.run(archive.stored_tree(data_folder(), named)).record
    compile_games([record.game.name])
    return record
