"""The page on a port of its own, and those who ask it: raw bytes out, answers in."""

import json
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from support.log_lines import LogLines
from support.table_app import AppTable
from support.waiting import DEADLINE_S, until

from firmware.common.facts.shown import Shown
from firmware.common.http.limits import Limits
from firmware.common.settings.schema import Settings
from firmware.core.app.messages import DeskOpened
from firmware.core.app.pin import Pin
from firmware.core.join.badges import Badges
from firmware.core.journal.journal import Journal
from firmware.core.view.state import Output
from firmware.interfaces.web.feed import Builders, Feed
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.thread import WebThread
from firmware.records.backup.running import Running
from firmware.records.backup.sticks import Sticks
from firmware.words.language import Language

SHORT = Limits(piece_s=0.3, unread_s=0.3)  # where that is the point
LONG = Limits(piece_s=60.0, unread_s=60.0)  # where nobody is to be given up


class Answer(NamedTuple):
    """A status, headers by their names in small letters (several cookies: a line each), and what
    follows them.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def answer(heard: bytes) -> Answer:
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *rest = head.decode("ascii").split("\r\n")
    lines = [(name.lower(), value) for name, value in (line.split(": ", 1) for line in rest)]
    cookies = "\n".join(value for name, value in lines if name == "set-cookie")
    headers = dict(lines) | ({"set-cookie": cookies} if cookies else {})
    if headers.get("transfer-encoding") == "chunked":
        body = dechunked(body)
    return Answer(int(first.split(" ")[1]), headers, body)


def dechunked(body: bytes) -> bytes:
    """What comes in chunks, as far as it has come."""
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        whole, body = whole + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return whole


def caller(port: int, words: bytes = b"") -> socket.socket:
    """Somebody who has said this, and nothing more yet."""
    line = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S)
    with suppress(OSError):
        line.sendall(words)
    return line


def all_of(line: socket.socket) -> bytes:
    """Up to its end, however it ends."""
    heard = b""
    with suppress(ConnectionError):
        while chunk := line.recv(65536):
            heard += chunk
    return heard


def raw_answer(port: int, words: bytes, hang_up: bool = False) -> bytes:
    """What comes back for some bytes."""
    with caller(port, words) as line:
        if hang_up:
            with suppress(OSError):
                line.shutdown(socket.SHUT_WR)
        return all_of(line)


def request(
    method: str, path: str, headers: Mapping[str, str | None] | None = None, body: bytes = b""
) -> bytes:
    """As a browser would write it; None leaves a header out."""
    all_headers: dict[str, str | None] = {"Host": "localhost:8080"}
    if method == "POST":
        all_headers |= {"Origin": "http://localhost:8080", "Content-Type": "application/json"}
        all_headers["Content-Length"] = str(len(body))
    all_headers |= headers or {}
    lines = "".join(
        f"{name}: {value}\r\n" for name, value in all_headers.items() if value is not None
    )
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body


def running_in(folder: str, journal: Journal, **settings: Any) -> Running:
    """A program with the default settings but these, that never starts anew."""
    settings = {"state_folder": folder, **settings}
    return Running(None, Settings(**settings), journal, lambda do: None, Sticks())


class Asked(ABC):
    """Something that is served at `port`."""

    @property
    @abstractmethod
    def port(self) -> int: ...

    def get(self, path: str, method: str = "GET", **headers: str | None) -> Answer:
        return answer(raw_answer(self.port, request(method, path, _named(headers))))

    def post(self, path: str, sent: Any, **headers: str | None) -> Answer:
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        named = _named(headers)
        # nobody waits for more than that, whatever was promised
        hang_up = "Content-Length" in named
        return answer(raw_answer(self.port, request("POST", path, named, body), hang_up))

    def listener(self, path: str = "/events") -> "Listening":
        return Listening(self.port, path)


class Guarded(Asked):
    """Whoever knows its `pin` may do more than look."""

    pin: Pin

    def session(self) -> dict[str, str | None]:
        """The header of somebody who has given the PIN."""
        token = Asked.post(self, "/pin", {"pin": self.pin.digits}).json["token"]
        return {"Authorization": f"Bearer {token}"}


def _named(headers: Mapping[str, str | None]) -> dict[str, str | None]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Site(Guarded):
    """A page that shows one table and gives what it is asked to a list."""

    def __init__(
        self,
        folder: Path,
        limits: Limits = LONG,
        pin: Pin | None = None,
        state_folder: str = "",
        **page: Any,
    ) -> None:
        self.table = AppTable(folder)
        self.log = LogLines()
        self.messages: list[Any] = []
        self.open: list[socket.socket] = []
        self.feed, self.pin = Feed(), pin or Pin(str(folder))
        self.feed.show(self.table.shown)
        running = running_in(state_folder or str(folder), self.table.journal)
        self.page = Page(self.feed, self.pin, self._put, running, **page)
        self.thread = WebThread(self.page, 0, ("okanjo.home",), {}, limits)

    def _put(self, message: Any) -> None:
        """All it is asked; that somebody has given the PIN is told beside it."""
        self.messages += [] if isinstance(message, DeskOpened) else [message]

    @property
    def port(self) -> int:
        until(lambda: self.thread.port)
        return self.thread.port

    def listener(self, path: str = "/events") -> "Listening":
        """A page that is open until the site closes."""
        listening = super().listener(path)
        self.open.append(listening.line)
        return listening


@contextmanager
def served(folder: Path, limits: Limits = LONG, **page: Any) -> Iterator[Site]:
    site = Site(folder, limits, **page)
    site.thread.start()
    try:
        yield site
    finally:
        site.thread.stop()
        site.table.unplugged()
        for line in site.open:
            line.close()


class Listening:
    """A page that is open somewhere."""

    def __init__(self, port: int, path: str) -> None:
        # to HTTP/1.0 an answer has no chunks
        self.line = caller(port, request("GET", path).replace(b"HTTP/1.1", b"HTTP/1.0"))
        self._heard = b""
        self.answer = answer(self._up_to(b"\r\n\r\n"))

    def __enter__(self) -> "Listening":
        return self

    def __exit__(self, *why: object) -> None:
        self.line.close()

    def _up_to(self, end: bytes) -> bytes:
        while end not in self._heard:
            chunk = self.line.recv(65536)
            if not chunk:
                raise EOFError(self._heard)
            self._heard += chunk
        part, _, self._heard = self._heard.partition(end)
        return part + end

    def event(self) -> dict[str, Any]:
        """The next state."""
        while True:
            message = self._up_to(b"\n\n")
            if message.startswith(b"data: "):
                return json.loads(message[6:])

    def comment(self) -> bytes:
        """Whatever comes next."""
        return self._up_to(b"\n\n")


class Played(Site):
    """A page whose table takes what is clicked, in a thread of its own; phones may join it.
    `outputs` are told after the page; `settings` are the table's, `running` the program's.
    """

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        outputs: Sequence[Output] = (),
        running: Mapping[str, Any] = MappingProxyType({}),
        **settings: Any,
    ) -> None:
        self.log, self.open = LogLines(), []
        self.feed, self.pin = Feed(), Pin(str(folder))
        real = {"clock": time.monotonic, "wall": time.time, "synchronous": "OFF"}
        settings = {**real, **settings, "outputs": [self.feed.show, *outputs]}
        begun = threading.Event()
        self._plays = threading.Thread(target=self._play, args=(folder, settings, begun))
        self._plays.start()
        assert begun.wait(DEADLINE_S)
        program = running_in(str(folder), self.table.journal, **running)
        self.badges = Badges(str(folder), lambda: self.pin.digits)
        self.page = Page(
            self.feed,
            self.pin,
            self.table.app.inbox.put,
            program,
            taught=self.table.app.stickers.code,
            badges=self.badges,
        )
        self.thread = WebThread(self.page, port, (), {}, LONG)

    def _play(self, folder: Path, settings: dict[str, Any], begun: threading.Event) -> None:
        self.table = AppTable(folder, **settings)  # here: this thread owns the journal
        begun.set()
        self.table.app.run()
        self.table.unplugged()

    def __enter__(self) -> "Played":
        self.thread.start()
        return self

    def __exit__(self, *why: object) -> None:
        self.close()

    def close(self) -> None:
        """A second time does nothing."""
        self.thread.stop()
        for line in self.open:
            line.close()
        self.table.app.inbox.leave()
        self._plays.join()


def small(page: object) -> Builders:
    """States that a test can count."""

    def state(shown: Shown, version: int, run: str, language: Language) -> dict[str, Any]:
        return {"v": version, "run": run, "number": shown.number}

    def desk(shown: Shown, language: Language) -> dict[str, Any]:
        return {"sound": shown.device.sound}

    return Builders(state, desk, lambda shown, language: {"codes": []})
