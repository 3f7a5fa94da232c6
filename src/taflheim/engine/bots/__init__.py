"""Bots: their levels, how they choose moves, and how strong they are."""
