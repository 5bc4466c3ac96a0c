"""Seats that an organiser offers to a table."""

from typing import Any


def offered_seats(blue: str) -> dict[str, Any]:
    """As they stand at PREFIX/ID/seats, for red Ann and somebody blue."""
    return {
        "v": 1,
        "id": "cup-r2-t7",
        "tournament": "Autumn Cup",
        "round": 2,
        "table": 7,
        "game": "sushi-go-party",
        "menu": "my-first-meal",
        "seats": [{"badge": "red", "name": "Ann"}, {"badge": "blue", "name": blue}],
    }
