"""A person who only hears a page and presses keys: Chromium's own accessibility tree, and nothing else of the page."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from playwright.sync_api import Page

_SECONDS = 300
_POLL_MS = 15
_MOST_KEYS = 120
"""So many keys lead everywhere; whoever needs more is lost."""


@dataclass(frozen=True)
class Node:
    """Something that is read out, with what stands in it."""

    role: str
    name: str
    value: str
    states: dict[str, Any]
    children: tuple["Node", ...]

    def walk(self) -> Iterator["Node"]:
        """It and everything in it, in the order in which it is read."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, role: str) -> list["Node"]:
        """Everything of a role in it."""
        return [node for node in self.walk() if node.role == role]

    @property
    def text(self) -> str:
        """Its plain text."""
        return " ".join(node.name for node in self.all("StaticText") if node.name.strip())


class ScreenReader:
    """Reads a page out, and presses keys."""

    def __init__(self, page: Page, address: str):
        self._page = page
        self._browser = page.context.new_cdp_session(page)
        self._up: int | None = None
        page.goto(address)

    # ---- what is heard

    def tree(self) -> Node:
        """The page as it is told now."""
        nodes = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def node(raw: dict[str, Any]) -> Iterator[Node]:
            children = tuple(
                child for number in raw.get("childIds", ()) if number in by_id for child in node(by_id[number])
            )
            if raw["ignored"]:
                yield from children
            elif not _is(raw, "InlineTextBox"):  # the lines of a text, told already
                yield _node(raw, children)

        return next(node(nodes[0]))

    def find(self, role: str, name: str = "") -> Node:
        """The first of a role, of a certain name where that matters. It has to be there."""
        found = [node for node in self.tree().all(role) if name in ("", node.name)]
        assert found, f"no {role} {name}"
        return found[0]

    def slider(self) -> str:
        """What the only slider says. The tools' tree has its number alone, so its words are read where they stand."""
        [found] = [raw for raw in self._browser.send("Accessibility.getFullAXTree")["nodes"] if _is(raw, "slider")]
        described = self._browser.send("DOM.describeNode", {"backendNodeId": found["backendDOMNodeId"]})
        attributes = described["node"]["attributes"]
        return str(attributes[attributes.index("aria-valuetext") + 1])

    def until(self, read: Callable[[Node], object], what: str) -> None:
        """Listen until something is so."""
        end = monotonic() + _SECONDS
        while not read(tree := self.tree()):
            assert monotonic() < end, f"never {what}; it says {told(tree)!r} of {tree.text!r}"
            self._page.wait_for_timeout(_POLL_MS)

    def focus(self) -> Node:
        """What has the focus."""
        found = self._browser.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        asked = {"objectId": found["objectId"], "fetchRelatives": False}
        [raw] = self._browser.send("Accessibility.getPartialAXTree", asked)["nodes"]
        return _node(raw, ())

    def spots(self) -> list[str]:
        """What is said of every spot of the board."""
        return spots(self.tree())

    # ---- what is done

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self._page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self._page.keyboard.type(text)

    def tab_to(self, role: str, name: str) -> None:
        """Go on with Tab until something has the focus."""
        for _ in range(_MOST_KEYS):
            here = self.focus()
            if (here.role, here.name) == (role, name):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to the {role} {name}")

    def go_to(self, place: str) -> None:
        """Go over the board by the arrow keys, listening to where each of them leads."""
        shift = "Shift+" if "with Shift" in self.find("application").name else ""
        wanted = _where(place)
        for _ in range(_MOST_KEYS):
            here = self.focus()
            if here.name == place or here.name.startswith(f"{place}, "):
                return
            if here.role != "button" or not _PLACE.search(here.name):
                self.press(f"{shift}ArrowUp")  # the first arrow goes into the board
                continue
            x, y = _where(here.name)
            if self._up is None:
                self._up = self._upwards(y, shift)
                continue
            right, up = self._up * (wanted[0] - x), self._up * (wanted[1] - y)
            # Along a row of squares first: between them there may be rows of walls.
            along = right != 0 and y % 2 == 0
            key = ("ArrowRight" if right > 0 else "ArrowLeft") if along else ("ArrowUp" if up > 0 else "ArrowDown")
            self.press(f"{shift}{key}")
        raise AssertionError(f"the arrows do not lead to {place}")

    def _upwards(self, y: int, shift: str) -> int | None:
        """Whether the numbers grow upwards: 1, or downwards: -1. At the edge, nobody knows yet."""
        for key, way in (("ArrowUp", 1), ("ArrowDown", -1)):
            self.press(f"{shift}{key}")
            after = _where(self.focus().name)[1]
            if after != y:
                return way if after > y else -way
        return None


def _is(raw: dict[str, Any], role: str) -> bool:
    return bool(raw.get("role", {}).get("value") == role)


def _node(raw: dict[str, Any], children: tuple[Node, ...]) -> Node:
    name, value = (str(raw.get(key, {}).get("value", "")) for key in ("name", "value"))
    states = {one["name"]: one["value"].get("value") for one in raw.get("properties", ())}
    return Node(raw["role"]["value"], name, value, states, children)


def told(tree: Node) -> str:
    """What is announced by itself."""
    return " ".join(filter(None, (node.text for role in ("status", "alert") for node in tree.all(role))))


def spots(tree: Node) -> list[str]:
    """What is said of every spot of the board."""
    [board] = tree.all("application")
    return [node.name for node in board.all("button")]


_PLACE = re.compile(r"\b([a-z])(\d+)\b")


def _where(name: str) -> tuple[int, int]:
    """The place that a name tells, in half squares: walls lie between."""
    found = _PLACE.search(name)
    assert found, name
    before = name[: found.start()]
    return 2 * (ord(found[1]) - ord("a")) + ("right of" in before), 2 * int(found[2]) + ("above" in before)
