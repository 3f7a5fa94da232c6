"""The files that pages load."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from taflheim.server.static_files import StaticFiles, static_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "board.js").write_text("export const size = 11;\n" * 50)
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def get(files: StaticFiles, path: str, method: str = "GET", encoding: str = "gzip") -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=[Mount("/static", files)]))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.request(method, path, headers={"Accept-Encoding": encoding})

    return asyncio.run(ask())


def test_kept_for_ever_under_the_digest_of_them_all(folder: Path) -> None:
    files = StaticFiles(folder)
    found = get(files, f"/static/{files.digest}/board/board.js")
    assert found.text.startswith("export const size")
    assert found.headers["content-type"].startswith("text/javascript")
    assert "immutable" in found.headers["cache-control"] and "max-age=31536000" in found.headers["cache-control"]
    for missing in ("board/board.js", "0123456789ab/board/board.js", f"{files.digest}/x.js", f"{files.digest}/", ""):
        answer = get(files, f"/static/{missing}")
        assert answer.status_code == 404 and "immutable" not in answer.headers.get("cache-control", "")


def test_the_digest_changes_with_any_file(folder: Path) -> None:
    before = StaticFiles(folder).digest
    assert StaticFiles(folder).digest == before
    (folder / "icon.svg").rename(folder / "sign.svg")
    renamed = StaticFiles(folder).digest
    (folder / "sign.svg").write_text("<svg />")
    assert len({before, renamed, StaticFiles(folder).digest}) == 3


def test_a_style_sheet_is_sent_with_those_that_it_imports(folder: Path) -> None:
    (folder / "style" / "table" / "end").mkdir(parents=True)
    (folder / "style" / "table.css").write_text('/* All. */\n\n@import "table/page.css";\n@import "table/end.css";\n')
    (folder / "style" / "table" / "page.css").write_text("@layer page {\n}\n")
    (folder / "style" / "table" / "end.css").write_text('@import "end/last.css";\n')
    (folder / "style" / "table" / "end" / "last.css").write_text("b {\n}\n")
    files = StaticFiles(folder)
    for encoding in ("gzip", "identity"):
        sent = get(files, f"/static/{files.digest}/style/table.css", encoding=encoding)
        assert sent.text == "/* All. */\n\n@layer page {\n}\nb {\n}\n"


def test_the_modules_of_a_script_are_all_that_it_imports(folder: Path) -> None:
    several = 'import {\n  a,\n} from "./a.js";\n'
    (folder / "page.js").write_text(f'import {{ size }} from "./board/board.js";\n{several}import("./later.js");\n')
    (folder / "a.js").write_text('import "./page.js";\nexport { b } from "./board/b.js";\n')
    (folder / "board" / "b.js").write_text('import { a } from "../a.js";\n')
    assert StaticFiles(folder).modules("page.js") == ["a.js", "board/b.js", "board/board.js"]


def test_compressed_for_those_who_can_read_that(folder: Path) -> None:
    files = StaticFiles(folder)
    where = f"/static/{files.digest}/board/board.js"
    zipped, plain = get(files, where), get(files, where, encoding="identity")
    assert zipped.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert zipped.content == plain.content  # httpx has unpacked the one
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"])
    assert zipped.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    file = files.file("board/board.js")
    assert file and file.zipped and gzip.decompress(file.zipped) == plain.content
    # What does not get smaller stays as it is.
    assert "content-encoding" not in get(files, f"/static/{files.digest}/icon.svg").headers


def test_nothing_but_reading(folder: Path) -> None:
    files = StaticFiles(folder)
    assert get(files, f"/static/{files.digest}/icon.svg", "POST").status_code == 405
    head = get(files, f"/static/{files.digest}/icon.svg", "HEAD")
    assert head.status_code == 200 and head.headers["content-length"] == "6"


def test_nothing_outside_the_folder(folder: Path) -> None:
    files = StaticFiles(folder / "board")
    for path in ("../icon.svg", "%2e%2e/icon.svg", "/etc/passwd", "..%2ficon.svg"):
        assert get(files, f"/static/{files.digest}/{path}").status_code == 404


def test_the_types_that_browsers_want() -> None:
    files = static_files()
    names = [name for name in files.names() if not name.endswith(".md")]
    kinds = {Path(name).suffix: files.file(name) for name in names}
    assert {suffix: file and file.media_type for suffix, file in kinds.items()} == {
        ".js": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".wav": "audio/wav",
    }
