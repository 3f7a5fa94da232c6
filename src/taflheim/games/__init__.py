"""What the games are: pure rules, no I/O, no clock, no hidden randomness."""
