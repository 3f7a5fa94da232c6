"""Reports: what people have told the host about others and what these have said."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, func, insert, select, update

from taflheim.store.ids import new_id
from taflheim.store.schema import accounts, chat, reports, tables


class NewReport(NamedTuple):
    """What somebody tells the host."""

    account: str
    """Who tells it."""
    about: str | None
    """The account that it is about."""
    text: str
    at_ms: int
    table_id: str | None = None
    number: int | None = None
    """Of a line of the table's chat."""


class Report(NamedTuple):
    """A report as a host reads it."""

    id: str
    account: str
    name: str
    """Of who has told it."""
    about: str | None
    about_name: str | None
    about_banned: bool
    text: str
    at_ms: int
    handled_ms: int | None
    table_id: str | None
    game: str | None
    number: int | None
    line: str | None
    """What was said."""
    hidden: bool


class OwnReport(NamedTuple):
    """A report as who has told it may keep it."""

    at_ms: int
    text: str
    table_id: str | None
    number: int | None
    """Of a line of the table's chat."""


_TOLD_BY = (
    select(*(reports.c[name] for name in OwnReport._fields))
    .where(reports.c.account_id == bindparam("this_account"))
    .order_by(reports.c.at_ms, reports.c.id)
)
_teller, _other = accounts.alias("teller"), accounts.alias("other")
_LISTED = (
    select(
        reports.c.id,
        reports.c.account_id,
        _teller.c.name.label("teller_name"),
        reports.c.about_id,
        _other.c.name.label("about_name"),
        _other.c.banned_ms,
        reports.c.text,
        reports.c.at_ms,
        reports.c.handled_ms,
        reports.c.table_id,
        tables.c.game,
        reports.c.number,
        chat.c.text.label("line"),
        chat.c.hidden,
    )
    .join(_teller, _teller.c.id == reports.c.account_id)
    .outerjoin(_other, _other.c.id == reports.c.about_id)
    .outerjoin(tables, tables.c.id == reports.c.table_id)
    .outerjoin(chat, (chat.c.table_id == reports.c.table_id) & (chat.c.number == reports.c.number))
    .order_by(case((reports.c.handled_ms.is_(None), 0), else_=1), reports.c.at_ms.desc(), reports.c.id)
)
_HANDLE = (
    update(reports)
    .where(reports.c.id == bindparam("this_report"), reports.c.handled_ms.is_(None))
    .values(handled_ms=bindparam("now_ms"))
)
_WAITING = select(func.count()).select_from(reports).where(reports.c.handled_ms.is_(None))


def add(connection: Connection, new: NewReport) -> str:
    """Keep a report; gives its id."""
    row = new._asdict()
    row["account_id"], row["about_id"] = row.pop("account"), row.pop("about")
    row["id"] = new_id()
    connection.execute(insert(reports), row)
    return str(row["id"])


def listed(connection: Connection, most: int) -> list[Report]:
    """The reports that wait, and after them those that were handled, the latest first."""
    return [
        Report(
            row.id,
            row.account_id,
            row.teller_name,
            row.about_id,
            row.about_name,
            row.banned_ms is not None,
            row.text,
            row.at_ms,
            row.handled_ms,
            row.table_id,
            row.game,
            row.number,
            row.line,
            bool(row.hidden),
        )
        for row in connection.execute(_LISTED.limit(most))
    ]


def told_by(connection: Connection, account_id: str) -> list[OwnReport]:
    """What somebody has told the host, the oldest first."""
    return [OwnReport(*row) for row in connection.execute(_TOLD_BY, {"this_account": account_id})]


def handle(connection: Connection, report_id: str, now_ms: int) -> bool:
    """Note that a host has dealt with a report; False if there is none such that waits."""
    return connection.execute(_HANDLE, {"this_report": report_id, "now_ms": now_ms}).rowcount > 0


def waiting(connection: Connection) -> int:
    """How many reports wait for a host."""
    return connection.execute(_WAITING).scalar_one()
