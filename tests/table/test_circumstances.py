"""What is taken for granted where the hall knows nothing."""

from taflheim.table.circumstances import GUEST, NOTHING_KNOWN, Account, Circumstances


def test_where_nothing_is_known_nothing_is_granted() -> None:
    assert Circumstances({}, {}, {}, False, {}, False, "") == NOTHING_KNOWN
    assert Account("guest", None) == GUEST
