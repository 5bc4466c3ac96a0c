"""A site's pages as one ASGI application: what is checked of each request, and how one is refused.

Checked are, in this order: the name that it calls us by; of a POST, the page that it comes from and
the type of what it brings; who may ask; how much it brings. What is refused, here or by a page, is
refused in a sentence.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.notation import printable
from firmware.common.facts.requests import NotServed
from firmware.common.http.connection import check_host, check_origin
from firmware.common.http.limits import SHORT_BODY
from firmware.common.http.refused import RequestRefused, why_of
from firmware.common.http.responses import JSON, NO_STORE, SparseLog, address_of, left
from firmware.common.system.crash_report import describe

DRAINED_BYTES, DRAINED_S = 1 << 24, 10.0
UNLOGGED = (401, 404)  # a page asks for the PIN by itself, and browsers for icons


class Endpoint(NamedTuple):
    """What is at a path. Only a POST brings something: of one of the types `kinds` (which may end
    in "*"), and `most` bytes of it. `restricted`: only for whom the site admits.
    """

    path: str
    answer: Callable[..., Awaitable[ASGIApp]]
    methods: tuple[str, ...] = ("GET",)
    restricted: bool = False
    kinds: tuple[str, ...] = (JSON,)
    most: int = 0


def as_text(request: Request, status: int, sentence: str) -> Response:
    """A refusal as people read it."""
    return PlainTextResponse(f"{sentence}\n", status)


Admit = Callable[[Request], ASGIApp | None]
Refusals = Mapping[type[Exception], Callable[[Any], HTTPException]]
Word = Callable[[NotServed], str]
Render = Callable[[Request, int, str], Response]


class Application:
    """The pages at `endpoints`, of a site that goes by `names`.

    `word` says in English why a request is refused. `admit` raises HTTPException where somebody may
    not have a restricted page, or answers in its place. `refusals` turn other exceptions of pages
    into HTTPException; `render` shows a status and its sentence.
    """

    def __init__(
        self,
        endpoints: Iterable[Endpoint],
        names: Callable[[], Collection[str]],
        word: Word,
        *,
        admit: Admit,
        refusals: Refusals = MappingProxyType({}),
        render: Render = as_text,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._names, self._word = names, word
        self._admit, self._render = admit, render
        self._refused, self._mistakes = SparseLog(clock), SparseLog(clock)
        self.asgi = Starlette(
            routes=[
                Route(endpoint.path, partial(self._answer, endpoint), methods=endpoint.methods)
                for endpoint in endpoints
            ],
            exception_handlers={
                HTTPException: self._refuse,
                **{kind: partial(self._refuse_as, refusal) for kind, refusal in refusals.items()},
                ClientDisconnect: left,
                Exception: self._mistake,
            },
        )
        self.asgi.router.redirect_slashes = False

    def log_refusal(self, status: int, why: NotServed | str, who: str) -> str:
        """Log it, and return why as a sentence."""
        sentence = why if isinstance(why, str) else self._word(why)
        if status not in UNLOGGED:
            line = " ".join(sentence.split())  # some have lines for the eye
            self._refused(f"page: {status} {line} It was {who}")
        return sentence

    def log_of_loop(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
        """Log what asyncio would print: no descriptors left, or a mistake of ours."""
        line = f"page: {context.get('message')}: {context.get('exception')!r}"
        self._mistakes(line, logging.WARNING)

    async def _answer(self, endpoint: Endpoint, request: Request) -> ASGIApp:
        headers, posts = request.headers, request.method == "POST"
        check_host(headers.get("host", ""), self._names())
        if posts:
            check_origin(headers, request.scope["scheme"])
            _check_kind(headers, endpoint.kinds)
        if endpoint.restricted and (elsewhere := self._admit(request)):
            return elsewhere
        _check_length(headers, endpoint.most if posts else 0)
        return await endpoint.answer(request)

    async def _refuse_as(
        self, refusal: Callable[[Any], HTTPException], request: Request, why: Exception
    ) -> Response:
        return await self._refuse(request, refusal(why))

    async def _refuse(self, request: Request, why: Exception) -> Response:
        assert isinstance(why, HTTPException)  # noqa: S101
        if why.status_code == 405:
            why = HTTPException(405, headers={"Allow": ", ".join(self._methods_of(request))})
        headers = {**NO_STORE, **(why.headers or {})}
        who = f"{address_of(request)}: {_asked(request)}"
        sentence = self.log_refusal(why.status_code, why_of(why), who)
        response = self._render(request, why.status_code, sentence)
        response.headers.update(headers)
        return _Drained(response, request) if _is_long(request) else response

    def _methods_of(self, request: Request) -> list[str]:
        """All that its path takes: Starlette names those of the first route that has it."""
        routes = (route for route in self.asgi.routes if isinstance(route, Route))
        matching = (r for r in routes if r.matches(request.scope)[0] is not Match.NONE)
        return sorted({method for route in matching for method in route.methods or ()})

    async def _mistake(self, request: Request, mistake: Exception) -> Response:
        """Log an unexpected exception and answer 500; the server goes on."""
        where = f"{_asked(request)}: {describe(mistake)}"
        self._mistakes(f"a bug in Okanjo, please report it: {where}", logging.ERROR)
        response = self._render(request, 500, self._word(NotServed("bug")))
        response.headers.update(NO_STORE)
        return response


def _check_kind(headers: Mapping[str, str], kinds: Collection[str]) -> None:
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if not any(fnmatchcase(kind, each) for each in kinds):
        raise RequestRefused(415, NotServed("wrong-type", tuple(kinds)))


def _check_length(headers: Mapping[str, str], most: int) -> None:
    """Refuse what is too long, before any of it is read: no body is of open length."""
    if int(headers.get("content-length", "0")) > most:
        raise RequestRefused(413, NotServed("too-long" if most else "nothing-expected", most=most))


def _is_long(request: Request) -> bool:
    """Whether something is being sent, most likely, while the answer is."""
    length = int(request.headers.get("content-length", "0"))
    return length > SHORT_BODY and "expect" not in request.headers


class _Drained(Response):
    """An answer, after which the rest of what is being sent is taken in, within bounds: a browser
    that is cut off in the middle reads no answer and says "connection lost".
    """

    def __init__(self, answer: Response, request: Request) -> None:
        super().__init__()
        self._answer, self._request = answer, request

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_open(message: Message) -> None:
            is_body = message["type"] == "http.response.body"
            await send({**message, "more_body": True} if is_body else message)

        await self._answer(scope, receive, send_open)
        left = DRAINED_BYTES
        # RuntimeError: it has been read
        with suppress(RuntimeError, TimeoutError, ClientDisconnect):
            async with asyncio.timeout(DRAINED_S):
                async for piece in self._request.stream():
                    left -= len(piece)
                    if left < 0:
                        break
        await send({"type": "http.response.body"})


def _asked(request: Request) -> str:
    return printable(f"{request.method} {request.url.path}")
