"""Photos of cards: every label in them, read by a child process with limits."""
