"""Coming to a hall somewhere else without an account: one becomes a guest, and is the same guest the next time."""

from taflheim.client.credentials import Session, keep
from taflheim.client.remote import Remote


async def arrive(remote: Remote) -> str | None:
    """Become a guest if one is nobody yet, and keep that; gives the name if so."""
    if remote.credential is not None:
        return None
    name = str((await remote.become_guest())["name"])
    assert isinstance(remote.credential, Session)
    keep(remote.address.origin, remote.credential, name)
    return name
