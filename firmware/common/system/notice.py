"""A notice to the owner, for a display and for the log."""

import logging
from typing import NamedTuple


class Notice(NamedTuple):
    """Something the owner must know: two lines for a display, and a sentence for the log."""

    screen: str
    log: str
    level: int = logging.WARNING
