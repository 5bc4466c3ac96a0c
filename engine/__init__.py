"""Score games by their scans: cards, scan protocol and points. Pure: does no I/O."""
