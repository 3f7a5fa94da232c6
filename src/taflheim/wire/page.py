"""What the page of a table brings with it, so that it can be shown before it has asked for anything."""

from typing import Annotated

from typing_extensions import TypedDict

from taflheim.wire.told import State


class PageData(TypedDict):
    """What the page of a table brings with it."""

    version: int
    game: Annotated[str, "its name"]
    bots_ready: Annotated[bool, "whether bots can think, or their search is still being compiled"]
    state: State
    keys: Annotated[dict[str, str], "moves by the names of keys"]
    piece_names: dict[str, str]
