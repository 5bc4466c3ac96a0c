"""Phones with Standings open, as a process: `bench_hall_phones.py PORT PHONES PLAYERS`.

Each listens to the tournament, and on news asks for the standings and for its player's own page, as
`tournament.js` does. When all have heard the tournament, it says so; at the end of its input, how
many ms each was from the news to its pages, as JSON.
"""

import asyncio
import json
import os
import random
import sys
from time import perf_counter

EVENTS = "/events?tournament=1"
STANDINGS = "/t/1/standings"
WAIT_S, SPREAD_S = 0.3, 1.5  # as in tournament.js


class StandingsPhone:
    """One of them; `laps` are those of all."""

    def __init__(self, port: int, player: int, laps: list[float]) -> None:
        self._port, self._player, self._laps = port, player, laps
        self._etag = ""
        self._asking: asyncio.Task[None] | None = None
        self.version = 0

    async def listen(self, here: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        writer.write(f"GET {EVENTS} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: {"):
                self.version = json.loads(line[6:])["v"]
                here.set()
                self._asking = self._asking or asyncio.create_task(self._ask(perf_counter()))

    async def _ask(self, moment: float) -> None:
        await asyncio.sleep(WAIT_S + random.random() * SPREAD_S)
        before = self.version
        await self._get(STANDINGS)
        await self._get(f"/t/1?me={self._player}")
        now = perf_counter()
        self._laps.append((now - moment) * 1000)
        self._asking = None
        if self.version > before:
            self._asking = asyncio.create_task(self._ask(now))

    async def _get(self, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        header = f"If-None-Match: {self._etag}\r\n" if self._etag and path == STANDINGS else ""
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{header}"
        writer.write(f"{head}Accept: text/html\r\n\r\n".encode())
        content = await reader.read(-1)
        writer.close()
        if content[9:12] not in (b"200", b"304"):
            print(f"{path}: {content[:200]!r}", file=sys.stderr, flush=True)
            os._exit(1)  # sys.exit would end this task alone
        if path == STANDINGS:
            self._etag = content.partition(b"etag: ")[2].partition(b"\r")[0].decode()


async def main(port: int, phones: int, players: int) -> None:
    laps: list[float] = []
    arrived = [asyncio.Event() for _ in range(phones)]
    listening = []
    for number, here in enumerate(arrived):
        phone = StandingsPhone(port, number % players + 1, laps)
        listening.append(asyncio.create_task(phone.listen(here)))
        await asyncio.sleep(0.005)
    await asyncio.gather(*(here.wait() for here in arrived))
    await asyncio.sleep(WAIT_S + 2 * SPREAD_S)
    laps.clear()
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps([round(lap, 1) for lap in laps]))


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
