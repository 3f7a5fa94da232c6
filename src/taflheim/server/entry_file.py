"""The small file that the owner's window is opened on. It posts a one-time token to the hall.

So the token stands in no argument list, log or history, where other users of the machine could read it: the file is for
its owner only.
"""

import os
import secrets
from html import escape
from pathlib import Path

from taflheim.server.guard import ENTER

_NAME = "enter-{}.html"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-{nonce}'; form-action {to}">
<meta name="color-scheme" content="dark">
<title>Taflheim</title>
<form method="post" action="{to}">
<input type="hidden" name="token" value="{token}">
<noscript><button>Open Taflheim</button></noscript>
</form>
<script nonce="{nonce}">document.forms[0].submit()</script>
</html>
"""


def write_entry_file(folder: Path, address: str, token: str) -> Path:
    """A new file that posts this token to the hall at this address."""
    path = folder / _NAME.format(secrets.token_hex(8))
    text = _PAGE.format(nonce=secrets.token_urlsafe(16), to=escape(address + ENTER), token=escape(token))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    return path


def remove_entry_files(folder: Path) -> None:
    """Remove the files of earlier starts; their tokens have expired."""
    for path in folder.glob(_NAME.format("*")):
        path.unlink(missing_ok=True)
