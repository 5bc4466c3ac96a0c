"""What the board and the desk ask for: states, events, labels to click, the PIN, scans."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from drivers.buttons import PINS
from drivers.events import Pressed, Reading
from engine.message import Message, gettext
from engine.position import SHARED_LANE, Table
from firmware.common.facts.notices import Notice
from firmware.common.facts.requests import NotServed
from firmware.common.http.connection import are_neighbours
from firmware.common.http.events import EventStream
from firmware.common.http.refused import RequestRefused
from firmware.common.http.responses import (
    JSON,
    NO_STORE,
    address_of,
    connection_of,
    json_response,
    tagged,
)
from firmware.common.system.text import Json
from firmware.core.app.messages import Answered, DeskOpened, SeatScan, WebScan
from firmware.core.app.pin import TwoAsked
from firmware.core.view.effects import explain
from firmware.interfaces.web.context import (
    Context,
    get,
    not_yet,
    object_of,
    post,
    refusal,
    session_of,
)
from firmware.interfaces.web.feed import Update
from firmware.interfaces.web.page import Page
from firmware.words.feed import feed
from firmware.words.language import Language

LONGEST_CODE = 64
WRONG_PIN = gettext("Wrong PIN. Press PAGE on the device to see it, or look at the terminal.")
CHANGED = gettext("The table has changed since. Look at the photo again, then score it.")
NO_ANSWER = gettext("No answer yet. Check the scores before you scan again.")
HEARD_WITHIN_S = 5.0
Reply = Callable[[Answered | None], None]


async def state(context: Context, request: Request) -> Response:
    """The newest state, once."""
    desk, language = "desk" in request.query_params, context.language(request)
    event = context.page.feed.event(desk, language)
    if event is None:
        raise not_yet()
    return Response(event.json, 200, NO_STORE, JSON)


async def events(context: Context, request: Request) -> ASGIApp:
    """The newest state, again and again."""
    desk, feed = "desk" in request.query_params, context.page.feed

    def newest(_: object) -> Update | None:
        return feed.event(desk, context.language(request))

    return EventStream(context.listeners, connection_of(request), newest)


async def codes(context: Context, request: Request) -> Response:
    """The labels to click, for /desk."""
    content = context.page.feed.codes(context.language(request))
    if content is None:
        raise not_yet()
    return tagged(request, content, JSON)


async def sign_in(context: Context, request: Request) -> Response:
    """A token for a browser that sent the PIN."""
    pin = context.page.pin
    tried = pin.try_(await text_of(request, "pin", 16), address_of(request))
    if tried == 0:
        raise refusal(403, WRONG_PIN)
    if isinstance(tried, int):
        raise refusal(
            429,
            gettext(
                "Too many wrong PINs. Wait {seconds} s, or press PAGE on the device.", seconds=tried
            ),
            headers={"Retry-After": f"{tried}"},
        )
    await context.threads.call(pin.save)
    context.page.put(DeskOpened())
    return json_response({"token": tried})


async def enter(context: Context, request: Request) -> Response:
    """A token for the one phone that asks after PAGE, at a device without a display."""
    page, client, here = context.page, request.client, request.scope["server"]
    if client is None or not are_neighbours(client.host, here[0]):
        raise refusal(403, gettext("This works only in the device's own network. Enter the PIN."))
    try:
        token = page.pin.enter(client.host)
    except TwoAsked:
        await context.threads.call(page.pin.save)
        page.put(Notice("two-asked"))
        raise refusal(
            409,
            gettext(
                "Two phones have asked, so neither is signed in. Press PAGE on the device again,"
                " and tap on one phone only."
            ),
        ) from None
    if not token:
        raise refusal(
            403,
            gettext(
                "First press PAGE on the device, or scan PAGE there. Then tap here within a minute."
                " A device that has a display shows the PIN instead."
            ),
        )
    await context.threads.call(page.pin.save)
    page.put(Notice("let-in"))
    page.put(DeskOpened())
    return json_response({"token": token})


async def scan(context: Context, request: Request) -> Response:
    """A click in place of a scanner."""
    page = context.page
    source = f"web:{session_of(request.headers, page.pin)}"
    code = await text_of(request, "code", LONGEST_CODE)
    reading = Reading(code, source, SHARED_LANE, page.clock(), 0.0)
    return await outcome_of(page, reading, context.language(request))


async def press(context: Context, request: Request) -> Response:
    """A click in place of a button."""
    name = await text_of(request, "button", LONGEST_CODE)
    if name not in PINS:
        raise HTTPException(400, f"The buttons are {', '.join(PINS)}.")
    pressed = Pressed(name, context.page.clock())
    return await outcome_of(context.page, pressed, context.language(request))


async def outcome_of(
    page: Page, event: Reading | Pressed, language: Language, looked_at: Table | None = None
) -> Response:
    """Give it to the table like any other, and say what became of it."""
    return json_response(await answered(page, event, language, looked_at))


async def answered(
    page: Page, event: Reading | Pressed, language: Language, looked_at: Table | None = None
) -> Json:
    """What became of it at the table: the number of its outcome, whether it counts, in words, and
    whether it is saved.
    """
    return await heard(page, lambda reply: WebScan(event, reply, looked_at), language, CHANGED)


async def heard(
    page: Page,
    scan_with: Callable[[Reply], WebScan | SeatScan],
    language: Language,
    otherwise: Message,
) -> Json:
    """Put a scan that replies, and give what became of it; what is said `otherwise`, if nothing."""
    outcome = Future[Answered | None]()

    def reply(answer: Answered | None) -> None:
        if outcome.set_running_or_notify_cancel():
            outcome.set_result(answer)

    page.put(scan_with(reply))
    try:
        async with asyncio.timeout(HEARD_WITHIN_S):
            answer = await asyncio.wrap_future(outcome)
    except TimeoutError:
        raise refusal(504, NO_ANSWER) from None
    if answer is None:
        raise refusal(409, otherwise)
    number, newest, sound, saved = answer
    if newest is None:
        raise RequestRefused(500, NotServed("bug"))
    text = feed(explain(newest), sound, language)
    return {"n": number, "ok": not newest.is_refused, "text": text, "saved": saved}


async def text_of(request: Request, key: str, longest: int) -> str:
    """A printable text in the object that was sent."""
    text = (await object_of(request)).get(key)
    if not isinstance(text, str) or not 0 < len(text) <= longest or not text.isprintable():
        sentence = f'Send {{"{key}": "..."}} with 1 to {longest} printable characters.'
        raise HTTPException(400, sentence)
    return text


ENDPOINTS = (
    get("/state", state),
    get("/events", events),
    get("/codes", codes),
    post("/pin", sign_in)._replace(restricted=False),
    post("/enter", enter)._replace(restricted=False),
    post("/scan", scan),
    post("/press", press),
)
