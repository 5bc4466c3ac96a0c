"""What a terminal shows of a text: blanks at which no line may break are blanks."""

PLAIN = str.maketrans("\xa0\u202f", "  ")
