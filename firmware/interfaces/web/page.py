"""What the page needs of the program; light, as every start imports it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware.common.ipc.server import Route
    from firmware.core.app.messages import Message
    from firmware.core.app.pin import Pin
    from firmware.core.join.badges import Badges
    from firmware.interfaces.web.feed import Builders, Feed
    from firmware.records.backup.running import Running


class Page(NamedTuple):
    """`put` gives the table a message; `running` is what /setup changes; `routes`, by request, are
    those of `okanjo teach`; `taught` knows the stickers that stand for one of ours. `badges` is
    there where phones may join.
    """

    feed: Feed
    pin: Pin
    put: Callable[[Message], None]
    running: Running
    clock: Callable[[], float] = time.monotonic
    routes: Mapping[str, Route] = MappingProxyType({})
    taught: Callable[[str], object] = lambda text: None
    badges: Badges | None = None
    builders: Callable[[Page], Builders] | None = None  # None: the pages' own
