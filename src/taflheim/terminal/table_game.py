"""The game at a table as the terminal plays it: what was told, in which order it is shown, and what is on its way."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, cast

from taflheim import wire
from taflheim.client.outbox import ActionRefused
from taflheim.client.remote import Remote
from taflheim.client.table_link import TableLink
from taflheim.games.errors import TaflheimError
from taflheim.terminal.live import table_state
from taflheim.terminal.live.commands import Press
from taflheim.terminal.live.key_queue import Queue, enqueued, next_press
from taflheim.terminal.live.pace import Pace
from taflheim.terminal.live.server_time import ServerTime
from taflheim.terminal.live.table_state import TableState, Told

_STORY_AGAIN_S = 2.0


class Shower(Protocol):
    """Who shows the game."""

    def happened(self, message: Told) -> None:
        """Something has happened, and is to be shown now."""

    def changed(self) -> None:
        """Nothing has happened, but something else is to be shown: who is there, clocks, the story."""

    def refused(self, text: str) -> None:
        """Something may not be."""

    def talked(self, message: wire.ChatTold | wire.LineNews) -> None:
        """Somebody has said something."""

    def connected(self, stands: bool, reason: str) -> None:
        """The connection stands, or why it does not."""

    def asks(self, key: wire.Key) -> None:
        """A key was pressed that needs an answer: where to?"""

    def rest_s(self) -> float:
        """How long the board still moves."""

    def gap_s(self) -> float:
        """The pause between two moves that are shown."""

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after a while."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work beside everything else."""


class TableGame:
    """A game that goes on."""

    def __init__(self, remote: Remote, table_id: str, shower: Shower, story: Mapping[str, Any]):
        """`story` is the answer to GET /tables/ID/story."""
        self.state: TableState | None = None
        """None until the table was told of."""
        self.time = ServerTime()
        self.typed_letters: frozenset[str] = frozenset()
        """All keys that could be typed in some position so far."""
        self._keys: tuple[wire.Key, ...] = ()
        self._keys_for = -1
        """The position that these keys belong to."""
        self._has_keys = True
        self._remote, self._table_id, self._shower = remote, table_id, shower
        self._story = story
        self._queue: Queue = ()
        self._acting = 0
        """How many actions are on their way."""
        self._awaited = 0
        """The number of the last event that was acknowledged, though it may not be shown yet."""
        self._loading = False
        self._pace = Pace()
        self._link = TableLink(remote, table_id, self._told, self._connected)

    async def run(self) -> None:
        """Stay at the table until `close`; raises TableGone, LoggedOut, Outdated."""
        await self._link.run()

    def close(self) -> None:
        """Leave the table."""
        self._link.close()

    @property
    def live(self) -> Told:
        """The last that is shown of what the server has told."""
        assert self.state
        return self.state.live

    @property
    def keys(self) -> tuple[wire.Key, ...]:
        """What can be typed in this position, in games that have such keys."""
        return self._keys if self.my_turn and self._keys_for == self.live["position_number"] else ()

    @property
    def is_busy(self) -> bool:
        """Whether the board may not be clicked for a moment."""
        return self._acting > 0 or self._pace.is_waiting or self.live["number"] < self._awaited

    @property
    def my_turn(self) -> bool:
        """Whether one may move in the position that is shown."""
        return self.state is not None and self.state.choices is not None

    # ---- what the person does -------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move."""
        self.act({"type": "move", "position_number": self.live["position_number"], "move": move})

    def press(self, press: Press) -> None:
        """Play by a key, after those that wait."""
        self._queue = enqueued(self._queue, press)
        self._play_next()

    def drop_queue(self) -> bool:
        """Forget the keys that wait; whether there were any."""
        waited, self._queue = bool(self._queue), ()
        return waited

    def undo(self) -> None:
        """Take the last move back, or ask for it."""
        self.drop_queue()
        if "takeback" in self.live["you"]["may"]:
            self.act({"type": "offer", "kind": "takeback"})
        elif self.live["you"]["can_undo"] and self._acting == 0:
            self.act({"type": "undo", "position_number": self.live["position_number"]})

    def act(self, action: wire.Action) -> None:
        """Have something done."""
        self._acting += 1
        self._shower.start(self._act(action))

    async def _act(self, action: wire.Action) -> None:
        try:
            self._awaited = max(self._awaited, await self._link.act(cast(Mapping[str, Any], action)))
        except ActionRefused as refusal:
            self.drop_queue()
            self._shower.refused(str(refusal))
        except TaflheimError:
            self.drop_queue()  # the link has ended, and `run` says why
        finally:
            self._acting -= 1
        self._play_next()

    async def ask(self, question: wire.Question) -> Mapping[str, Any] | None:
        """The answer to a question about the position that is shown; None if it is not shown any more."""
        number = self.live["position_number"]
        try:
            answer = await self._link.ask(cast(Mapping[str, Any], question))
        except ActionRefused as refusal:
            self._shower.refused(str(refusal))
            return None
        except TaflheimError:
            return None
        return answer if self.state and self.live["position_number"] == number else None

    async def type(self, line: str) -> bool:
        """Play the move that a typed line means; whether it means one."""
        number = self.live["position_number"]
        answer = await self.ask({"type": "typed", "position_number": number, "line": line})
        if answer is None or self.is_busy or not self.my_turn:
            return False
        self.play(answer["move"])
        return True

    async def hint(self) -> Mapping[str, Any] | None:
        """A good move; None if the position is not shown any more. Raises what the hall says against it."""
        number = self.live["position_number"]
        found: Mapping[str, Any] = await self._remote.get("tables", self._table_id, "hint", position_number=number)
        return found if self.my_turn and self.live["position_number"] == number else None

    async def say(self, text: str) -> None:
        """Say something to the others; raises ActionRefused."""
        await self._link.say(text)

    def listen_to_chat(self) -> None:
        """Be told what is said."""
        self._link.listen_to_chat()

    def look(self, ply: int | None) -> None:
        """Look at a ply; the last one follows the game."""
        assert self.state
        self.state = table_state.look(self.state, ply)

    def _play_next(self) -> None:
        """Play the next of the keys that wait, if it can be played now."""
        waits = self.is_busy or (self._has_keys and self.my_turn and self._keys_for != self.live["position_number"])
        press, self._queue = next_press(self._queue, busy=waits, my_turn=self.my_turn)
        if press is None:
            return
        if press.move is not None:
            self.play(press.move)
            return
        key = next((one for one in self.keys if one["key"] == press.key and one["moves"]), None)
        if key is None:
            self.drop_queue()
            self._shower.refused(f"There is no move {press.key} now.")
        elif "" in key["moves"]:
            self.play(key["moves"][""])
        else:
            self.drop_queue()
            self._shower.asks(key)

    # ---- what the server says -------------------------------------------------------------------------------------

    def _connected(self, stands: bool, reason: str) -> None:
        if stands:
            # What was said before may be long ago: this machine may have slept, or its clock been set.
            self.time.forget()
        self._shower.connected(stands, reason)

    def _told(self, message: wire.Message) -> None:
        if "now_ms" in message:
            self.time.hear(cast(Any, message)["now_ms"])
        match message["type"]:
            case "state" | "event":
                self._happens(message)
            case "here" if self.state is not None:
                self._refresh(message)
            case "chat" | "line":
                self._shower.talked(cast(Any, message))

    def _happens(self, message: Told) -> None:
        if self.state is None:
            self.state = table_state.with_story(table_state.begin(cast(wire.State, message)), self._story)
            self._number = message["number"]
            self._shower.happened(message)
            self._after()
        elif message["number"] == self._number:
            # What is known already must not take away what was clicked meanwhile.
            self._refresh(message)
        else:
            self._number = message["number"]
            self._pace.push(message)
            self._show_next()

    def _refresh(self, news: wire.HereNews | Told) -> None:
        assert self.state
        if not self._pace.is_waiting:
            self.state = table_state.refreshed(self.state, news)
        self._shower.changed()

    def _show_next(self) -> None:
        """Show what may be shown now; the rest when the board has come to rest."""
        while (message := self._pace.take()) is not None:
            assert self.state
            self.state = table_state.happened(self.state, message)
            self._shower.happened(message)
            self._pace.shown(self._shower.rest_s(), self._shower.gap_s())
            self._after()
        if self._pace.is_waiting:
            self._shower.later(self._pace.wait_s, self._show_next)

    def _after(self) -> None:
        """What a new position needs: its story and its keys."""
        assert self.state
        if self.state.wants_story and not self._loading:
            self._loading = True
            self._shower.start(self._load_story())
        if self.my_turn and self._has_keys and self._keys_for != self.live["position_number"]:
            self._shower.start(self._load_keys(self.live["position_number"]))
        self._play_next()

    async def _load_story(self) -> None:
        try:
            while self.state and self.state.wants_story:
                try:
                    answer = await self._remote.get("tables", self._table_id, "story")
                except TaflheimError:
                    # The hall is away for a moment: the connection tells people so.
                    await asyncio.sleep(_STORY_AGAIN_S)
                    continue
                self.state = table_state.with_story(self.state, answer)
                self._shower.changed()
        finally:
            self._loading = False

    async def _load_keys(self, number: int) -> None:
        answer = await self.ask({"type": "keys", "position_number": number})
        if answer is None:
            return
        self._keys, self._keys_for = tuple(answer["keys"]), number
        self.typed_letters |= {one["key"] for one in self._keys}
        # A game that has none in one position has none in any.
        self._has_keys = bool(self._keys)
        self._shower.changed()
        self._play_next()
