"""What counts as one address, where something is counted by address."""

import ipaddress


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 the whole network that one customer is given.

    >>> neighbourhood("2001:db8::1") == neighbourhood("2001:db8::2"), neighbourhood("192.0.2.1")
    (True, '192.0.2.1')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
