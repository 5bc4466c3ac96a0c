"""What lasts: games played, and all of it in one file."""
