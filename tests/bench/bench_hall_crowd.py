"""Phones in a process of their own: `bench_hall_crowd.py PORT LISTENERS SECONDS`.

When each has been sent the hall, it says so; then, after so long, how many ms every update took to
each, as JSON.
"""

import json
import re
import selectors
import socket
import sys
from time import perf_counter, sleep

REQUEST = b"GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n"
SENT = re.compile(rb'"problems":\["(\d+\.\d+)"\]')


class Phones:
    """Each event is read once, however many have it: they get the same bytes."""

    def __init__(self, port: int, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._heard: dict[socket.socket, bytes] = {}
        self._times: dict[bytes, list[float]] = {}
        self.laps: list[float] = []
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(REQUEST)
            self._heard[line] = b""
            self._selector.register(line, selectors.EVENT_READ)
            sleep(0.002)

    def listen(self, until: float) -> None:
        while (left := until - perf_counter()) > 0:
            for key, _ in self._selector.select(left):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                chunk = line.recv(1 << 18)
                now = perf_counter()
                *events, self._heard[line] = (self._heard[line] + chunk).split(b"\n\n")
                for event in events:
                    if event.startswith(b"data: "):
                        if event not in self._times:
                            self._times[event] = [float(moment) for moment in SENT.findall(event)]
                        self.laps += [(now - sent) * 1000 for sent in self._times[event]]


if __name__ == "__main__":
    port, count, seconds = (int(word) for word in sys.argv[1:])
    phones = Phones(port, count)
    phones.listen(perf_counter() + 2)
    phones.laps.clear()
    print("here", flush=True)
    phones.listen(perf_counter() + seconds)
    print(json.dumps([round(lap, 1) for lap in phones.laps]))
