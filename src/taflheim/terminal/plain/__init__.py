"""Playing line by line: on any terminal, through a pipe, with a screen reader. Nothing that was told is changed."""
