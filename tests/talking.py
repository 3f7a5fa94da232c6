"""A conversation with an engine in this process, for the tests of the protocol."""

import queue

import taflheim
from taflheim.engine.protocol.conversation import Conversation

PATIENCE_S = 300
"""Nothing here takes long; whoever waits this long waits in vain."""


class Talk:
    """A conversation in this process."""

    def __init__(self, name: str, **options: object):
        self.said: queue.Queue[str] = queue.Queue()
        self.engine = Conversation(taflheim.game(name, **options), self.said.put)

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.hear(line)

    def until(self, word: str) -> list[str]:
        """What is said until a line begins with this word."""
        lines = [self.said.get(timeout=PATIENCE_S)]
        while not lines[-1].startswith(word):
            lines.append(self.said.get(timeout=PATIENCE_S))
        return lines
