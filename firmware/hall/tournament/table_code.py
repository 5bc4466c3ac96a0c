"""The code of a table, by which its players say their result without an account. Pure."""

from __future__ import annotations

import hmac
from base64 import b32encode

from firmware.hall.tournament.tournament import Tournament

LENGTH = 5
ALIKE = str.maketrans("IOSZ", "HPRW")  # what looks like a digit, and what stands for it
LETTERS = "ABCDEFGHJKLMNPQRTUVWXY"  # of all codes here


def table_code(tournament: Tournament, table_number: int) -> str:
    """The same in all rounds, of capital letters; by the tournament's secret alone."""
    digest = hmac.digest(tournament.code.encode(), f"table {table_number}".encode(), "sha256")
    letters = (letter for letter in b32encode(digest).decode() if letter.isalpha())
    return "".join(letters).translate(ALIKE)[:LENGTH]
