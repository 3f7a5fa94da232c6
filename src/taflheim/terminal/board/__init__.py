"""A board in a terminal: pure functions from what a game shows to rows of characters."""
