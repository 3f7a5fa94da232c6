"""Reports to the host: what somebody has said, or done, and why it should not be."""

import unicodedata

from taflheim.games.errors import TaflheimError
from taflheim.hall.attempts import Attempts
from taflheim.hall.chat import Chat
from taflheim.hall.clock import now_ms
from taflheim.hall.counting import ALONE, Counting
from taflheim.hall.relations import find_person
from taflheim.store import reports
from taflheim.store.reports import NewReport, OwnReport, Report
from taflheim.store.store import Store
from taflheim.table.actor import Person

LONGEST_REASON = 500
MOST_LISTED = 200
_LIMITS = {"account": "5 per minute; 20 per hour"}


class InvalidReport(TaflheimError):
    """This cannot be reported."""


class Reports:
    """The reports of all people in a hall. Used in one event loop."""

    def __init__(self, store: Store, chat: Chat, counting: Counting = ALONE):
        self._store = store
        self._chat = chat
        self._attempts = Attempts(_LIMITS, "report", counting)

    async def add_line(self, person: Person, table_id: str, number: int, reason: str) -> None:
        """Report a line of chat that somebody can read."""
        line = await self._chat.line(table_id, person, number)
        await self._add(NewReport(person.account, line.account, _reason(reason), now_ms(), table_id, number))

    async def add_person(self, person: Person, name: str, reason: str) -> None:
        """Report somebody."""
        about = await find_person(self._store, name)
        await self._add(NewReport(person.account, about.id, _reason(reason), now_ms()))

    async def _add(self, report: NewReport) -> None:
        if report.about == report.account:
            raise InvalidReport("that is yourself: choose somebody else")
        await self._attempts.take(account=report.account)
        await self._store.write(reports.add, report)

    async def listed(self) -> list[Report]:
        """The reports that wait, and after them those that were handled, the latest first."""
        return await list_reports(self._store)

    async def told_by(self, person: Person) -> list[OwnReport]:
        """What somebody has told, the oldest first."""
        return await self._store.read(reports.told_by, person.account)

    async def waiting(self) -> int:
        """How many reports wait for a host."""
        return await self._store.read(reports.waiting)

    async def handle(self, report_id: str) -> bool:
        """Note that a host has dealt with a report; False if there is none such that waits."""
        return await handle_report(self._store, report_id)


async def list_reports(store: Store) -> list[Report]:
    """The reports that wait, and after them those that were handled, the latest first."""
    return await store.read(reports.listed, MOST_LISTED)


async def handle_report(store: Store, report_id: str) -> bool:
    """Note that a host has dealt with a report; False if there is none such that waits."""
    return await store.write(reports.handle, report_id, now_ms())


def _reason(text: str) -> str:
    """What somebody has written, on one line and without signs that cannot be seen."""
    kept = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in text[: 10 * LONGEST_REASON])
    reason = unicodedata.normalize("NFC", " ".join(kept.split()))
    if not reason:
        raise InvalidReport("say in a few words what is wrong")
    if len(reason) > LONGEST_REASON:
        raise InvalidReport(f"a report has at most {LONGEST_REASON} characters: make it shorter")
    return reason
