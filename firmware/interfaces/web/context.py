"""What the pages' routes work with: the program, the server, and how a route is declared."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp

from engine.codes import Codebook
from engine.message import Message, gettext
from firmware.common.facts.requests import NotServed
from firmware.common.facts.shown import Shown
from firmware.common.http.application import Endpoint
from firmware.common.http.events import Listeners
from firmware.common.http.language import wanted_language
from firmware.common.http.limits import SHORT_BODY
from firmware.common.http.refused import RequestRefused
from firmware.common.http.request_threads import RequestThreads
from firmware.common.http.responses import JSON, busy
from firmware.common.system.text import Json
from firmware.core.app.pin import Pin
from firmware.interfaces.web.child import Drawings
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.photos import Photos
from firmware.interfaces.web.reviews import Reviews
from firmware.records.backup.running import Running
from firmware.records.history.async_reader import History
from firmware.words.language import ENGLISH, Language, language_of, offered
from firmware.words.worded import WordedText

STARTING = gettext("Okanjo is starting. Try again in a moment.")


class Context(NamedTuple):
    """What an answer may look at: the program by `page`, this server by the rest."""

    page: Page
    listeners: Listeners
    history: History
    drawings: Drawings
    photos: Photos
    threads: RequestThreads
    reviews: Reviews

    @property
    def shown(self) -> Shown:
        """What was shown last."""
        if self.page.feed.newest is None:
            raise not_yet()
        return self.page.feed.newest

    @property
    def codebook(self) -> Codebook:
        """All labels as they are now."""
        return self.shown.codebook

    def language(self, request: Request) -> Language:
        """The language that a browser wants, else the device's."""
        newest = self.page.feed.newest
        own = newest.device.language if newest else ENGLISH.code
        return language_of(wanted_language(request, offered()) or own)

    @property
    def running(self) -> Running:
        """The program that is set up."""
        return self.page.running


# what is declared of a page; it gets the context when the pages are put together
Handler = Callable[[Context, Request], Awaitable[ASGIApp]]


def get(path: str, answer: Handler) -> Endpoint:
    """Something that everybody may look at."""
    return Endpoint(path, answer)


def post(path: str, answer: Handler, kind: str = JSON, most: int = SHORT_BODY) -> Endpoint:
    """Something that can be done only when the PIN has been given."""
    return Endpoint(path, answer, ("POST",), True, (kind,), most)


def session_of(headers: Mapping[str, str], pin: Pin) -> str:
    """Return the name of the session whose token came along; refuse the request without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme != "Bearer" or not (session := pin.session(token)):
        raise RequestRefused(401, NotServed("not-signed-in"))
    return session


def refusal(
    status: int,
    why: Message,
    finish: Callable[[str], str] = str,
    headers: Mapping[str, str] | None = None,
) -> HTTPException:
    """To be raised where a page cannot do what was asked."""
    return HTTPException(status, WordedText(why, finish), headers)


def not_yet() -> HTTPException:
    return busy(WordedText(STARTING))


async def object_of(request: Request) -> Json:
    """The JSON object that was sent; an empty one, if something else was."""
    try:
        sent = json.loads((await request.body()).decode("utf-8"))
    except (ValueError, RecursionError):  # json reads nested lists by calling itself
        return {}
    return sent if isinstance(sent, dict) else {}
