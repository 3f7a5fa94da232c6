"""A Ray cluster of several nodes on this machine, for tests and benchmarks."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_MEMORY = 80 * 1024 * 1024
"""Of a node's object store; Ray would take a third of the machine."""

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
# A node that is lost is noticed within some seconds, instead of a minute.
os.environ.update(
    RAY_health_check_initial_delay_ms="0",
    RAY_health_check_period_ms="500",
    RAY_health_check_timeout_ms="1000",
    RAY_health_check_failure_threshold="3",
    # Ray starts its workers at 15: on a machine that has other tests to run they would wait for minutes.
    RAY_worker_niceness="0",
)


class RayNodes:
    """A head that has no cores, and nodes that have one each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 0, "object_store_memory": _MEMORY, "include_dashboard": False},
        )
        self._nodes: list[Any] = []

    @property
    def address(self) -> str:
        """Where it is."""
        return str(self._cluster.address)

    def grow_to(self, nodes: int) -> None:
        """At least so many nodes with one core."""
        while len(self._nodes) < nodes:
            self._nodes.append(self._cluster.add_node(num_cpus=1, object_store_memory=_MEMORY))

    def shrink_to(self, nodes: int) -> None:
        """At most so many nodes."""
        while len(self._nodes) > nodes:
            self.kill_oldest()

    def kill_oldest(self) -> None:
        """Take the power from the node that was added first: all that runs there is gone at once."""
        node = self._nodes.pop(0)
        raylet = node.all_processes["raylet"][0].process.pid
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(stat.read_text().rpartition(")")[2].split()[1]) == raylet:
                    os.kill(int(stat.parent.name), signal.SIGKILL)
        self._cluster.remove_node(node, allow_graceful=False)

    def close(self) -> None:
        """End all, the connection of this process first."""
        import ray

        ray.shutdown()
        self._cluster.shutdown()


@contextmanager
def ray_nodes() -> Iterator[RayNodes]:
    """A cluster for as long as it is needed."""
    nodes = RayNodes()
    try:
        yield nodes
    finally:
        nodes.close()
