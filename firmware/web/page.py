"""What the page needs of the program, and its limits; light, as every start imports it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware.app.messages import Message
    from firmware.app.pin import Pin
    from firmware.backup.running import Running
    from firmware.ipc.server import Route
    from firmware.web.feed import Builders, Feed

MOST_CONNECTIONS = 192
MOST_LISTENERS = 64
HEAD_BYTES = 8192
PIECE_BYTES = 16_384  # of a request, that have to come in their time
SHORT_BODY = 16_384


class Limits(NamedTuple):
    """Seconds: for each piece of a request, until a caller is given up that does not read; and
    how often a listener hears that the page is still there.
    """

    piece_s: float = 5.0
    unread_s: float = 30.0
    silent_s: float = 2.0


class Page(NamedTuple):
    """`put` gives the table a message; `running` is what /setup changes; `routes`, by request, are
    those of `okanjo teach`.
    """

    feed: Feed
    pin: Pin
    put: Callable[[Message], None]
    running: Running
    clock: Callable[[], float] = time.monotonic
    routes: Mapping[str, Route] = MappingProxyType({})
    builders: Callable[[Page], Builders] | None = None  # None: the pages' own
