"""The application: open a table, take a seat, play, let engines think, keep stats."""
