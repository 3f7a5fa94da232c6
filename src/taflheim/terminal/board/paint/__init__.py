"""Boards painted with block characters, for terminals with many colours."""
