"""How long to wait before trying again."""

LONGEST_PAUSE_S = 30.0


def pause_s(failures: int) -> float:
    """Seconds to wait after so many failures in a row: 1, 2, 4, 8, 16, then 30 each time."""
    return min(2.0 ** (failures - 1), LONGEST_PAUSE_S)
