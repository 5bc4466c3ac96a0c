"""Pictures of an evening, to show others: what is on one, as words, and how it is drawn."""
