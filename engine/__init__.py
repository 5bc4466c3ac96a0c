"""Scans in, points out: the games, their cards and the scan protocol. Pure: sees no world."""
