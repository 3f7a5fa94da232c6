"""Searching for good moves: alpha-beta, Monte Carlo tree search, their memory and limits, perft, playouts."""
