"""Paper: labels for the cards, the table sheet and the quick guide, as PDF, PNG or CSV."""
