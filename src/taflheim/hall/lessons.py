"""Lessons: which steps somebody has done."""

from taflheim.games.rulebook import Rulebook
from taflheim.hall.clock import now_ms
from taflheim.store import lessons
from taflheim.store.store import Store


class Lessons:
    """What people have learnt. Used in one event loop."""

    def __init__(self, store: Store):
        self._store = store

    async def done(self, account_id: str, rulebook: Rulebook) -> set[str]:
        """The steps of a game's lessons that somebody has done; a real game counts as soon as one was won."""
        done = await self._store.read(lessons.done, account_id, rulebook.name)
        real = {step.name for step in rulebook.lessons if step.table}
        won = bool(real - done) and await self._store.read(lessons.has_won_alone, account_id, rulebook.name)
        return done | real if won else done

    async def finish(self, account_id: str, game: str, step: str) -> None:
        """Keep that somebody has done a step."""
        await self._store.write(lessons.add, account_id, game, step, now_ms())
