"""The database: accounts, tables and their events."""
