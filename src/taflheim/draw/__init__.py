"""Drawing any game from the words in which it shows itself."""
