"""The board's pages of tournaments at a port of their own, with a database and no broker."""

import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from ssl import SSLContext
from typing import Any, Protocol, Self
from urllib.parse import urlencode

from argon2 import PasswordHasher
from support.web_site import LONG, Answer, Asked, answer, raw_answer, request

from firmware.common.http.limits import Limits
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.sockets import own
from firmware.hall.hall import Hall
from firmware.hall.pages.context import HallContext
from firmware.hall.pages.sessions import Sessions
from firmware.hall.site import LIMITS, Site, application, serve_hall
from firmware.hall.store.store import Store

PASSWORD = "sushi for everybody"  # noqa: S105
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # `okanjo board` has the real one

Headers = Mapping[str, str | None]


class BoardSite(Asked):
    """The board's server, in a thread of its own."""

    port = 0

    def __init__(self, site: Site, limits: Limits = LONG, **more: Any) -> None:
        sockets = own(0)
        self.port = sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._stopped, self._stop = os.pipe()
        args = site, sockets, self._stopped
        limits = limits._replace(connections=LIMITS.connections, listeners=LIMITS.listeners)
        self.thread = threading.Thread(
            target=serve_hall, args=args, kwargs=more | {"limits": limits}
        )

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def stop(self) -> None:
        os.write(self._stop, b"\0")
        self.thread.join()

    def __exit__(self, *why: object) -> None:
        self.stop()
        os.close(self._stop)
        os.close(self._stopped)


class DoorSite(BoardSite):
    def __init__(
        self,
        folder: Path,
        new_password: bool = False,
        tls: SSLContext | None = None,
        proxies: Sequence[str] = (),
        limits: Limits = LONG,
    ) -> None:
        self.failures: list[Exception] = []
        self.store = Store(f"sqlite:///{folder}/board.db")
        self.hall = Hall(self.store, self.failures.append)
        threads = RequestThreads()
        self.sessions = Sessions(self.store, threads, new_password, CHEAP)
        self.context = HallContext(self.hall, self.sessions, threads)
        self.site = Site(self.context, "127.0.0.1:1883")
        self.hall.changed, self.hall.say = self.site.feed.changed, self.site.feed.say
        super().__init__(self.site, limits, tls=tls, proxies=proxies)

    @property
    def routes(self) -> Sequence[Any]:
        """All there are, each with its `path` and `methods`."""
        return application(self.site, LONG).asgi.routes

    def organiser(self) -> "Visitor":
        """Somebody who has set the first password, and is signed in."""
        visitor = Visitor(self)
        done = visitor.post("/organiser/password", code=self.sessions.code, password=PASSWORD)
        assert done.status == 303, done
        return visitor


class Served(Protocol):
    """Whatever has its pages at a port."""

    @property
    def port(self) -> int: ...


class Visitor:
    """A browser: it keeps cookies."""

    def __init__(self, site: Served) -> None:
        self.site, self.cookies = site, dict[str, str]()

    def get(self, path: str, **headers: str | None) -> Answer:
        return self._ask("GET", path, b"", headers)

    def post(self, path: str, headers: Headers | None = None, /, **form: Any) -> Answer:
        body = urlencode(form).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, body, {**kind, **(headers or {})})

    def upload(self, path: str, content: bytes, **form: str) -> Answer:
        """Send a file in the field `file`."""
        fields = [
            f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in form.items()
        ]
        head = '--x\r\nContent-Disposition: form-data; name="file"; filename="players.csv"\r\n\r\n'
        body = ("".join(fields) + head).encode() + content + b"\r\n--x--\r\n"
        return self._ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=x"})

    def _ask(self, method: str, path: str, body: bytes, headers: Headers) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            named = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **named}
        response = answer(raw_answer(self.site.port, request(method, path, named, body)))
        cookies = re.findall("^([^=]+)=([^;]*)(.*)", response.headers.get("set-cookie", ""), re.M)
        for name, value, attributes in cookies:
            self.cookies[name] = value
            if "Max-Age=0" in attributes:
                del self.cookies[name]
        return response


@contextmanager
def door_site(folder: Path, **more: Any) -> Iterator[DoorSite]:
    site = DoorSite(folder, **more)
    site.hall._writer.start()
    try:
        with site:
            yield site
    finally:
        site.hall.stop()
    assert not site.failures
