"""The terminal's screens, one a module."""
