"""Where logins are kept: for their owner alone, and nothing is lost of the others."""

import json
import stat
from pathlib import Path

import platformdirs
import pytest

from taflheim.client import credentials
from taflheim.client.credentials import Bearer, Login, Session, credential_for, forget, keep, kept, logins
from taflheim.client.http import Address, Response
from taflheim.games.errors import TaflheimError

HERE, THERE = "http://localhost:8000", "https://games.example"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    named = tmp_path / "some" / "where" / "logins.json"
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(named))
    monkeypatch.delenv("TAFLHEIM_TOKEN", raising=False)
    return named


def test_what_is_kept_is_found_again_by_its_server() -> None:
    assert logins() == {} and kept(HERE) is None
    keep(HERE, Session("taflheim-1=abc"), "Anna")
    keep(f"{THERE}:443/lobby", Bearer("taflheim_x"), "Bo")
    assert kept(f"{HERE}/tables/x") == Session("taflheim-1=abc") and kept(THERE) == Bearer("taflheim_x")
    assert kept("http://localhost:8001") is None and kept("http://games.example") is None
    keep(HERE, Session("taflheim-1=def"), "Anna")
    assert list(logins()) == [THERE, HERE] and logins()[HERE] == Login(Session("taflheim-1=def"), "Anna")
    forget(THERE)
    forget(THERE)
    assert list(logins()) == [HERE]


def test_it_is_for_its_owner_alone(file: Path) -> None:
    for _ in range(2):
        keep(HERE, Bearer("x"), "Anna")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        file.chmod(0o644)  # copied by somebody; the next time it is as it should be
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_what_was_left_half_written_is_in_nobodys_way(file: Path) -> None:
    keep(HERE, Bearer("x"), "Anna")
    file.with_name("logins.json.new").write_text("{")
    keep(THERE, Bearer("y"), "Bo")
    assert list(logins()) == [HERE, THERE]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"http://x": {}}', '{"http://x": []}', '{"http://x": {"token": "t"}}']
)
def test_a_file_that_cannot_be_read_is_kept_as_it_is(text: str, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text)
    for ask in (logins, lambda: kept(HERE), lambda: forget(HERE), lambda: keep(HERE, Bearer("x"), "Anna")):
        with pytest.raises(TaflheimError, match="remove it, and log in again"):
            ask()
    assert file.read_text() == text


def test_a_place_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(tmp_path / "file" / "logins.json"))
    with pytest.raises(TaflheimError, match=r"cannot be read \(Not a directory\)"):
        logins()
    monkeypatch.setenv("TAFLHEIM_LOGINS", str(tmp_path))
    with pytest.raises(TaflheimError, match=r"cannot be read \(Is a directory\)"):
        logins()
    monkeypatch.setattr(credentials, "logins", dict)
    with pytest.raises(TaflheimError, match="cannot be written"):
        keep(HERE, Bearer("x"), "Anna")


def test_the_usual_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFLHEIM_LOGINS")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    keep(HERE, Bearer("x"), "Anna")
    file = Path(platformdirs.user_config_dir("taflheim", appauthor=False)) / "logins.json"
    assert tmp_path in file.parents and json.loads(file.read_text()) == {HERE: {"token": "x", "name": "Anna"}}


def test_a_token_of_the_environment_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    keep(HERE, Session("taflheim-1=abc"), "Anna")
    assert credential_for(HERE) == Session("taflheim-1=abc") and credential_for(THERE) is None
    monkeypatch.setenv("TAFLHEIM_TOKEN", " taflheim_x\n")
    assert credential_for(HERE) == credential_for(THERE) == Bearer("taflheim_x")
    monkeypatch.setenv("TAFLHEIM_TOKEN", "")
    assert credential_for(THERE) is None


def test_how_it_is_shown() -> None:
    address = Address.parse(f"{HERE}/menu")
    assert credentials.headers(None, address) == {}
    assert credentials.headers(Bearer("x"), address) == {"Authorization": "Bearer x"}
    assert credentials.headers(Session("a=b"), address) == {"Cookie": "a=b", "Origin": HERE}


def test_the_session_in_an_answer() -> None:
    def answer(*cookies: str) -> Response:
        return Response(200, {}, cookies, b"")

    assert credentials.session_in(answer()) is None
    assert credentials.session_in(answer("route=7; Path=/")) is None
    assert credentials.session_in(answer("route=7", "taflheim-12ab=abc; HttpOnly; Path=/")) == Session(
        "taflheim-12ab=abc"
    )
    assert credentials.session_in(answer("__Host-taflheim-12ab=abc; Secure")) == Session("__Host-taflheim-12ab=abc")
