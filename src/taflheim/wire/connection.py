"""The version of the live protocol, and the codes with which connections are closed."""

VERSION = 1
"""Of the messages between a client and the server. A client that speaks another one is told to reload itself."""
NO_SUCH_TABLE = 4404
"""The code with which a connection is closed that asks for a table that is not there."""
LOGGED_OUT = 4401
"""The code with which a connection is closed when its session has ended, or its access token is not known."""
