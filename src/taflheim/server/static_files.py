"""The files that pages load: read and compressed once, and kept by browsers for ever.

They are served under a digest of them all. After an update the digest is another one, so nobody plays with an old
script, and until then nobody asks twice.
"""

import gzip
import hashlib
import mimetypes
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
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


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
            self._files[name] = _file(name, self._plain[name])
        return self._files.get(name)

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
