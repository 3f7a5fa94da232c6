"""Games and pictures of them to take along: `taflheim export`; and games from elsewhere: `taflheim import`."""

import asyncio
import json
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from taflheim.cli.command import Command
from taflheim.cli.progress import compile_games, watched
from taflheim.games.errors import InvalidPosition, InvalidRecord, TaflheimError
from taflheim.games.registry import rulebooks
from taflheim.games.rulebook import either
from taflheim.terminal.plain.files import read_text

if TYPE_CHECKING:
    from taflheim.games.record import Record
    from taflheim.games.tree import Tree

_FORMATS = ("record", "svg", "png", "gif")
_BINARY = ("png", "gif")
_ENDINGS = {".txt": "record", ".svg": "svg", ".png": "png", ".gif": "gif"}


# ---- export -------------------------------------------------------------------------------------------------------


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="ID|FILE", help="a game of the hall, by the id in its address, or a record")
    parser.add_argument("--format", choices=_FORMATS, help="what to make (default: what FILE is called, or the record)")
    parser.add_argument("--ply", type=int, metavar="N", help="the position after N plies, or the game up to there")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it (default: print it)")


def _export(options: Namespace) -> None:
    kind = options.format or _ENDINGS.get(Path(options.output or "").suffix.lower(), "record")
    if kind in _BINARY and not options.output and sys.stdout.isatty():
        raise TaflheimError(f"a {kind.upper()} is nothing to read: say where to write it, as -o game.{kind}")
    made = _made(_tree(options.game), kind, options.ply)
    if options.output:
        Path(options.output).expanduser().write_bytes(made)
    else:
        sys.stdout.buffer.write(made)


def _tree(named: str) -> "Tree":
    from taflheim.games.tree import Tree

    file = Path(named).expanduser()
    if file.exists():
        text = read_text(file)
        _compile_for(text)
        return Tree.parse(text)
    from taflheim.hall import archive
    from taflheim.hall.folder import data_folder

    if not re.fullmatch("[A-Za-z0-9_-]+", named):
        raise TaflheimError(f"{named}: there is no such file, and the id of a game is one word")
    return asyncio.run(archive.stored_tree(data_folder(), named))


def _made(tree: "Tree", kind: str, ply: int | None) -> bytes:
    record = tree.record
    if ply is not None:
        if not 0 <= ply <= len(record.entries):
            raise InvalidPosition(f"--ply {ply}: this game has {len(record.entries)} of them")
        record = record.undo(len(record.entries) - ply)
    if kind == "record":
        return str(tree if ply is None else record).encode()
    from taflheim.draw import svg
    from taflheim.draw.png import png

    if kind == "gif":
        return _gif(record)
    picture = svg.picture(record.position)
    return png(picture) if kind == "png" else picture.encode()


def _gif(record: "Record") -> bytes:
    from taflheim.draw.gif import developing, reel

    frames = reel(record)
    return deque(watched(developing(frames), len(frames.frames), "drawing"), maxlen=1).pop()


# ---- import -------------------------------------------------------------------------------------------------------


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a record; its main line is kept")


def _import(options: Namespace) -> None:
    from taflheim.hall import archive
    from taflheim.hall.folder import HallTaken, data_folder
    from taflheim.hall.hall import person_here

    # All are read before any is kept: a mistake in the last one leaves nothing half done.
    records = [_record(Path(name).expanduser()) for name in options.files]
    folder = data_folder()
    try:
        ids = asyncio.run(archive.import_records(folder, person_here(), records))
    except HallTaken as taken:
        if taken.address is None:
            raise TaflheimError(f"{taken}: wait until it does, or close it, and try again") from None
        ids = _send(folder, taken.address, records)
    for name, table_id in zip(options.files, ids, strict=True):
        print(f"{name}: kept as {table_id}")


def _send(folder: Path, address: str, records: Sequence["Record"]) -> list[str]:
    """Have the hall that holds the folder keep them."""
    import urllib.request
    from http.cookiejar import CookieJar
    from urllib.error import HTTPError, URLError

    from taflheim.hall import tokens
    from taflheim.server.guard import ENTER

    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    token = tokens.mint(tokens.secret(folder), time.time_ns() // 1_000_000)
    ids = []
    try:
        with opener.open(f"{address}{ENTER}?token={token}", timeout=60):
            pass
        for record in records:
            headers = {"Content-Type": "text/plain", "Origin": address}
            asked = urllib.request.Request(f"{address}/records", str(record).encode(), headers)
            with opener.open(asked, timeout=60) as answer:
                ids.append(str(json.load(answer)["id"]))
    except HTTPError as error:
        raise TaflheimError(f"the hall at {address} refused: {error.read().decode('utf-8', 'replace')}") from None
    except (URLError, TimeoutError) as error:
        raise TaflheimError(f"the hall at {address} does not answer ({error}): close it and try again") from None
    return ids


def _record(file: Path) -> "Record":
    from taflheim.games.record import Record

    text = read_text(file)
    _compile_for(text)
    try:
        record = Record.parse(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{file}: {error}") from error
    if not record.moves_made:
        raise InvalidRecord(f"{file}: there are no moves in it")
    return record


def _compile_for(text: str) -> None:
    """Compile the game that a record names now, with a progress bar, rather than silently when it is read."""
    compile_games([name for name in rulebooks() if f'[Game "{name}"]' in text])


EXPORT = Command(
    "export",
    f"Write a game as {either(['text', 'SVG', 'PNG', 'animated GIF'])}",
    "export friday.txt -o friday.gif",
    _export_arguments,
    _export,
)
IMPORT = Command(
    "import",
    "Keep games that were played elsewhere in the hall; they count nowhere",
    "import friday.txt saturday.txt",
    _import_arguments,
    _import,
)
