"""What the hall forgets by itself, because it is not needed any more (PLAY.md: "Kept no longer than needed")."""

import logging

from taflheim.hall.accounts import Accounts
from taflheim.hall.clock import now_ms
from taflheim.hall.presence import Attendance
from taflheim.store import keeping, sessions
from taflheim.store.store import Store

log = logging.getLogger(__name__)

EVERY_S = 24 * 3600.0
_DAY_MS = 24 * 3600 * 1000
GUESTS_MS = 7 * _DAY_MS
REQUESTS_MS = 30 * _DAY_MS
CHAT_MS = 365 * _DAY_MS
_GROUP = 100
"""So many tables at once, so that moves do not wait long."""


async def forget_the_old(store: Store, accounts: Accounts, presence: Attendance) -> None:
    """Forget unused sessions, guests who never played, request ids of games long over, and old chat of casual games."""
    now = now_ms()
    # Sessions that are in use are noted as such when they are next asked for.
    accounts.forget_known()
    ended = await store.write(sessions.remove_unused, now)
    guests = await store.write(keeping.forget_guests, now - GUESTS_MS, presence.here())
    accounts.forget_known(guests)
    while tables := await store.read(keeping.with_requests, now - REQUESTS_MS, _GROUP):
        await store.write(keeping.forget_requests, tables)
    lines = await store.write(keeping.forget_chat, now - CHAT_MS)
    if ended or guests or lines:
        log.info("forgotten: %d sessions, %d guests, %d lines of chat", ended, len(guests), lines)
