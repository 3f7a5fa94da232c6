"""The server: a hall without a window, for people anywhere, until it is told to stop."""

import logging

from taflheim.games.message import quoted
from taflheim.hall.hall import Hall
from taflheim.hall.settings import InvalidSetting, Settings
from taflheim.server import logs
from taflheim.server.guard import LOOPBACK
from taflheim.server.program import runner, stop_on_signals
from taflheim.server.serve import serving

log = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Serve the hall of a data folder. Raises HallTaken if another process does, CannotOpen, InvalidSetting."""
    if settings.host not in LOOPBACK and not settings.public_url:
        raise InvalidSetting(
            f"host {quoted(settings.host)}: others can reach it, so say by which address they do: --public-url"
        )
    logs.set_up(settings.log_format, settings.log_level)
    runner()(_serve(settings))


async def _serve(settings: Settings) -> None:
    hall = await Hall.open(settings.folder, settings)
    try:
        async with serving(hall, settings.port) as served:
            stopped = stop_on_signals()
            log.info("serving %s from %s", served.address, settings.folder)
            await stopped.wait()
            log.info("stopping: pages are told to come back")
    finally:
        await hall.close()
    log.info("stopped")
