"""A connection in, the answer to its request out.

Rule 1: a request is read and checked by us, strictly, before microdot sees it.
Rule 2: whatever comes in, nothing is printed, and the log gets a line a second at most.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from microdot import Microdot, Request, Response

from engine.notation import printable
from firmware.web.connection import Gone, Line
from firmware.web.handlers import SHORT_BODY, Around, Route, find, fresh, table
from firmware.web.hosts import check_host
from firmware.web.request import (
    REASONS,
    Head,
    TurnedAway,
    check_query,
    check_write,
    head_of,
    token_of,
)

if TYPE_CHECKING:
    from firmware.web.door import Page

logger = logging.getLogger(__name__)
TOLD_EVERY_S = 1.0
UNTOLD = (401, 404)  # a page asks for the PIN by itself, and browsers for icons
HEADERS = {
    "Connection": "close",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
OURS = TurnedAway(500, "A mistake of Okanjo's; its log says more.")


class Asked(Request):
    """microdot's request. How long it may be has been checked; header names are in small
    letters, `g.line` is the connection, and `g.session` the session's number, if there is one.
    """

    max_content_length = 1 << 40


class Seldom:
    """A log that takes a line a second and counts the others."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._told_at, self._untold = float("-inf"), 0

    def __call__(self, line: str, level: int = logging.INFO) -> None:
        if self._clock() - self._told_at < TOLD_EVERY_S:
            self._untold += 1
            return
        more = f" ({self._untold} more before it)" if self._untold else ""
        self._told_at, self._untold = self._clock(), 0
        logger.log(level, line + more)


class Reception:
    """Checks who asks for what, and has it answered."""

    def __init__(self, page: Page, around: Around, names: Callable[[], Collection[str]]) -> None:
        self._pin, self._around = page.pin, around
        self._names = names
        self._routes = table(around.assets)
        self._told = Seldom(page.clock)
        self.mistake = Seldom(page.clock)
        self._app = self._microdot()

    async def answer(self, line: Line) -> Response:
        """To one request, with all its headers. Gone: there is nobody to answer."""
        head: Head | None = None
        try:
            head = head_of(await line.head())
            request = await self._request(line, head)
            line.stage = "answered"
            response: Response = await self._app.dispatch_request(request)
            if response is Response.already_handled:
                raise Gone
        except TurnedAway as why:
            line.stage = "answered"
            response = self._refusal(why, line, head.method if head else "GET")
        response.reason = REASONS.get(response.status_code, "")
        response.headers.update(HEADERS)
        return response

    async def _request(self, line: Line, head: Head) -> Asked:
        """As microdot has it, once all is checked. Its body is there, if it is a short one."""
        check_host(
            head.headers.get("host"), self._names()
        )  # asked anew: it may be called otherwise
        route = find(self._routes, head.method, head.path)
        check_query(head.query, route.takes)
        body, session = b"", None
        if head.method == "POST":
            check_write(head, route.kind)
            session = self._pin.who(token_of(head.headers))
            if route.pin and session is None:
                raise TurnedAway(401, "Give the PIN first; it is shown on the device.")
            if head.length > route.most:
                raise TurnedAway(413, f"Send {route.most} bytes at most.")
            if route.most <= SHORT_BODY:
                body = await line.body(head.length)
        headers = dict(head.headers)
        asked = Asked(self._app, ("", 0), head.method, head.url, "1.1", headers, body)
        asked.content_length = head.length
        asked.content_type = headers.get("content-type")
        asked.g.line, asked.g.session = line, session
        return asked

    def _refusal(self, why: TurnedAway, line: Line, method: str) -> Response:
        """A sentence: as text for people, as JSON for a page that has sent something."""
        if why.status not in UNTOLD:
            sentence = " ".join(why.sentence.split())  # some have lines for the eye
            self._told(f"page: {why.status} {sentence} It was {line.host}: {printable(line.first)}")
        if method == "POST":
            response = fresh({"error": why.sentence}, why.status, **why.headers)
        else:
            headers = {"Cache-Control": "no-store", **why.headers}
            response = Response(f"{why.sentence}\n", why.status, headers)
        response.is_head = method == "HEAD"
        return response

    def _microdot(self) -> Microdot:
        """Every route, each so wrapped that microdot never has anything to print."""
        app = Microdot()
        for path, there in self._routes.items():
            for route in there:
                app.route(path, [route.method])(partial(self._answered, route))
        return app

    async def _answered(self, route: Route, request: Request, **named: int) -> Response:
        request.g.number = named.get("number", 0)
        try:
            return await route.answer(self._around, request)
        except TurnedAway as why:
            return self._refusal(why, request.g.line, request.method)
        except Gone:
            return Response.already_handled
        except Exception as mistake:  # of ours: it costs this answer, and ends no page
            told = f"a mistake of Okanjo's, please report it: {request.path}: {mistake!r}"
            self.mistake(told, logging.ERROR)
            return self._refusal(OURS, request.g.line, request.method)
