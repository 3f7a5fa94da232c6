"""Matches between engines and many games at a time, and what their results say."""
