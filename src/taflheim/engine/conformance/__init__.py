"""The conformance kit: what the rules say, as data, and whether an engine says the same (docs/conformance.md)."""
