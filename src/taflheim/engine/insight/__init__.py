"""What people want to know of a position or a game: analysis, hints, reviews, win probabilities."""
