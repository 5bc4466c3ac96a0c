"""Devices: characters, pixels and colours in and out. Nothing here knows a game."""
