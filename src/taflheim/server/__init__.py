"""The hall over HTTP and WebSocket: pages, and a connection for each page that shows a table."""
