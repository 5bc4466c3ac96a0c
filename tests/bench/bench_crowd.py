"""Pages in a process of their own: `bench_crowd.py PORT en en de`, one for each language. When they
have each had the first state, and then whatever comes, it says at what times: a line of JSON for
each state.
"""

import json
import selectors
import socket
import sys
from collections.abc import Sequence
from time import perf_counter

REQUEST = "GET /events HTTP/1.0\r\nHost: localhost\r\nAccept-Language: {language}\r\n\r\n"


class Pages:
    """Listeners, and the times at which the present state has reached each."""

    def __init__(self, port: int, languages: Sequence[str]) -> None:
        self._selector = selectors.DefaultSelector()
        self._heard: dict[socket.socket, bytes] = {}
        self._at: dict[bytes, list[float]] = {}
        self._count = len(languages)
        for language in languages:
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(REQUEST.format(language=language).encode())
            line.setblocking(False)
            self._heard[line] = b""
            self._selector.register(line, selectors.EVENT_READ)

    def listen(self) -> None:
        """Until the page is gone."""
        while True:
            for key, _ in self._selector.select():
                line = key.fileobj
                assert isinstance(line, socket.socket)
                chunk = line.recv(1 << 18)
                if not chunk:
                    return
                self._take(line, chunk, perf_counter())

    def _take(self, line: socket.socket, chunk: bytes, moment: float) -> None:
        *events, self._heard[line] = (self._heard[line] + chunk).split(b"\n\n")
        for event in events:
            if event.startswith(b'data: {"v":'):
                version = event[11:].partition(b",")[0]
                times = self._at.setdefault(version, [])
                times.append(moment)
                if len(times) == self._count:
                    message = {"v": int(version), "at": self._at.pop(version)}
                    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    Pages(int(sys.argv[1]), sys.argv[2:]).listen()
