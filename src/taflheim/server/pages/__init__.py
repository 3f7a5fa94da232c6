"""The pages, each route with its data beside it."""
