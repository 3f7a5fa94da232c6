"""One game being played: seats, numbered events, result. No I/O."""
