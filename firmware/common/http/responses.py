"""Responses as the device's pages and the hall's make them."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from firmware.common.http.connection import Connection, network
from firmware.common.http.refused import AGAIN
from firmware.common.system.text import Json

logger = logging.getLogger(__name__)
JSON = "application/json"
NO_STORE = {"Cache-Control": "no-store"}
HEADERS = {
    "Connection": "close",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "manifest-src 'self'; connect-src 'self'; "
        "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
LOGGED_EVERY_S = 1.0


class SparseLog:
    """A log that takes a line a second and counts the others."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._logged_at, self._dropped = float("-inf"), 0

    def __call__(self, line: str, level: int = logging.INFO) -> None:
        if self._clock() - self._logged_at < LOGGED_EVERY_S:
            self._dropped += 1
            return
        more = f" ({self._dropped} more before it)" if self._dropped else ""
        self._logged_at, self._dropped = self._clock(), 0
        logger.log(level, line + more)


def busy(sentence: str) -> HTTPException:
    """Nothing is wrong with the request; the same may be answered in a moment."""
    return HTTPException(503, sentence, AGAIN)


@contextmanager
def exclusive(under_way: set[str], whose: str, sentence: str) -> Iterator[None]:
    """Have one thing under way for each; refuse more meanwhile, with the sentence."""
    if whose in under_way:
        raise busy(sentence)
    under_way.add(whose)
    try:
        yield
    finally:
        under_way.remove(whose)


def as_sentence(words: str) -> str:
    """As people write it; what a command says begins small and ends without a stop."""
    return f"{words[:1].upper()}{words[1:]}".strip(".") + "."


def json_response(content: Json) -> Response:
    """JSON that no cache keeps."""
    return Response(json.dumps(content), 200, NO_STORE, JSON)


def connection_of(request: Request) -> Connection:
    """The connection that the request came by."""
    connection: Connection = request.state.connection
    return connection


def address_of(request: Request) -> str:
    """Who asks, as far as limits go; behind a proxy that is believed, who asks by it."""
    return network(request.client.host) if request.client else ""


def etag_of(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def tagged(request: Request, content: bytes, kind: str) -> Response:
    """Send something that a browser may keep, if it asks each time whether it has changed."""
    etag = etag_of(content)
    headers = {"Content-Type": kind, "Cache-Control": "no-cache", "ETag": etag}
    tags = request.headers.get("if-none-match", "").split(",")
    if {etag, "*"} & {tag.strip().removeprefix("W/") for tag in tags}:
        return Response(status_code=304, headers=headers)
    return Response(content, 200, headers)


async def left(request: Request, why: Exception) -> Response:
    """Close a request whose client hung up."""
    return Response(status_code=400)
