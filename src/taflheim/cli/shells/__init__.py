"""Completions: the command line as a script that a shell reads."""
