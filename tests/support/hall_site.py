"""The board's pages at a port of their own, over a hall that a test fills."""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from types import SimpleNamespace
from typing import Any

from support.hall_games import game, of
from support.web_site import LONG, Answer, Listening, answer, caller, request, said

from firmware.board.hall import AVAILABILITY, EVENT, RESULT, STATE, Hall
from firmware.board.pages.context import Context
from firmware.board.pages.sessions import Sessions
from firmware.board.site import Site, server_of
from firmware.web.page import Limits
from firmware.web.sockets import limit, own

BROKER = "192.168.1.20:1883"


class HallSite:
    """Tables say something by `say`, and pages ask by `get`."""

    def __init__(self, limits: Limits = LONG, port: int = 0) -> None:
        self.hall, self.results = Hall(), dict[str, Any]()
        board = SimpleNamespace(hall=self.hall, result=self.results.get, tournaments={}, names={})
        sessions = Sessions(SimpleNamespace(noted=lambda key: ""))
        self.site = Site(Context(board, sessions), BROKER, ["board.home"])
        self.server = server_of(self.site, limits)
        self.sockets = own(port)
        self.port: int = self.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        for one in self.sockets:
            limit(one, limits.unread_s)
        self.thread = threading.Thread(target=self.server.run, args=(self.sockets,))

    def say(self, device: str, kind: str, words: Any, now: float | None = None) -> None:
        if self.hall.take(device, kind, words, time.time() if now is None else now):
            self.site.changed()

    def play(self, device: str, seed: int = 1, upto: int = -1, seats: int = 4, **more: Any) -> Any:
        """Have a table come and say what it shows after so many scans; `more` is in its state."""
        one = of(device, f"{seed:x}-1", game(seed, seats)[upto])
        self.say(device, AVAILABILITY, "online")
        self.say(device, STATE, {**one.state, **more})
        for event in one.events:
            self.say(device, EVENT, event)
        if one.result:
            self.results[one.result["id"]] = one.result
            self.say(device, RESULT, one.result)
        return one

    def fill(self, count: int, seed: int = 1, names: Sequence[str] = ()) -> None:
        """So many tables, each somewhere in its game; the seats have those names in turn."""
        rng, named = random.Random(seed), cycle(names)
        for number in range(1, count + 1):
            at = rng.choice([0, 4, *[rng.randrange(5, 60)] * 5, -1])
            self.play(f"table-{number}", rng.randrange(1, 5), at)
            if names:
                device = f"table-{number}"
                tile = self.hall.tiles[device]
                guests = {one.name: next(named) for one in tile.players}
                self.hall.tiles[device] = tile._replace(
                    players=tuple(one._replace(name=guests[one.name]) for one in tile.players),
                    winners=tuple(guests[one] for one in tile.winners),
                )

    def get(self, path: str, method: str = "GET", **headers: str | None) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return answer(said(self.port, request(method, path, named)))

    @contextmanager
    def listener(self, path: str = "/events") -> Iterator[Listening]:
        asked = request("GET", path).replace(b"HTTP/1.1", b"HTTP/1.0")  # its answer has no chunks
        with caller(self.port, asked) as line:
            yield Listening(line)


@contextmanager
def hall_site(limits: Limits = LONG, port: int = 0) -> Iterator[HallSite]:
    found = HallSite(limits, port)
    found.thread.start()
    try:
        yield found
    finally:
        found.server.should_exit = True
        found.thread.join()
