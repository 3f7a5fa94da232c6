"""A table as a terminal knows it, as values: what was told, what is shown of it, and what a key means. Pure."""
