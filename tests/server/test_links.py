"""Under which address others find a hall, and the code that leads their phones there."""

from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request

from taflheim.server.links import Reach, qr_code, reach
from taflheim.server.network import Network


def asked(host: str, network: Network | None = None, scheme: str = "http") -> Request:
    """A request that came to this host."""
    app = Starlette()
    if network:
        app.state.network = network
    headers = [(b"host", host.encode())]
    return Request({"type": "http", "scheme": scheme, "path": "/menu", "headers": headers, "app": app})


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
def test_links_of_a_hall_of_ones_own_are_for_this_machine(host: str) -> None:
    assert reach(asked(host)) == Reach(f"http://{host}", "machine")


def test_links_of_a_host_are_for_everybody() -> None:
    assert reach(asked("tafl.example", scheme="https")) == Reach("https://tafl.example", "everybody")


def test_links_lead_by_the_local_network_while_it_is_shared(tmp_path: Path) -> None:
    app = Starlette()
    network = Network(tmp_path, set(), lambda: uvicorn.Config(app), 8080)
    assert reach(asked("localhost:8080", network)).whom == "machine"
    network.address = "http://192.168.0.7:8080"
    assert reach(asked("localhost:8080", network)) == Reach("http://192.168.0.7:8080", "network")


def test_a_code_has_the_colours_of_the_page_and_a_name() -> None:
    drawn = qr_code("http://192.168.0.7:8080/table/x")
    assert drawn.startswith('<svg role="img" aria-label="QR code of the link" viewBox="0 0 ')
    assert drawn.count("<svg") == 1 and 'class="qr"' in drawn and 'class="qr-line"' in drawn
    assert "stroke" not in drawn and "fill" not in drawn and "width" not in drawn
    # 21 and more squares with an edge of two: a micro code, which few phones read, has fewer.
    assert 'viewBox="0 0 25 25"' in qr_code("x")
