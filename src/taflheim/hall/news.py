"""News between the processes that serve one hall. They only tell that something is new: what it is, the store says.

Whatever is lost on the way is found by asking the store from time to time (sharing.py).
"""

from collections.abc import Callable
from typing import Literal

Kind = Literal["events", "chat", "here", "lobby", "people", "gap"]
"""What is new: events or chat at a table, who is there, the lists of the lobby, sessions and accounts. After a gap
anything may be."""
HALL = "hall"
"""The topic that every process follows. The others are the ids of tables."""


class News:
    """News of a hall that one process serves: there is nobody else to be told."""

    alive = True
    """Whether what others tell arrives."""

    def begin(self, heard: Callable[[str, Kind], None]) -> None:
        """Have a function called with the topic and the kind of all news of others."""

    def publish(self, topic: str, kind: Kind) -> None:
        """Tell all others who follow a topic. This never waits and never fails."""

    def follow(self, topic: str) -> None:
        """Hear of a topic from soon on. A gap of it says from when on."""

    def leave(self, topic: str) -> None:
        """Hear no more of a topic."""

    async def close(self) -> None:
        """Tell nobody any more."""
