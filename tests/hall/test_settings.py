"""Settings: what each may be, and what is usual."""

from pathlib import Path

import pytest

from taflheim.hall.settings import KNOWN, InvalidSetting, Settings, is_secret, proxies, read

BY_NAME = {setting.name: setting for setting in KNOWN}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("public_url", "HTTPS://Games.Example:443/", "https://games.example"),
        ("public_url", "http://[2001:DB8::1]:8000", "http://[2001:db8::1]:8000"),
        ("public_url", "http://games.example:80", "http://games.example"),
        ("public_url", "https://games.example:80", "https://games.example:80"),
        ("public_url", "", ""),
        ("proxy", " 10.0.0.1, ", "10.0.0.1,"),
        ("log_format", "json", "json"),
        ("log_level", "debug", "debug"),
        ("port", "0", 0),
        ("metrics_port", 65535, 65535),
        ("messages_per_second", "1", 1),
        ("messages_per_second", 1_000_000, 1_000_000),
        ("proxy", "127.0.0.1, 10.0.0.0/8", "127.0.0.1, 10.0.0.0/8"),
        ("log_in_per_account", "7/minute; 9/day", "7/minute; 9/day"),
        ("connections_per_address", 5, 5),
        ("redis_url", "redis://:word@cache:6379/0", "redis://:word@cache:6379/0"),
        ("redis_url", "rediss://cache", "rediss://cache"),
        ("redis_url", "unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("redis_url", "", ""),
        ("workers", "1", 1),
        ("chat_per_table", "300/minute", "300/minute"),
        ("host", " 0.0.0.0 ", "0.0.0.0"),
        ("ray_address", "head:6379", "head:6379"),
    ],
)
def test_what_settings_may_be(name: str, given: object, value: object) -> None:
    assert read(BY_NAME[name], given) == value


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("port", "65536"),
        ("port", "-1"),
        ("port", "\N{ARABIC-INDIC DIGIT THREE}"),
        ("metrics_port", True),
        ("connections_per_address", 0),
        ("connections_per_address", 1_000_001),
        ("host", 1),
        ("public_url", "https://"),
        ("public_url", "https://games.example?table"),
        ("database_url", "://"),
        ("public_url", "games.example"),
        ("public_url", "https://games.example/path"),
        ("public_url", "https://user@games.example"),
        ("public_url", "https://games.example:port"),
        ("public_url", "ftp://games.example"),
        ("proxy", "the proxy"),
        ("log_format", "xml"),
        ("log_level", "loud"),
        ("register_in_all", "often"),
        ("database_url", "secret-of-mine"),
        ("redis_url", "http://secret-of-mine"),
        ("workers", 0),
        ("chat_per_table", "much"),
        ("chat_per_account", ""),
    ],
)
def test_what_settings_may_not_be(name: str, given: object) -> None:
    with pytest.raises(InvalidSetting, match=name) as refused:
        read(BY_NAME[name], given)
    assert "secret-of-mine" not in str(refused.value)


def test_where_the_database_is(tmp_path: Path) -> None:
    assert Settings(tmp_path).database == tmp_path / "taflheim.sqlite"
    address = "postgresql://db/hall"
    assert read(BY_NAME["database_url"], address) == address
    assert Settings(tmp_path, database_url=address).database == address


def test_what_is_not_set_is_safe_for_a_hall_of_ones_own(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    assert (settings.host, settings.port, settings.metrics_port, settings.https) == ("127.0.0.1", 0, 0, False)
    assert (settings.connections_per_address, settings.messages_per_second) == (100, 40)
    assert Settings(tmp_path, public_url="https://games.example").https
    assert settings.workers == 1 and settings.shared is False
    assert Settings(tmp_path, redis_url="redis://cache").shared is True
    for limits, names in (
        (settings.log_in_limits, ("log_in_per_account", "log_in_per_address", "log_in_in_all")),
        (settings.register_limits, ("register_per_address", "register_in_all")),
        (settings.guest_limits, ("guest_per_address", "guest_in_all")),
        (settings.chat_limits, ("chat_per_account", "chat_per_table")),
    ):
        assert list(limits.values()) == [BY_NAME[name].default for name in names]


def test_proxies_are_networks() -> None:
    assert [str(network) for network in proxies("127.0.0.1,::1, 10.0.0.0/8")] == [
        "127.0.0.1/32",
        "::1/128",
        "10.0.0.0/8",
    ]
    assert proxies("") == ()


def test_what_holds_a_password_is_shown_to_nobody() -> None:
    secret = {setting.name for setting in KNOWN if is_secret(setting)}
    assert secret == {"database_url", "redis_url", "metrics_token"}
    assert {is_secret(setting) for setting in KNOWN} == {True, False}
