"""Thinking about any game."""
