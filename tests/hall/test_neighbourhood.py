"""What counts as one address."""

import pytest

from taflheim.hall.neighbourhood import neighbourhood


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:ffff:ffff:ffff", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("a socket's name", "a socket's name"),
    ],
)
def test_what_counts_as_one_address(address: str, counted_as: str) -> None:
    assert neighbourhood(address) == counted_as
