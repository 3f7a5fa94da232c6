"""One-time tokens that let the owner of a data folder in.

A secret in the folder, which only its owner can read, signs them. Whoever can read the folder can therefore mint a
token for the running hall, also from another process. A token lives for a minute and is redeemed once. Each start of
the hall makes a new secret, so that no token outlives the process that remembers which ones were used.
"""

import base64
import binascii
import hashlib
import hmac
import os
import secrets
from pathlib import Path

LIFETIME_MS = 60_000

_FILE = "secret"
_EXPIRY_BYTES, _NONCE_BYTES, _MAC_BYTES = 8, 16, 32


def new_secret(folder: Path) -> bytes:
    """Replace the secret of a folder. Only the process that holds the folder's lock does this."""
    secret = secrets.token_bytes(_MAC_BYTES)
    # Written beside and moved into place: another process reads the old secret or the new one, nothing in between.
    beside = folder / f"{_FILE}.new"
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
    beside.replace(folder / _FILE)
    return secret


def secret(folder: Path) -> bytes:
    """The secret of a folder, which the running hall has made; raises OSError where there is none."""
    return (folder / _FILE).read_bytes()


def mint(secret: bytes, now_ms: int) -> str:
    """A token that can be redeemed once within the next minute.

    >>> token = mint(b"secret", now_ms=0)
    >>> tokens = Tokens(b"secret")
    >>> tokens.redeem(token, now_ms=1000), tokens.redeem(token, now_ms=2000)
    (True, False)
    """
    body = (now_ms + LIFETIME_MS).to_bytes(_EXPIRY_BYTES, "big") + secrets.token_bytes(_NONCE_BYTES)
    return base64.urlsafe_b64encode(body + _mac(secret, body)).decode()


class Tokens:
    """Remembers which tokens were redeemed, as long as they live."""

    def __init__(self, secret: bytes):
        self._secret = secret
        self._used: dict[bytes, int] = {}
        """When each used token expires, by its signed part."""

    def redeem(self, token: str, now_ms: int) -> bool:
        """Whether a token lets somebody in. It does so once."""
        body = self._signed(token)
        if body is None:
            return False
        expires_ms = int.from_bytes(body[:_EXPIRY_BYTES], "big")
        # One that lives longer than a minute was minted by a clock that was ahead: it would have to be remembered long.
        if not now_ms < expires_ms <= now_ms + LIFETIME_MS:
            return False
        self._used = {used: end_ms for used, end_ms in self._used.items() if end_ms > now_ms}
        if body in self._used:
            return False
        self._used[body] = expires_ms
        return True

    def used(self, token: str) -> bool:
        """Whether somebody has come in with this token within its lifetime."""
        return self._signed(token) in self._used

    def _signed(self, token: str) -> bytes | None:
        """What was signed, if a token carries our signature."""
        try:
            data = base64.b64decode(token.encode("ascii"), altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            return None
        body, mac = data[:-_MAC_BYTES], data[-_MAC_BYTES:]
        if len(data) != _EXPIRY_BYTES + _NONCE_BYTES + _MAC_BYTES or not hmac.compare_digest(
            mac, _mac(self._secret, body)
        ):
            return None
        return body


def _mac(secret: bytes, body: bytes) -> bytes:
    return hmac.digest(secret, b"taflheim login token " + body, hashlib.sha256)
