"""Games of our search against itself, and their positions with what the search thought of them, to learn from."""
