"""What is said over a page's connection, one kind of channel a module."""
