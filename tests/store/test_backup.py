"""What a backup looks like; test_restore.py shows that everything comes back from it."""

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stores import NOW, opened, owner, run
from taflheim.store import accounts, backup, restore
from taflheim.store.backup import Digest, InvalidBackup, Told
from taflheim.store.schema import REVISIONS


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """A database with seven people, each the maker of another: the first was made by the last."""

    async def work() -> None:
        async with opened(tmp_path / "taflheim.sqlite") as store:
            maker = (await owner(store)).id
            for n in range(6):
                maker = (await store.write(accounts.add, "bot", f"Zoë-{n}", f"zoë-{n}", NOW, maker=maker)).id

    run(work())
    with closing(sqlite3.connect(tmp_path / "taflheim.sqlite")) as database, database:
        database.execute(
            "UPDATE accounts SET maker_id = (SELECT id FROM accounts WHERE name = 'Zoë-5') WHERE name = 'Anna'"
        )
    return tmp_path / "taflheim.sqlite"


def test_what_is_in_it(where: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    (tmp_path / "backup.zip.new").write_text("left behind by one that was killed")
    told = restore.back_up(where, file, NOW)
    assert not (tmp_path / "backup.zip.new").exists()
    with zipfile.ZipFile(file) as archive:
        about = json.loads(archive.read("backup.json"))
        rows = archive.read("accounts.jsonl").decode().splitlines()
    assert (about["format"], about["made_ms"], about["revision"]) == (1, NOW, REVISIONS[-1])
    assert Told(**{name: about[name] for name in Told._fields}) == told == backup.read(file)
    assert told.rows["accounts"] == len(rows) == 7
    assert told.columns["accounts"] == sorted(told.columns["accounts"])
    assert not {"alembic_version", "sessions", "access_tokens", "feeds"} & set(told.columns)
    assert sum("Zoë" in row for row in rows) == 6, "as people can read it"


def test_any_number_of_rows_comes_back(where: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _makers(where)
    for at_once in (1, 2, 3, 7, 8):
        monkeypatch.setattr(backup, "_ROWS_AT_ONCE", at_once)
        file, other = tmp_path / f"{at_once}.zip", tmp_path / f"{at_once}.sqlite"
        restore.back_up(where, file, NOW)
        restore.restore(other, file)
        assert _makers(other) == before and len(before) == 7


def _makers(where: Path) -> list[tuple[str, str | None]]:
    """Who has made whom, by name."""
    asked = (
        "SELECT one.name, maker.name FROM accounts one LEFT JOIN accounts maker ON maker.id = one.maker_id ORDER BY 1"
    )
    with closing(sqlite3.connect(where)) as database:
        return database.execute(asked).fetchall()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda about: about | {"format": 2}, "newer"),
        (lambda about: about | {"revision": "9999"}, "newer"),
        (lambda about: {name: value for name, value in about.items() if name != "rows"}, "no backup"),
        (lambda about: [about], "no backup"),
        (lambda about: about | {"digests": about["digests"] | {"names": "0" * 64}}, "what it says of names is not"),
        (lambda about: about | {"columns": about["columns"] | {"unknown": ["id"]}}, "damaged"),
    ],
)
def test_what_is_no_backup(
    where: Path, tmp_path: Path, change: Callable[[dict[str, dict[str, str]]], object], sentence: str
) -> None:
    file, spoilt = tmp_path / "backup.zip", tmp_path / "spoilt.zip"
    restore.back_up(where, file, NOW)
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(spoilt, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, json.dumps(change(json.loads(content))) if name == "backup.json" else content)
    with pytest.raises(InvalidBackup, match=sentence):
        restore.check(spoilt)


def test_a_digest_of_lines_in_any_order() -> None:
    lines = [str(n).encode() for n in range(100)]
    one, other = Digest(), Digest()
    assert (one.text(), one.rows) == ("0" * 64, 0)
    single = Digest()
    single.add(b"a")
    assert single.text() == hashlib.sha256(b"a").hexdigest(), "as in backups that were made before"
    texts = set()
    for line in lines:
        one.add(line)
        texts.add(one.text())
    for line in reversed(lines):
        other.add(line)
    assert one.text() == other.text() and one.rows == other.rows == 100
    assert len(texts) == 100 and {len(text) for text in texts} == {64}
