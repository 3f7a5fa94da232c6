"""The WebSocket of a table: who connects is found out, and the connection handed to a channel."""

from fastapi import APIRouter, WebSocket

from taflheim.games.errors import TaflheimError
from taflheim.games.message import sentence
from taflheim.server.caller import find_caller
from taflheim.server.channels.table import TableChannel
from taflheim.server.identity import NoIdentity, NotAllowed, TheActor, TheClient, TheHall, visible_table
from taflheim.server.protocols import PINGS, WRITE
from taflheim.server.rules_loader import TheRules
from taflheim.server.socket import Socket
from taflheim.table.actor import Person
from taflheim.wire import LOGGED_OUT, NO_SUCH_TABLE

router = APIRouter()


@router.websocket("/tables/{table_id}/ws")
async def table_socket(
    websocket: WebSocket, table_id: str, hall: TheHall, actor: TheActor, client: TheClient, rules: TheRules
) -> None:
    """A browser with the cookie of its session, a program with an access token, or a spectator."""
    await websocket.accept()
    extensions = websocket.scope.get("extensions", {})
    per_second = hall.settings.messages_per_second
    socket = Socket(websocket.receive, websocket.send, **extensions.get(WRITE, {}), per_second=per_second)
    try:
        caller = await find_caller(websocket, hall, actor, client)
        caller.check("read")
        table = await visible_table(hall, table_id, caller.actor)
        await rules.ready(table.game.name)
    except (NoIdentity, NotAllowed) as error:
        await socket.close(LOGGED_OUT, sentence(str(error)))
        return
    except TaflheimError as error:
        await socket.close(NO_SUCH_TABLE, sentence(str(error)))
        return
    if isinstance(caller.actor, Person):
        hall.bans.seen(caller.actor.account, client.address)
    channel = TableChannel(socket, hall, table_id, caller)
    if PINGS in extensions and table.terms.clock.timed:
        extensions[PINGS]["listen"](channel.round_trip)
    await channel.run()
