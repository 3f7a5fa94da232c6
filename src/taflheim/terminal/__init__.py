"""The games on a terminal."""
