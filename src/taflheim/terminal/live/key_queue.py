"""Keys that were pressed faster than they can be played: each waits for the position that the one before makes."""

from taflheim.terminal.live.commands import Press

# More than this is no plan but a cat on the keyboard.
_MOST_WAITING = 32

Queue = tuple[Press, ...]


def enqueued(queue: Queue, press: Press) -> Queue:
    """With one more key."""
    return (*queue, press) if len(queue) < _MOST_WAITING else queue


def next_press(queue: Queue, *, busy: bool, my_turn: bool) -> tuple[Press | None, Queue]:
    """The key whose move is to be played now, and those that still wait; when it is not one's turn none are left."""
    if not my_turn:
        return None, ()
    if busy or not queue:
        return None, queue
    return queue[0], queue[1:]
