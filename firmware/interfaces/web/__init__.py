"""The page: the device in any browser near it, by its own small server."""
