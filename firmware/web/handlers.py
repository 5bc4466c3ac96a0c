"""The table of what can be asked for: method and path in, who answers and what it takes out."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from microdot import Request, Response

from drivers.buttons import PINS
from drivers.events import Pressed, Reading
from engine.position import SHARED_LANE
from engine.refusals import Refused
from firmware.app.messages import Answered, DeskOpened, WebScan
from firmware.view.describe import describe
from firmware.web.auth import Opened, Wait
from firmware.web.request import TurnedAway
from firmware.web.static import Asset, has_it, tag

if TYPE_CHECKING:
    from firmware.history.async_reader import History
    from firmware.web.door import Page
    from firmware.web.events import Listeners

JSON = "application/json"
SHORT_BODY = 16_384
LONGEST_CODE = 64
HEARD_WITHIN_S = 5.0
MOST_WAITING = 200  # facts in the table's inbox
NUMBER = "<int:number>"  # in a path; its answer finds it in `request.g.number`

_A_NUMBER = re.compile(r"/[1-9][0-9]{0,8}$")


class Around(NamedTuple):
    """What an answer may look at: the program by `page`, this server by the rest."""

    page: Page
    listeners: Listeners
    assets: Mapping[str, Asset]
    history: History


Answer = Callable[[Around, Request], Awaitable[Response]]


class Route(NamedTuple):
    """`takes` are the keys of its query, `pin` whether the PIN must have been given, `kind` and
    `most` the type and length of what is sent along; longer than SHORT_BODY, and the answer reads
    it by `request.g.line.pieces(request.content_length)`.
    """

    answer: Answer
    method: str = "GET"
    takes: tuple[str, ...] = ()
    pin: bool = False
    kind: str = JSON
    most: int = SHORT_BODY


async def asset(around: Around, request: Request) -> Response:
    """A page, or what belongs to one."""
    found = around.assets[request.path]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return tagged(request, found.content, found.kind, found.etag)
    answer = tagged(request, found.packed, found.kind, tag(found.packed))
    answer.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    return answer


def tagged(request: Request, content: bytes, kind: str, etag: str) -> Response:
    """Something that a browser may keep, as long as it asks each time whether it is still so."""
    headers = {"Content-Type": kind, "Cache-Control": "no-cache", "ETag": etag}
    if has_it(request.headers.get("if-none-match", ""), etag):
        return Response(b"", 304, {**headers, "Content-Length": str(len(content))})
    return Response(content, 200, headers)


async def state(around: Around, request: Request) -> Response:
    """The newest state, once."""
    event = around.page.feed.event("desk" in request.args)
    if event is None:
        raise TurnedAway(503, "Okanjo is just starting; try again.", Retry_After="1")
    return Response(event.json, 200, {"Content-Type": JSON, "Cache-Control": "no-store"})


async def events(around: Around, request: Request) -> Response:
    """The newest state, again and again."""
    headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
    if request.method == "HEAD":
        return Response(b"", 200, headers)
    stream: Any = around.listeners.join(request.g.line, "desk" in request.args)
    return Response(stream, 200, headers)


async def codes(around: Around, request: Request) -> Response:
    """The labels to click, for /desk."""
    content = around.page.feed.codes()
    if content is None:
        raise TurnedAway(503, "Okanjo is just starting; try again.", Retry_After="1")
    return tagged(request, content, JSON, tag(content))


async def pin(around: Around, request: Request) -> Response:
    """A token for whoever can see the PIN."""
    tried = around.page.pin.try_(text_of(request, "pin", 16), request.g.line.host)
    if isinstance(tried, Wait):
        raise TurnedAway(
            429, f"Too many wrong PINs; wait {tried.seconds} s.", Retry_After=str(tried.seconds)
        )
    if not isinstance(tried, Opened):
        raise TurnedAway(403, "This is not the PIN; it is shown on the device.")
    around.page.put(DeskOpened())
    return fresh({"token": tried.token})


async def scan(around: Around, request: Request) -> Response:
    """A click in place of a scanner."""
    page, source = around.page, f"web:{request.g.session}"
    code = text_of(request, "code", LONGEST_CODE)
    return await heard(page, Reading(code, source, SHARED_LANE, page.clock(), 0.0))


async def press(around: Around, request: Request) -> Response:
    """A click in place of a button."""
    name = text_of(request, "button", LONGEST_CODE)
    if name not in PINS:
        raise TurnedAway(400, f"The buttons are {', '.join(PINS)}.")
    return await heard(around.page, Pressed(name, around.page.clock()))


async def heard(page: Page, fact: Reading | Pressed) -> Response:
    """Give it to the table like any other, and say what became of it."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[Answered] = loop.create_future()

    def settle(heard: Answered) -> None:
        if not outcome.done():
            outcome.set_result(heard)

    def reply(heard: Answered) -> None:
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(settle, heard)

    if page.waiting() > MOST_WAITING:
        raise TurnedAway(503, "Too much is being scanned; try again.", Retry_After="1")
    page.put(WebScan(fact, reply))
    try:
        async with asyncio.timeout(HEARD_WITHIN_S):
            number, newest, sound = await outcome
    except TimeoutError:
        raise TurnedAway(504, "No answer from the table yet: look before you scan again.") from None
    if newest is None:
        raise TurnedAway(500, "A mistake of Okanjo's: its log says more.")
    ok = not isinstance(newest.result, Refused)
    return fresh({"n": number, "ok": ok, "text": describe(newest, newest.after.names, sound)})


def fresh(content: Mapping[str, Any], status: int = 200, **headers: str) -> Response:
    """JSON that is nobody's to keep."""
    kept = {"Content-Type": JSON, "Cache-Control": "no-store", **headers}
    return Response(json.dumps(content), status, kept)


def text_of(request: Request, key: str, longest: int) -> str:
    """A printable text in the object that was sent."""
    try:
        sent = json.loads((request.body or b"").decode("utf-8"))
    except (ValueError, RecursionError):  # json reads nested lists by calling itself
        sent = None
    text = sent.get(key) if isinstance(sent, dict) else None
    if not isinstance(text, str) or not 0 < len(text) <= longest or not text.isprintable():
        raise TurnedAway(400, f'Send {{"{key}": "..."}} with 1 to {longest} printable characters.')
    return text


ROUTES: Mapping[str, tuple[Route, ...]] = {
    "/state": (Route(state, takes=("desk",)),),
    "/events": (Route(events, takes=("desk",)),),
    "/codes": (Route(codes),),
    "/pin": (Route(pin, "POST"),),
    "/scan": (Route(scan, "POST", pin=True),),
    "/press": (Route(press, "POST", pin=True),),
}


def table(assets: Mapping[str, Asset]) -> Mapping[str, tuple[Route, ...]]:
    """All there is, by path."""
    from firmware.web.pages.history import HISTORY  # they are made of the above
    from firmware.web.pages.labels import LABELS
    from firmware.web.pages.setup import SETUP

    return {**{path: (Route(asset),) for path in assets}, **ROUTES, **HISTORY, **LABELS, **SETUP}


def find(routes: Mapping[str, tuple[Route, ...]], method: str, path: str) -> Route:
    """Who answers this."""
    there = routes.get(path) or routes.get(_A_NUMBER.sub(f"/{NUMBER}", path))
    if there is None:
        raise TurnedAway(404, "There is no such page; begin at /.")
    wanted = "GET" if method == "HEAD" else method
    for route in there:
        if route.method == wanted:
            return route
    allowed = ", ".join("GET, HEAD" if one.method == "GET" else one.method for one in there)
    raise TurnedAway(405, f"This can be asked by {allowed}.", Allow=allowed)
