"""The files that pages load: read and compressed once, and kept by browsers for ever.

Their addresses contain a digest of all files. It changes with every update, so a browser never mixes old and new
scripts, and until then it need not ask again.

A style sheet that imports others is sent as one: a browser would see the imports only when it has the sheet, and paint
only when it has them all.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "static"

_FOR_EVER = "public, max-age=31536000, immutable"
_DIGEST_LETTERS = 12
# Not left to the machine's own table of types: on some, scripts are called plain text there, and browsers refuse them.
_TYPES = {
    ".wav": "audio/wav",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
_IMPORTED_SHEET = re.compile(rb'^@import "(.+)";\n', re.MULTILINE)
_IMPORTED_MODULE = re.compile(rb'^(?:import|\} from|export) .*?"(\.[^"]+)";$', re.MULTILINE)


class File(NamedTuple):
    """A file as it is sent."""

    media_type: str
    plain: bytes
    zipped: bytes | None
    """None where compressing does not make it smaller."""


class StaticFiles:
    """An application that serves the files of a folder under `/DIGEST/`."""

    def __init__(self, folder: Path = FOLDER):
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
        self.digest = _digest(found)
        self._plain = found
        self._files: dict[str, File] = {}

    def names(self) -> list[str]:
        """The paths of all files."""
        return list(self._plain)

    def file(self, name: str) -> File | None:
        """A file by its path in the folder; it is compressed when it is first asked for."""
        if name not in self._files and name in self._plain:
            self._files[name] = _file(name, self._joined(name) if name.endswith(".css") else self._plain[name])
        return self._files.get(name)

    def modules(self, script: str) -> list[str]:
        """The paths of all that a script imports, and that these import: what a page names is loaded at once."""
        found = {script}
        waiting = [script]
        while waiting:
            path = waiting.pop()
            names = (name.decode() for name in _IMPORTED_MODULE.findall(self._plain[path]))
            new = {posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in names} - found
            found |= new
            waiting += new
        return sorted(found - {script})

    def _joined(self, sheet: str) -> bytes:
        folder = posixpath.dirname(sheet)
        return _IMPORTED_SHEET.sub(
            lambda found: self._joined(posixpath.join(folder, found[1].decode())), self._plain[sheet]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._response(scope)(scope, receive, send)

    def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405)
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        digest, _, name = path.partition("/")
        file = self.file(name) if digest == self.digest else None
        if file is None:
            return PlainTextResponse("There is no such file here.", 404)
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        if file.zipped is not None and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            return Response(file.zipped, media_type=file.media_type, headers=headers | {"Content-Encoding": "gzip"})
        return Response(file.plain, media_type=file.media_type, headers=headers)


@cache
def static_files() -> StaticFiles:
    """The files of this program."""
    return StaticFiles()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _digest(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:_DIGEST_LETTERS]


def _file(name: str, plain: bytes) -> File:
    media_type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    zipped = gzip.compress(plain, mtime=0)
    return File(media_type, plain, zipped if len(zipped) < len(plain) else None)
