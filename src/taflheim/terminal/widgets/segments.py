"""One of a few values, side by side: left and right choose."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Segments(Widget, can_focus=True):
    """A label, and the values of which one is chosen."""

    DEFAULT_CSS = """
    Segments { width: auto; height: 1; color: $text; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,enter,space", "step(1)", show=False),
    ]
    steers = ("left", "right")
    chosen: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, segments: "Segments", value: str):
            super().__init__()
            self.segments, self.value = segments, value

        @property
        def control(self) -> "Segments":
            """For `@on` with a selector."""
            return self.segments

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[str, str]],
        chosen: str = "",
        *,
        id: str | None = None,
        name: str | None = None,
    ):
        """`values` are pairs of what is meant and what is shown."""
        super().__init__(id=id, name=name)
        self._label, self.values = label, list(values)
        self.set_reactive(Segments.chosen, chosen or self.values[0][0])

    def set_values(self, values: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer other values."""
        self.values = list(values)
        self.set_reactive(Segments.chosen, chosen)
        self.refresh(layout=True)

    def render(self) -> Text:
        """The values; the chosen one in brackets, so that it is seen without colours. What does not fit is hidden."""
        text = Text(f"{self._label}  " if self._label else "")
        for value, shown in self._fitting():
            if value == self.chosen:
                text.append(f"[{shown}]", style="bold reverse" if self.has_focus else "bold")
            else:
                text.append(f" {shown} ", style="dim")
        return text

    def _fitting(self) -> list[tuple[str, str]]:
        """As many values as fit, the chosen one among them; signs at the ends say that there are more."""
        place = [value for value, _ in self.values].index(self.chosen)
        if self._whole_width <= (self.parent_width or 10**6):
            return self.values
        room = self.parent_width - (len(self._label) + 2 if self._label else 0) - 6
        first = last = place
        used = len(self.values[place][1]) + 2
        while True:
            before = len(self.values[first - 1][1]) + 2 if first > 0 else None
            after = len(self.values[last + 1][1]) + 2 if last + 1 < len(self.values) else None
            if after is not None and used + after <= room:
                last, used = last + 1, used + after
            elif before is not None and used + before <= room:
                first, used = first - 1, used + before
            else:
                break
        more_before, more_after = [("<", "‹")] if first > 0 else [], [(">", "›")] if last + 1 < len(self.values) else []
        return [*more_before, *self.values[first : last + 1], *more_after]

    @property
    def parent_width(self) -> int:
        """How wide it can be."""
        return self.parent.content_size.width if isinstance(self.parent, Widget) else 0

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as all values, whichever is chosen: nothing is to move when another is."""
        return self._whole_width

    @property
    def _whole_width(self) -> int:
        return (len(self._label) + 2 if self._label else 0) + sum(len(shown) + 2 for _, shown in self.values)

    def action_step(self, by: int) -> None:
        """To the next value, around the end."""
        names = [value for value, _ in self.values]
        self._choose(names[(names.index(self.chosen) + by) % len(names)])

    def on_click(self, event: Click) -> None:
        """The value under the mouse."""
        x = event.x - (len(self._label) + 2 if self._label else 0)
        for value, shown in self._fitting():
            if 0 <= x < len(shown) + 2:
                if value in ("<", ">"):
                    self.action_step(-1 if value == "<" else 1)
                else:
                    self._choose(value)
                return
            x -= len(shown) + 2

    def _choose(self, value: str) -> None:
        if value != self.chosen:
            self.chosen = value
            self.refresh(layout=True)
            self.post_message(self.Changed(self, value))
