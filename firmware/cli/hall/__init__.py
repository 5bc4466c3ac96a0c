"""`okanjo board`, the organiser's program, and its own backup."""
