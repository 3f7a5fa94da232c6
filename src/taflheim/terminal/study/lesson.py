"""Where a learner stands in a step of the lessons, and what was said last. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from taflheim import wire

Verdict = Literal["", "done", "right", "wrong"]


@dataclass(frozen=True)
class Lesson:
    """A step that is being done."""

    step: Mapping[str, Any]
    """As GET /lessons/GAME/STEP tells it."""
    standing: wire.Standing
    made: tuple[str, ...] = ()
    """The right moves so far."""
    failed: int = 0
    """Wrong moves since the last right one; asking for help counts as one."""
    verdict: Verdict = ""
    text: str = ""
    advice: str = ""

    @property
    def is_done(self) -> bool:
        """Whether the step is done."""
        return self.verdict == "done"

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be moved."""
        return self.is_done or not self.step["played"]

    @property
    def has_begun(self) -> bool:
        """Whether it could be begun again."""
        return self.is_done or bool(self.made)

    @property
    def is_stuck(self) -> bool:
        """Whether the learner has tried so often that the move is shown."""
        return self.failed >= int(self.step["tries"])


def begun(step: Mapping[str, Any]) -> Lesson:
    """A step from its beginning."""
    return Lesson(step, step["standing"])


def judged(lesson: Lesson, tried: wire.Tried) -> Lesson:
    """After a move, as the hall judges it."""
    return replace(
        lesson,
        standing=tried["standing"],
        made=tuple(tried["made"]),
        failed=lesson.failed + 1 if tried["verdict"] == "wrong" else 0,
        verdict=tried["verdict"],
        text=tried["text"],
        advice="",
    )


def helped(lesson: Lesson, advice: str) -> Lesson:
    """With words that help."""
    return replace(lesson, advice=advice)


def asking(lesson: Lesson) -> Lesson:
    """Asking counts as a try, so that asking twice shows the move."""
    return replace(lesson, failed=lesson.failed + 1)
