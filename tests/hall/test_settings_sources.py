"""Where settings come from, and that nobody sees a secret."""

from pathlib import Path

import pytest

from taflheim.hall.settings import KNOWN, InvalidSetting, Settings, is_secret
from taflheim.hall.settings_sources import load, shown, variable_of


@pytest.fixture(autouse=True)
def nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFLHEIM_CONFIG", raising=False)
    for setting in KNOWN:
        monkeypatch.delenv(variable_of(setting), raising=False)


def test_flags_come_before_the_environment_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text('host = "::1"\nport = 1\nlog_format = "json"\n')
    monkeypatch.setenv("TAFLHEIM_HOST", "192.0.2.1")
    monkeypatch.setenv("TAFLHEIM_PORT", "2")
    settings, sources = load({"port": "3", "proxy": None}, folder=tmp_path)
    assert (settings.port, settings.host, settings.log_format, settings.proxy) == (3, "192.0.2.1", "json", "")
    assert sources == {"port": "--port", "host": "TAFLHEIM_HOST", "log_format": str(tmp_path / "config.toml")}


def test_another_file_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "other.toml"
    file.write_text("port = 4\n")
    assert load(config=file, folder=tmp_path).settings.port == 4
    monkeypatch.setenv("TAFLHEIM_CONFIG", str(file))
    assert load(folder=tmp_path).settings.port == 4
    with pytest.raises(FileNotFoundError):
        load(config=tmp_path / "missing.toml", folder=tmp_path)


@pytest.mark.parametrize("text", ["port = 1\nprot = 2\n", "port = ", "port = true\n", "host = 1\n", "\ufffe"])
def test_a_file_with_mistakes_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-16" if text == "\ufffe" else "utf-8")
    with pytest.raises(InvalidSetting, match=r"config\.toml"):
        load(folder=tmp_path)


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    address = "postgresql://anna:hush@db/hall?password=hush2"
    settings = Settings(tmp_path, database_url=address, metrics_token="hush3", public_url="https://games.example")
    told = {setting.name: shown(setting, settings) for setting in KNOWN}
    assert "hush" not in " ".join(told.values())
    assert told["public_url"] == "https://games.example"
    assert {setting.name for setting in KNOWN if is_secret(setting)} == {"database_url", "redis_url", "metrics_token"}
