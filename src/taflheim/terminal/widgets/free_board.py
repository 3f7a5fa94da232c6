"""A board without a table: any position, played on from there by the rules of the hall."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import TypeVar, cast

from textual import on

from taflheim import wire
from taflheim.games.clicks import Choices
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.games.view import Piece
from taflheim.terminal.board.told import read_effects, read_pieces
from taflheim.terminal.study.arbiter import Arbiter
from taflheim.terminal.widgets.board import Board

Answer = TypeVar("Answer")


class FreeBoard(Board):
    """Asks the arbiter what follows a click, and says why one is declined. What `Played` tells is its owner's to do."""

    class Said(Board.Told):
        """Why something cannot be, or what is asked; nothing, if there is nothing to say any more."""

        def __init__(self, board: "FreeBoard", words: str):
            super().__init__(board)
            self.words = words

    class Offered(Board.Told):
        """What can be clicked or typed is not the same any more."""

    def __init__(self, arbiter: Arbiter, *, ascii_only: bool = False, id: str | None = None):
        super().__init__(arbiter.game.layout, ascii_only=ascii_only, id=id)
        self.arbiter = arbiter
        self.position = ""
        """The text of what is shown."""
        self.choices: Choices | None = None
        """What can be clicked; None where nothing can be moved."""
        self.keys: tuple[wire.Key, ...] = ()
        """What can be typed in this position, in games that have such keys."""
        self._has_keys = True

    def use(self, arbiter: Arbiter) -> None:
        """Be a board of another game, or of the same with other options."""
        if arbiter.game != self.arbiter.game:
            self.game_layout, self._has_keys = arbiter.game.layout, True
        self.arbiter = arbiter

    def stand(
        self,
        told: wire.Standing,
        *,
        effects: Iterable[wire.Effect] = (),
        last: Iterable[str] | None = None,
        closed: bool = False,
    ) -> None:
        """Show how a position stands; with effects, how it has come about. Where it is closed, nothing can be moved."""
        self.position, self.keys = told["position"], ()
        self.choices = None if closed or told["result"] else cast(Choices, told["choices"])
        self.show(
            read_pieces(told["pieces"]),
            effects=read_effects(effects),
            last=told["last"] if last is None else last,
            choices=self.choices,
        )
        self.post_message(self.Offered(self))
        if self.choices and self._has_keys:
            self.run_worker(self._load_keys(), exclusive=True, group="keys")

    def glance(self, position: str, pieces: Iterable[Piece], last: Iterable[str] = ()) -> None:
        """Show a position of which the hall has not said yet what can be moved."""
        self.position, self.choices, self.keys = position, None, ()
        self.show(pieces, last=last)
        self.post_message(self.Offered(self))

    def follow(self, played: wire.Played, *, closed: bool = False) -> None:
        """Show how a move leads to the position after it."""
        self.stand(played, effects=played["effects"], closed=closed)

    def decline(self, error: TaflheimError) -> None:
        """What was clicked or sent is not to be, and this is why."""
        self.cancel()
        self.post_message(self.Said(self, sentence(str(error))))

    def press(self, key: str, character: str | None) -> bool:
        """The keys of this position come first."""
        letter = (character or "").lower()
        typed = next((one for one in self.keys if one["key"] == letter and one["moves"]), None)
        if typed is None:
            return super().press(key, character)
        if "" in typed["moves"]:
            self.post_message(self.Played(self, typed["moves"][""]))
        else:
            self.confine([spots[-1] for spots in typed["spots"].values()])
            self.post_message(self.Said(self, "Arrows move it, Enter places it, Esc puts it away."))
        return True

    async def standing(self) -> wire.Standing | None:
        """How the position stands that is shown; None if that is not to be known."""
        return await self._answered(lambda: self.arbiter.standing(self.position))

    async def meant(self, line: str) -> str | None:
        """The move that a typed line means; None if the arbiter is not to be reached."""
        return await self._answered(lambda: self.arbiter.meant(self.position, line))

    async def tried(self, move: str) -> wire.Played | None:
        """How it stands after a move; None if it is refused, or another position is shown meanwhile."""
        return await self._answered(lambda: self.arbiter.played(self.position, move))

    # ---- the arbiter ----------------------------------------------------------------------------------------------

    @on(Board.Asked)
    def _ask_on(self, event: Board.Asked) -> None:
        event.stop()
        self.run_worker(self._extend(event.clicked), exclusive=True, group="clicks")

    @on(Board.Declined)
    def _ask_why(self, event: Board.Declined) -> None:
        event.stop()
        self.run_worker(self._explain(event.clicked), exclusive=True, group="clicks")

    async def _extend(self, clicked: tuple[str, ...]) -> None:
        tree = await self._answered(lambda: self.arbiter.choices(self.position, clicked))
        if tree is not None:
            self.extend(clicked, cast(Choices, tree))

    async def _explain(self, clicked: tuple[str, ...]) -> None:
        reason = await self._answered(lambda: self.arbiter.reason(self.position, clicked))
        if reason is not None:
            self.post_message(self.Said(self, reason))

    async def _load_keys(self) -> None:
        keys = await self._answered(lambda: self.arbiter.keys(self.position))
        if keys is None:
            return
        # A game that has none in one position has none in any.
        self.keys, self._has_keys = keys, bool(keys)
        labels = {one["spot"]: one["key"] for one in keys if one["spot"] and one["moves"]}
        self._told = replace(self._told, labels=labels)
        self._point_out()
        self.post_message(self.Offered(self))

    async def _answered(self, asking: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """An answer; None if it is refused, which is said, or if another position is shown meanwhile."""
        about = self.position
        try:
            answer = await asking()
        except TaflheimError as error:
            if about == self.position:
                self.decline(error)
            return None
        return answer if about == self.position else None
