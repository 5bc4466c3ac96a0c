"""A phone's own badge: the code that leads to it, who may have which, what it may do.

Rule 1: the badge is known by the phone's cookie, never by what the phone sends; the table's thread
looks whether a scan is that seat's own.
Rule 2: what a phone asks for as the desk does is at the desk's address, under /join.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from engine.cards import BADGES
from engine.message import Message, gettext
from engine.position import Table, seat_for, seat_of
from firmware.common.http.responses import NO_STORE, address_of, json_response
from firmware.common.system.text import Json
from firmware.core.app.messages import SeatScan
from firmware.core.join.badges import HOUR_S, MINUTE_S, Badges, Tried
from firmware.core.photo.errors import MOST_BYTES
from firmware.interfaces.web.context import Context, get, object_of, post, refusal, session_of
from firmware.interfaces.web.pages.phone import routes as phone
from firmware.interfaces.web.pages.photo import routes as photo
from firmware.interfaces.web.pages.scores.routes import CHANGED, LONGEST_CODE, heard, text_of
from firmware.words.labels import colour
from firmware.words.language import say
from firmware.words.sheets import name_of

SOON_S = 5  # it is being drawn
MARGIN = 4  # dots of a QR (ISO/IEC 18004)
COOKIE, COOKIE_PATH = "badge", "/join"
OFF = gettext("Phones cannot join here. The owner can switch it on at /setup.")
NO_BADGE = gettext("This phone has no badge now. In the lobby, scan the code on the display.")
NOT_PLAYING = gettext("That badge does not play. In the lobby, choose another.")
OWN_ALONE = gettext("A phone scans its own cards, in a round.")
NOT_NEWEST = gettext("Not undone: something else has been scanned since.")
TRIED: dict[Tried, tuple[int, Message]] = {
    "old": (403, gettext("That code is over. Scan the one that is there now.")),
    "wrong": (403, gettext("That is no code from the display. Scan it again.")),
    "too-often": (429, gettext("Too many wrong codes. Try again in an hour.")),
}


async def lead(context: Context, request: Request) -> Response:
    """What the QR says, on to the page; the code stays out of what is sent and logged."""
    return RedirectResponse(f"/join#{request.path_params['code'][:LONGEST_CODE]}", 303, NO_STORE)


async def code_for_tv(context: Context, request: Request) -> Response:
    """The code on /tv as an SVG's path, and after how many seconds to ask again; none but in a
    lobby.
    """
    shown = context.shown
    code = shown.join_code if shown.table.phase == "lobby" else ()
    dots = (
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code) for x, dot in enumerate(row) if dot == "#"
    )
    seconds: float = SOON_S if context.page.badges else HOUR_S
    if code:
        seconds = MINUTE_S - context.page.clock() % MINUTE_S
    side = len(code) + 2 * MARGIN
    box = f"{-MARGIN} {-MARGIN} {side} {side}"
    return json_response({"path": "".join(dots), "box": box, "seconds": seconds})


async def choose(context: Context, request: Request) -> Response:
    """Which badge the phone has that asks ("": none), and for one that sends the code, all there
    are: whether each is its own, or is another's.
    """
    badges, table, token = _badges(context), context.shown.table, _token(request)
    mine, language = badges.badge_of(token), context.language(request)
    sent = (await object_of(request)).get("code")
    if not sent:
        return json_response({"badge": mine})
    try:
        await _check_code(context, request)
    except HTTPException:
        if not mine:
            raise
        return json_response({"badge": mine})
    choices: list[Json] = [
        {
            "badge": badge,
            "name": name_of(seat_for(badge, table.names), language),
            "colour": say(colour(badge), language),
            "mine": badge == mine,
            "taken": badges.is_others(badge, token),
        }
        for badge in BADGES
        if table.phase == "lobby" or seat_of(table, badge) is not None
    ]
    return json_response({"badge": mine, "badges": choices})


async def take(context: Context, request: Request) -> Response:
    """Give a phone that sends the code the badge it has chosen; in the lobby, that badge joins.
    One that is another phone's takes the owner's PIN, which does not stay on this phone.
    """
    await _check_code(context, request)
    badges, table, badge = _badges(context), context.shown.table, await text_of(request, "badge", 9)
    if badge not in BADGES:
        raise HTTPException(400, f"The badges are {', '.join(BADGES)}.")
    if table.phase != "lobby" and seat_of(table, badge) is None:
        raise refusal(409, NOT_PLAYING)
    if badges.is_others(badge, _token(request)):
        await _sign_out(context, request)
    token = badges.take(badge, _token(request))
    await context.threads.call(badges.save)
    if table.phase == "lobby" and seat_of(table, badge) is None:
        with suppress(HTTPException):  # the page shows whether it sits there
            await _scan(context, request, badge, [_code_of(context, "badge", badge)])
    response = json_response({"badge": badge})
    response.set_cookie(COOKIE, token, path=COOKIE_PATH, httponly=True, samesite="strict")
    return response


async def _sign_out(context: Context, request: Request) -> None:
    """End the owner's session that has let this phone have the badge; refuse one without."""
    pin = context.page.pin
    session_of(request.headers, pin)
    pin.end(request.headers["authorization"].partition(" ")[2])
    await context.threads.call(pin.save)


async def scan(context: Context, request: Request) -> Response:
    """Scan a card of one's own; in the lobby the badge, to join."""
    badge, code = _own(context, request), await text_of(request, "code", LONGEST_CODE)
    return json_response(await _scan(context, request, badge, [code]))


async def press(context: Context, request: Request) -> Response:
    """UNDO takes one's own newest scan back, if nothing came after it; NEXT answers what a card of
    one's own asks.
    """
    badge, name = _own(context, request), await text_of(request, "button", LONGEST_CODE)
    if name == "undo":
        return json_response(await _scan(context, request, badge, [], NOT_NEWEST))
    if name != "next":
        raise refusal(403, OWN_ALONE)
    return json_response(await _scan(context, request, badge, [_code_of(context, "command", name)]))


async def read_photo(context: Context, request: Request) -> ASGIApp:
    """Read a photo of one's own tray."""
    return photo.PhotoStream(context, request, _own(context, request))


async def explain_photo(context: Context, request: Request) -> ASGIApp:
    """Tell what cards in hand are for: any that a photo shows."""
    _own(context, request)
    return phone.SecretPhoto(context, request)


async def plan_photo(context: Context, request: Request) -> Response:
    """Answer what it would do."""
    return await photo.planned_of(context, request, _own(context, request))


async def score_photo(context: Context, request: Request) -> Response:
    """Scan it."""
    badge, (codes, table) = _own(context, request), await photo.sent_to_score(context, request)
    return json_response(await _scan(context, request, badge, codes, CHANGED, table))


async def _scan(
    context: Context,
    request: Request,
    badge: str,
    codes: list[str],
    otherwise: Message = OWN_ALONE,
    looked_at: Table | None = None,
) -> Json:
    return await heard(
        context.page,
        lambda reply: SeatScan(badge, codes, reply, looked_at),
        context.language(request),
        otherwise,
    )


def _code_of(context: Context, type_: str, slug: str) -> str:
    return context.codebook.label(type_, slug).code


def _badges(context: Context) -> Badges:
    if context.page.badges is None:
        raise refusal(404, OFF)
    return context.page.badges


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _own(context: Context, request: Request) -> str:
    """The badge of the phone that asks; refuse one that has none."""
    badge = _badges(context).badge_of(_token(request))
    if not badge:
        raise refusal(403, NO_BADGE)
    return badge


async def _check_code(context: Context, request: Request) -> None:
    """Refuse a code that is not, or no longer, on the display."""
    tried = _badges(context).try_(await text_of(request, "code", 16), address_of(request))
    if tried != "right":
        raise refusal(*TRIED[tried])


ENDPOINTS = (
    get("/JOIN/{code}", lead),  # capitals make a QR smaller
    get("/tv/join", code_for_tv),
    *(
        post(path, answer, **more)._replace(restricted=False)
        for path, answer, more in (
            ("/join/choose", choose, {}),
            ("/join/take", take, {}),
            ("/join/scan", scan, {}),
            ("/join/press", press, {}),
            ("/join/photo", read_photo, {"kind": photo.KIND, "most": MOST_BYTES}),
            ("/join/what/photo", explain_photo, {"kind": photo.KIND, "most": MOST_BYTES}),
            ("/join/photo/plan", plan_photo, {"most": photo.MOST_SEEN}),
            ("/join/photo/score", score_photo, {"most": photo.MOST_SCANNED}),
        )
    ),
)
