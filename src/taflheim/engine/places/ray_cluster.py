"""A Ray cluster as this process is connected to it. The one module, with the actors' callers, that knows Ray."""

import os
import socket
from typing import Any

from taflheim.engine.places.version import made_with
from taflheim.games.errors import TaflheimError

NAMESPACE = "taflheim"
_KNOCK_S = 5.0


class NoCluster(TaflheimError):
    """There is no Ray cluster at an address, or not one that can be used."""


def connect(address: str) -> Any:
    """The module `ray`, connected to a cluster. The machine of this process has to be one of the cluster's."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise NoCluster("Ray is missing: pip install 'taflheim[ray]'") from error
    if not ray.is_initialized():
        try:
            _knock(address)
            ray.init(address, namespace=NAMESPACE, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # of many types, most of them plain
            reason = str(error).strip().splitlines() or [type(error).__name__]
            raise NoCluster(
                f"no Ray cluster at {address}: {reason[0]} (this machine joins one with ray start --address {address})"
            ) from error
    return ray


def _knock(address: str) -> None:
    """Whether anything answers at HOST:PORT: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=_KNOCK_S).close()


def size(ray: Any) -> tuple[int, int]:
    """How many cores and machines the cluster has now; a machine without cores does not count."""
    alive = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    return sum(alive), sum(cores > 0 for cores in alive)


def check_version(machine: str, version: str) -> None:
    """Refuse a machine that plays other games than this one."""
    if version != made_with():
        raise NoCluster(f"the machine {machine} has version {version}, this one {made_with()}: install the same on all")
