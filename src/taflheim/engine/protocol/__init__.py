"""The engine's text protocol: the engine's end, and a client for it."""
