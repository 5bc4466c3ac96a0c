"""The board's pages at a port of their own, over a hall that a test fills."""

import random
import time
from collections.abc import Sequence
from itertools import cycle
from types import SimpleNamespace
from typing import Any

from support.door_site import BoardSite
from support.hall_games import game, of
from support.web_site import LONG

from firmware.common.http.limits import Limits
from firmware.common.http.request_threads import RequestThreads
from firmware.hall.pages.context import HallContext
from firmware.hall.pages.sessions import Sessions
from firmware.hall.site import Site
from firmware.hall.tables import AVAILABILITY, EVENT, RESULT, STATE, Tables

BROKER = "192.168.1.20:1883"


class HallSite(BoardSite):
    """Tables say something by `say`, and pages ask by `get`."""

    def __init__(self, limits: Limits = LONG) -> None:
        self.tables, self.results = Tables(), dict[str, Any]()  # the newest of each device
        hall = SimpleNamespace(
            tables=self.tables,
            result=self.result,
            tournaments={},
            names={},
            announcements={},
            seasons={},
            uncounted={},
            forgotten_at=0.0,
            expiring={},
        )
        threads = RequestThreads()
        store = SimpleNamespace(noted=lambda key: "", sessions=dict, helpers=dict)
        sessions = Sessions(store, threads)  # type: ignore[arg-type] # nobody signs in
        context = HallContext(hall, sessions, threads)  # type: ignore[arg-type] # no tournaments
        self.site = Site(context, BROKER, ["board.home"])
        super().__init__(self.site, limits)

    def say(self, device: str, kind: str, words: Any, now: float | None = None) -> None:
        if self.tables.take(device, kind, words, time.time() if now is None else now):
            self.site.feed.changed()

    def result(self, device: str) -> Any:
        return (
            self.results[device] if (tile := self.tables.tiles.get(device)) and tile.kept else None
        )

    def play(self, device: str, seed: int = 1, upto: int = -1, **more: Any) -> Any:
        """Have a table come and say what it shows after so many scans; `more` is in its state."""
        message = of(device, f"{seed:x}-1", game(seed)[upto])
        self.say(device, AVAILABILITY, "online")
        self.say(device, STATE, {**message.state, **more})
        for event in message.events:
            self.say(device, EVENT, event)
        if message.result:
            self.results[device] = message.result
            self.say(device, RESULT, message.result)
        return message

    def fill(self, count: int, seed: int = 1, names: Sequence[str] = ()) -> None:
        """So many tables, each somewhere in its game; the seats have those names in turn."""
        rng, named = random.Random(seed), cycle(names)
        for number in range(1, count + 1):
            upto = rng.choice([0, 4, *[rng.randrange(5, 60)] * 5, -1])
            self.play(f"table-{number}", rng.randrange(1, 5), upto)
            if names:
                device = f"table-{number}"
                tile = self.tables.tiles[device]
                guests = {player.name: next(named) for player in tile.players}
                self.tables.tiles[device] = tile._replace(
                    players=tuple(
                        player._replace(name=guests[player.name]) for player in tile.players
                    ),
                    winners=tuple(guests[winner] for winner in tile.winners),
                )
