"""Having a command of a host done: by the hall that runs, or, where none does, by one that is opened for it."""

import asyncio
import json
import time
import urllib.error
import urllib.request

from taflheim.hall import tokens
from taflheim.hall.admin import CannotDo, Given, Lines, perform
from taflheim.hall.folder import HallTaken, address_in
from taflheim.hall.hall import Hall
from taflheim.hall.settings import Settings
from taflheim.server.guard import CONTROL

_SECONDS = 600
"""Figuring all ratings anew takes a while."""


def have_done(settings: Settings, command: str, given: Given) -> Lines:
    """Have a command of a host done; gives the lines to be printed."""
    return asyncio.run(_have_done(settings, command, given))


async def _have_done(settings: Settings, command: str, given: Given) -> Lines:
    try:
        hall = await Hall.open(settings.folder, settings, idle=True)
    except HallTaken:
        return await asyncio.to_thread(ask_running, settings, command, given)
    try:
        return await perform(hall, command, given)
    finally:
        await hall.close()


def ask_running(settings: Settings, command: str, given: Given) -> Lines:
    """Have it done by the hall that runs; raises CannotDo."""
    address = address_in(settings.folder, "local")
    if address is None:
        raise CannotDo("Taflheim is just starting, or stopping: try again in a moment")
    token = tokens.mint(tokens.secret(settings.folder), time.time_ns() // 1_000_000)
    body = json.dumps({"token": token, "command": command, "given": dict(given)}).encode()
    request = urllib.request.Request(address + CONTROL, body, {"Content-Type": "application/json"})
    # Not by a proxy of this machine's: what is sent is for the hall alone.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=_SECONDS) as answer:
            return [str(line) for line in json.load(answer)["lines"]]
    except urllib.error.HTTPError as error:
        with error:
            raise CannotDo(_reason(error)) from None
    except (urllib.error.URLError, ConnectionError) as error:
        raise CannotDo(f"the Taflheim that runs does not answer ({error}): try again in a moment") from None


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the Taflheim that runs has refused: {error.code}"
