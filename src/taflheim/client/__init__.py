"""A hall somewhere, as a program or a terminal talks to it: over HTTP and WebSocket, like a page."""
