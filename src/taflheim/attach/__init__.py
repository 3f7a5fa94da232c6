"""An engine at the tables of a hall: a client of its interface for programs (docs/api.md)."""
