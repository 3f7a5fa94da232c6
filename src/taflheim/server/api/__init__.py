"""The hall for programs: `/api/v1`, one module a noun (docs/api.md)."""
