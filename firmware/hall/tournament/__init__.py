"""A tournament over many tables: how players are seated, and who is ahead. Pure."""
