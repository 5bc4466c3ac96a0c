"""What the hall keeps, and the way of results and acts to the disk."""
