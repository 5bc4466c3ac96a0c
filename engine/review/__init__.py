"""Look back at rounds and games that are over."""
