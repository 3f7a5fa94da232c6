"""Parts of the screens of the terminal."""
