"""A season: points over several tournaments, by name."""
