"""The port is the same after a restart, if it can be."""

import socket
from pathlib import Path

import pytest

from taflheim.server.listening import listen


def port_of(listening: socket.socket) -> int:
    return int(listening.getsockname()[1])


def test_each_folder_keeps_its_port(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with listen(tmp_path / "a") as one, listen(tmp_path / "b") as other:
        ports = port_of(one), port_of(other)
        assert one.getsockname()[0] == "127.0.0.1"
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    with listen(tmp_path / "b") as other, listen(tmp_path / "a") as one:
        assert (port_of(one), port_of(other)) == ports


def test_a_taken_port_is_left_to_whoever_has_it(tmp_path: Path) -> None:
    with listen(tmp_path) as first:
        taken = port_of(first)
        with listen(tmp_path) as second:
            moved = port_of(second)
            assert moved != taken
            with pytest.raises(OSError, match="in use"):
                listen(tmp_path, taken)
    with listen(tmp_path) as third:
        assert port_of(third) == moved


def test_a_chosen_port_is_for_once(tmp_path: Path) -> None:
    with listen(tmp_path) as usual:
        port = port_of(usual)
    with socket.create_server(("127.0.0.1", 0)) as found:
        other = port_of(found)
    with listen(tmp_path, other) as chosen:
        assert port_of(chosen) == other
    with listen(tmp_path) as again:
        assert port_of(again) == port


@pytest.mark.parametrize("text", ["", "many", "-5", "0", "80", "99999", "\N{SNOWMAN}"])
def test_a_spoilt_note_costs_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "port").write_text(text, encoding="utf-8")
    with listen(tmp_path) as listening:
        assert int((tmp_path / "port").read_text()) == port_of(listening) > 1023


def test_a_folder_that_cannot_be_written_to_is_served(tmp_path: Path) -> None:
    with listen(tmp_path / "missing") as listening:
        assert port_of(listening)
