"""Messages as they go over a WebSocket. One that is the same for many is made into bytes once."""

from websockets.frames import Frame, Opcode


def frame(text: str) -> bytes:
    """A text message of the server, whole.

    >>> frame("hello")
    b'\\x81\\x05hello'
    """
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
