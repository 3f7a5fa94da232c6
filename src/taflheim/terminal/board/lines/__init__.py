"""Boards written with box drawing and signs, or with ASCII alone, for terminals with few colours or none."""
