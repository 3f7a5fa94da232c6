"""The command `taflheim`: one module for each of its commands, or for a few that belong together."""

from taflheim.cli.program import main

__all__ = ["main"]
