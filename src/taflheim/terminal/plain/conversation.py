"""One game at a table, as a conversation: what is shown when, who is waited for, and what a line means then."""

from taflheim.client.outbox import ActionRefused
from taflheim.client.remote import Refusal
from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.terminal.live.story import read_story, truncated
from taflheim.terminal.plain import board_text
from taflheim.terminal.plain.commands import GoTo, obeyed
from taflheim.terminal.plain.ending import after_the_end
from taflheim.terminal.plain.news import since_own
from taflheim.terminal.plain.seated import Seated


async def converse(at: Seated) -> None:
    """Play until the game is over and something else follows; raises Leave, GoTo, or what the link has ended with."""
    shown = _Shown(at)
    await shown.introduce()
    while True:
        live = at.live
        await shown.begin()
        if live["people"] and live["people"]["next_table"]:
            raise GoTo(live["people"]["next_table"])
        if live["result"]:
            await shown.end()
            await after_the_end(at, obey)
        elif at.is_my_turn:
            await shown.turn()
            at.console.ask(_prompt(at))
            await _line(at)
        elif live["thinking"]:
            await at.news()
        else:
            await shown.wait()
            await (_line(at) if at.console.is_person else at.news_or_end())


def _prompt(at: Seated) -> str:
    return f"{at.game.rulebook.side_title(at.live['turn'])}> "


async def _line(at: Seated) -> None:
    line = await at.line_or_news()
    if line:
        await obey(at, line)


async def obey(at: Seated, line: str) -> None:
    """Do what a line says: a command, or a move. What may not be is said."""
    try:
        if found := obeyed(line):
            command, rest = found
            await command.do(at, rest)
        else:
            await at.play(line)
    except (ActionRefused, Refusal, OSError) as error:
        _refuse(at, error)
    except TaflheimError as error:
        if at.running and at.running.done():
            raise  # the link has ended, and this says why
        _refuse(at, error)


def _refuse(at: Seated, error: Exception) -> None:
    file = isinstance(error, OSError) and error.filename and f"{error.filename}: {error.strerror}"
    at.console.tell(sentence(file or str(error)))


class _Shown:
    """What was shown of a table already, so that nothing is shown twice."""

    def __init__(self, at: Seated):
        self._at = at
        self._position = -1
        self._waiting = ""
        self._over = False
        self._advised = False

    async def introduce(self) -> None:
        """Say what is played, by whom, and what the others have done since one's own last move."""
        at = self._at
        at.console.tell(f"{at.game.title}. {at.game.rulebook.about}")
        if seating := board_text.seating(at.game, at.view["seats"]):
            at.console.tell(seating)
        if ply := at.live["ply"]:
            story = read_story(await at.remote.get("tables", at.id, "story"))
            at.console.tell(*since_own(truncated(story, ply), at.live["you"]["seats"]))

    async def begin(self) -> None:
        """When all seats of a table that waited are taken: look who sits there now."""
        at = self._at
        if at.view["state"] == "open" and not (at.live["people"] and at.live["people"]["state"] == "open"):
            at.view = await at.remote.get("tables", at.id)
            at.console.tell(board_text.seating(at.game, at.view["seats"]))

    async def turn(self) -> None:
        """Show the position that one is to answer."""
        self._advise("Type a move, or 'help'.")
        if self._is_new():
            await self._at.look_up_keys()
            self._show()

    async def wait(self) -> None:
        """Say who is waited for; to who only looks on, show the position."""
        at = self._at
        looks_on = not at.live["you"]["seats"]
        self._advise("You look on. Type 'help' or 'quit'." if looks_on else "Type 'help' to see what you can do.")
        if looks_on and self._is_new():
            self._show()
        waiting = _awaited(at)
        if waiting and waiting != self._waiting:
            at.console.tell(waiting)
        self._waiting = waiting

    async def end(self) -> None:
        """Say how it has ended."""
        if not self._over:
            self._over = True
            at = self._at
            assert at.live["result"]
            at.console.tell(f"\n{at.live['result']['title']} {at.live['result']['text']}")
            self._show()

    def _advise(self, words: str) -> None:
        if not self._advised:
            self._advised = True
            self._at.console.tell(words)

    def _is_new(self) -> bool:
        number = self._at.live["position_number"]
        was, self._position = self._position, number
        self._waiting = "" if was != number else self._waiting
        return was != number

    def _show(self) -> None:
        if self._at.draws_boards:
            self._at.show_board()
        self._at.show_facts()


def _awaited(at: Seated) -> str:
    """Who or what is waited for, while nobody here is to move."""
    people, you = at.live["people"], at.live["you"]
    if people is None:
        return ""
    if people["state"] != "open":
        seat = people["seats"][at.live["turn"]]
        return f"{seat['name'] or at.game.rulebook.side_title(at.live['turn'])} is to move."
    if you["sit"] and not you["seats"]:
        sides = " or ".join(f"'sit {side}'" for side in you["sit"])
        return f"There is a free seat: type {sides} to play."
    return f"The game begins when every seat is taken. Whoever has this link can sit down: {at.view['link']}"
