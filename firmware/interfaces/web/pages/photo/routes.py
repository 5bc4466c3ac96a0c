"""A photo of a tray, for the page: read it, say what it would do, score it; check a deck.

What is sent and answered stands in docs/photo.md, "For developers".
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import Any
from zlib import crc32

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from drivers.events import Reading
from engine.codes import Codebook, Label, is_code, six_digits
from engine.locate import laid_by
from engine.message import Message, Value, gettext, joined, ngettext
from engine.position import SHARED_LANE, Table, hand, seat_of
from engine.standings import moved
from firmware.common.facts.photo import Ask, Checked, CheckedCard, CheckedMenu, PhotoPlan, Planned
from firmware.common.http.events import hung_up
from firmware.common.http.responses import connection_of, json_response
from firmware.common.system.text import Json
from firmware.core.photo.check import deck, desserts, menu
from firmware.core.photo.client import Read
from firmware.core.photo.errors import MOST_BYTES, PhotoRefused
from firmware.core.photo.plan import Choices, plan
from firmware.core.photo.trays import Seen, outline
from firmware.interfaces.web.context import Context, object_of, post, refusal, session_of
from firmware.interfaces.web.pages.looks import look
from firmware.interfaces.web.pages.scores.routes import CHANGED, outcome_of
from firmware.words import photos
from firmware.words.labels import kind_title, noun, player, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.photos import WHOSE
from firmware.words.refusals import of_scan, sentence
from firmware.words.sheets import name_of, text_of

KIND = "image/*"
MOST_SEEN, MOST_LABELS = 131_072, 400  # bytes; the way through a photo grows by their square
MOST_SCANNED = 4096  # bytes
TOO_MANY_LABELS = ngettext(
    "More than {count} label: begin anew, with fewer photos.",
    "More than {count} labels: begin anew, with fewer photos.",
    MOST_LABELS,
)
FARTHEST = 1e6  # pixels, from the picture's corner
LINES = [(b"content-type", b"application/x-ndjson"), (b"cache-control", b"no-store")]


async def read(context: Context, request: Request) -> ASGIApp:
    """What is seen in a photo, a line after each try."""
    return PhotoStream(context, request)


class PhotoStream:
    """The answer to a photo: it has its place in the queue before the photo is taken in. One from a
    phone that has a badge is of its `own` tray.
    """

    is_secret = False

    def __init__(self, context: Context, request: Request, own: str = "") -> None:
        self._context, self._request = context, request
        self._badge = own or request.query_params.get("seat")

    def record(self, seen: Read) -> Json:
        """What is answered of what is seen so far."""
        return _as_record(seen, self._context.codebook)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._context.photos.place(connection_of(self._request).address):
            photo = await self._request.body()
            await send({"type": "http.response.start", "status": 200, "headers": LINES})
            answer = asyncio.create_task(self._answer(photo, send))
            left = asyncio.create_task(hung_up(receive))
            left.add_done_callback(lambda _: answer.cancel())
            try:
                await answer
            except asyncio.CancelledError:
                if not left.done():  # the server ends
                    raise
            finally:
                left.cancel()

    async def _answer(self, photo: bytes, send: Send) -> None:
        async def line(record: Json, more: bool = True) -> None:
            body = json.dumps(record).encode() + b"\n"
            await send({"type": "http.response.body", "body": body, "more_body": more})

        table, badge = self._context.shown.table, self._badge
        answer: Json = {}
        steps = self._context.photos.read(photo, expected(table, badge), self.is_secret)
        try:
            async with aclosing(steps) as reads:
                async for seen in reads:
                    answer = self.record(seen)
                    await line({**answer, "done": False})
        except PhotoRefused as why:
            sentence = say(why.message, self._context.language(self._request))
            await line({"error": sentence}, more=False)
        else:
            await line({**answer, "done": True}, more=False)


def _as_record(seen: Read, book: Codebook) -> Json:
    """What is seen so far; of cards also where the whole card lies."""
    codes = [[code, corners] for code, corners in seen.codes.items() if is_code(code)]
    foreign = [*seen.foreign, *(code for code in seen.codes if not is_code(code))]
    outlines = {
        code: [[round(x, 1), round(y, 1)] for x, y in outline(corners)]
        for code, corners in seen.codes.items()
        if isinstance(label := book.read(code), Label) and label.type == "card"
    }
    return {"codes": codes, "outlines": outlines, "foreign": foreign, "tries": seen.tries}


def expected(table: Table, badge: str | None) -> int | None:
    """Return how many labels of cards a photo of that tray will show; None where nobody knows."""
    seat = _seat(table, badge)
    if seat is None or table.phase != "playing" or table.mode == "live" or not hand(table):
        return None
    claims = [claim for claim in table.round.layout.claims if claim.seat == seat]
    if not all(claim.laid for claim in claims):
        return None
    return hand(table) - sum(len(claim.laid) for claim in claims) + len(table.kept[seat])


def _seat(table: Table, badge: object) -> int | None:
    return seat_of(table, None if badge == "dummy" else badge) if isinstance(badge, str) else None


async def look_at(context: Context, request: Request) -> Response:
    """Answer what photos would do, and what has to be asked. Nothing is changed."""
    return await planned_of(context, request)


async def planned_of(context: Context, request: Request, own: str = "") -> Response:
    """The same for a phone that has a badge: of its `own` tray alone, whatever else is seen."""
    sent: Any = await object_of(request)
    table, book = context.shown.table, context.codebook
    with _as_documented():
        photos = [[_seen(*label) for label in photo] for photo in sent["photos"]]
        choices = _choices_of(sent.get("choices", {}))
    if sum(map(len, photos)) > MOST_LABELS:
        raise refusal(413, TOO_MANY_LABELS)
    seat = _seat(table, own or sent.get("seat"))
    lane = own or SHARED_LANE
    planned = plan(table, book, photos, seat, choices, lane)
    others = [card.code for card in planned.cards if card.seat not in (None, seat)] if own else []
    if others:
        choices = choices._replace(drop=(*choices.drop, *others))
        planned = plan(table, book, photos, seat, choices, lane)
    language = context.language(request)
    return json_response({"n": number_of(table), **as_json(planned, table, book, language, others)})


async def score(context: Context, request: Request) -> Response:
    """Scan a photo as it was planned, if nothing has been scanned since."""
    page, (codes, table) = context.page, await sent_to_score(context, request)
    source = f"web:{session_of(request.headers, page.pin)}"
    reading = Reading(" ".join(codes), source, SHARED_LANE, page.clock(), 0.0)
    return await outcome_of(page, reading, context.language(request), table)


async def sent_to_score(context: Context, request: Request) -> tuple[list[str], Table]:
    """The codes of a photo, and the table that was looked at."""
    sent: Any = await object_of(request)
    table = context.shown.table
    with _as_documented():
        badge, card, *more = map(_code, sent["codes"])  # one code alone would be no photo
    if sent.get("n") != number_of(table):
        raise refusal(409, CHANGED)
    return [badge, card, *more], table


async def check(context: Context, request: Request) -> Response:
    """Answer what of a deck, of the desserts kept or of the menu has not been seen so far."""
    sent: Any = await object_of(request)
    table, book = context.shown.table, context.codebook
    language = context.language(request)
    with _as_documented():
        codes = [_code(code) for code in sent["codes"]]
        if sent["what"] == "menu":
            return json_response(menu_as_json(menu(table, book, codes), book, language))
        if sent["what"] == "desserts":
            checked = desserts(table, book, codes)
        else:
            checked = deck(book.games[sent["game"]], book, codes)
    return json_response(checked_as_json(checked, book, language))


def number_of(table: Table) -> int:
    """Return a number of this position. While it stays the same, nothing has changed since a page
    looked.
    """
    steps = [
        (
            position.number,
            position.phase,
            position.last and (position.last.scan.label.code, position.last[1:]),
        )
        for position in (*table.past, table)
    ]
    return crc32(repr(steps).encode())


@contextmanager
def _as_documented() -> Iterator[None]:
    """Refuse what is sent otherwise."""
    try:
        yield
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError):
        raise HTTPException(400, "Send what docs/photo.md says, for developers.") from None


def _seen(code: object, corners: Any) -> Seen:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    if not all(abs(coordinate) < FARTHEST for coordinate in (*a, *b, *c, *d)):
        raise ValueError
    return Seen(_code(code), (a, b, c, d))


def _code(sent: object) -> str:
    if not isinstance(sent, str) or not six_digits(sent):
        raise ValueError
    return sent


def _choices_of(sent: Any) -> Choices:
    drop, add, flipped = (
        tuple(map(_code, sent.get(key, ()))) for key in ("drop", "add", "flipped")
    )
    on, copies = (
        {_code(code): str(answer) for code, answer in sent.get(key, {}).items()}
        for key in ("on", "copies")
    )
    return Choices(drop, add, on, copies, flipped)


# --- in words ---------------------------------------------------------------------


def as_json(
    planned: PhotoPlan,
    table: Table,
    book: Codebook,
    language: Language = ENGLISH,
    others: Collection[str] = (),
) -> Json:
    """A plan as the page shows it; `others` are codes of trays that are left out."""
    why = gettext("{sentence}.", sentence=sentence(planned.why)) if planned.why else Message("")
    if others:
        why = gettext("{sentence}.", sentence=OTHERS)
    tells_why = bool(why.text) and not _count(planned, "counts")
    left_out = {"state": "refused", "why": say(OTHERS, language)}
    return {
        "codes": planned.codes,
        "cards": [
            {**_card(card, table, book, language), **(left_out if card.code in others else {})}
            for card in planned.cards
        ],
        "seats": [_tray(seat, planned, book, language) for seat in planned.seats],
        "asks": [_ask(ask, planned, table, book, language) for ask in planned.asks],
        "why": say(why, language),
        "is_open": table.phase == "playing",
        "summary": say(why if tells_why else _summary(planned), language),
    }


def _summary(planned: PhotoPlan) -> Message:
    """How many cards a photo shows that are new, lie there already, or do not count."""
    new = _count(planned, "counts")
    parts: list[Value] = [ngettext("{count} new card", "{count} new cards", new)]
    if lie := _count(planned, "lies"):
        parts.append(ngettext("{count} there already", "{count} there already", lie))
    if refused := _count(planned, "refused"):
        parts.append(ngettext("{count} not counted", "{count} not counted", refused))
    return gettext("{parts}.", parts=joined(parts))


def _count(planned: PhotoPlan, state: str) -> int:
    return sum(card.state == state for card in planned.cards)


def checked_as_json(checked: Checked, book: Codebook, language: Language = ENGLISH) -> Json:
    """What is there of a deck or of desserts, and by title which copies are missing or too many."""
    return {
        "text": say(photos.checked(checked), language),
        "missing": _copies(checked.missing, book, language),
        "extra": _copies(checked.extra, book, language),
    }


def menu_as_json(checked: CheckedMenu, book: Codebook, language: Language = ENGLISH) -> Json:
    """The same of a menu; of a dish that is missing any card will do."""
    return {
        "text": say(photos.checked_menu(checked), language),
        "missing": [[say(title(kind), language), []] for kind in checked.missing],
        "extra": _copies(checked.extra, book, language),
    }


def _copies(
    cards: Sequence[CheckedCard], book: Codebook, language: Language
) -> list[tuple[str, list[int]]]:
    """Titles of cards, each with the numbers of its copies."""
    copies: dict[str, list[int]] = {}
    for card in cards:
        name = say(photos.checked_card(card, book), language)
        copies.setdefault(name, []).append(card.label.copy or 0)
    return [(name, sorted(numbers)) for name, numbers in copies.items()]


def _badge(table: Table, seat: int | None) -> str | None:
    return None if seat is None else table.seats[seat].badge or "dummy"


def _card(card: Planned, table: Table, book: Codebook, language: Language) -> Json:
    label = book.read(card.code)
    shows, name = list[str](), card.code
    if isinstance(label, Label):
        name = say(title(label), language)
        shows = [label.slug, ""]
        if label.game and label.kind:
            game = book.games[label.game]
            shows = look(game, game.kind(label.kind), label.face or "")
    return {
        "code": card.code,
        "title": name,
        "look": shows,
        "badge": _badge(table, card.seat),
        "state": card.state,
        "why": say(of_scan(book, card.code, card.why), language) if card.why else "",
    }


def _tray(seat: int, planned: PhotoPlan, book: Codebook, language: Language) -> Json:
    """A seat's cards, and how much each of their kinds, and others, will move its score."""
    table = planned.after
    labels = [
        book.read(card.code)
        for card in planned.cards
        if (card.seat, card.state) == (seat, "counts")
    ]
    kinds = [label.kind for label in labels if isinstance(label, Label) and label.kind]
    by = dict.fromkeys(kinds, 0) | (moved(planned.change, seat) if planned.change else {})
    dealt = hand(table) if table.mode == "tally" else 0
    return {
        "badge": _badge(table, seat),
        "name": name_of(table.seats[seat], language),
        "cards": laid_by(table, seat),
        "expected": dealt or None,
        "count": say(_laid(laid_by(table, seat), dealt), language),
        "by": [[say(kind_title(table.game, kind), language), more] for kind, more in by.items()],
        "brings": sum(by.values()),
    }


def _laid(cards: int, dealt: int) -> Message:
    """How many cards lie there, of those that were dealt while there are no more."""
    if dealt and cards <= dealt:
        return ngettext("{cards} of {count} card", "{cards} of {count} cards", dealt, cards=cards)
    return ngettext("{count} card", "{count} cards", cards)


def _ask(ask: Ask, planned: PhotoPlan, table: Table, book: Codebook, language: Language) -> Json:
    answers = _answers(ask, table, book).items()
    return {
        "what": ask.what,
        "card": ask.card,
        "badge": _badge(table, ask.seat),
        "text": say(_question(ask, planned, table, book), language),
        "choices": [[code, text_of(answer, language)] for code, answer in answers],
    }


def _question(ask: Ask, planned: PhotoPlan, table: Table, book: Codebook) -> Message:
    card = noun(_title(book, ask.card or ""))
    match ask.what:
        case "wasabi":
            return gettext("Does the {card} lie on a wasabi?", card=card)
        case "copy":
            return gettext("What does the {card} copy?", card=card)
        case "seat" if ask.card:
            return gettext("Whose is the {card}?", card=card)
        case "seat":
            return WHOSE_OTHERS if planned.seats else WHOSE
    return _counted(ask, table)


def _answers(ask: Ask, table: Table, book: Codebook) -> Mapping[str, Value]:
    """What may be answered: a code, and what it is called."""
    match ask.what:
        case "wasabi":
            return {code: _numbered(book, code) for code in ask.choices}
        case "copy":  # cards of one title are alike, the first stands for all
            titles = {code: _title(book, code) for code in ask.choices}
            first = {say(name): code for code, name in reversed(titles.items())}
            return {code: titles[code] for code in reversed(first.values())}
        case "seat":
            return {seat.badge or "dummy": player(seat) for seat in table.seats}
    return {}


def _counted(ask: Ask, table: Table) -> Message:
    name = player(table.seats[ask.seat or 0])
    if table.mode == "live":
        return gettext("{name} has revealed no card. Is it in the photo?", name=name)
    numbers = {"cards": ask.laid, "dealt": ask.dealt}
    if ask.laid < ask.dealt:
        return gettext("{name}: {cards} of {dealt}. Is a card under another?", name=name, **numbers)
    if hand(table):
        return gettext("{name}: {cards} cards, but {dealt} were dealt.", name=name, **numbers)
    return gettext(
        "{name}: {cards} cards, but {dealt} is the most in a hand.", name=name, **numbers
    )


def _title(book: Codebook, code: str) -> Message:
    """A card by its code; "next" is none."""
    label = book.read(code)
    return title(label) if isinstance(label, Label) else NOTHING


def _numbered(book: Codebook, code: str) -> Value:
    """A card of several with its number; none is an answer, too."""
    label = book.read(code)
    if not isinstance(label, Label):
        return code or NO
    if not label.copy:
        return title(label)
    return gettext("{card} {number}", card=title(label), number=label.copy)


WHOSE_OTHERS = gettext("Whose are the other cards?")
OTHERS = gettext("Another player’s tray is left out")
NO, NOTHING = gettext("No"), gettext("Nothing")

ENDPOINTS = (
    post("/photo", read, KIND, MOST_BYTES),
    post("/photo/plan", look_at, most=MOST_SEEN),
    post("/photo/score", score, most=MOST_SCANNED),
    post("/photo/check", check),
)
