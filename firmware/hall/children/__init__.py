"""What takes a core for a while, in a process of its own: no page waits for it."""
