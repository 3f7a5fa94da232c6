"""The examples of docstrings as code, for the site: an extension of Griffe, which reads our sources for mkdocstrings.

A docstring is Markdown in which an example stands as it is, from `>>>` to an empty line.
"""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class Examples(griffe.Extension):
    """Puts fences around examples."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """When everything is read."""
        _fence(pkg)


def _fence(found: griffe.Object) -> None:
    if found.docstring:
        found.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", found.docstring.value)
    for member in found.members.values():
        if isinstance(member, griffe.Object):
            _fence(member)
