"""What one phone does by itself: WHAT, which explains labels to whoever asks there and to nobody
else, and the table read aloud.

Rule 1: the table's thread is not asked. So no output, feed or journal hears of a card in hand.
Rule 2: whatever a code turns out to be is an answer and no refusal, as those are logged.
Rule 3: anybody who may look may ask by a code. A photo is costly: it takes the PIN or a badge, has
the same place in the queue as one of a tray, and is never kept.
"""

from __future__ import annotations

from collections import Counter

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from drivers.scanner.code_collector import LONGEST
from engine.codes import Label, is_code
from engine.message import Message, gettext
from firmware.common.http.responses import json_response
from firmware.common.system.text import Json
from firmware.core.photo.client import Read
from firmware.core.photo.errors import MOST_BYTES
from firmware.core.view.menu import explained
from firmware.core.view.utterance import whole_table
from firmware.interfaces.web.context import Context, get, post
from firmware.interfaces.web.pages.photo.routes import KIND, PhotoStream
from firmware.interfaces.web.pages.scores.routes import text_of
from firmware.words import notices, voice
from firmware.words.language import say
from firmware.words.refusals import of_scan
from firmware.words.rules import label_title

NO_LABEL = gettext("No label found. Hold the cards so that every label is in view and in focus.")
FOREIGN = gettext("These are not Okanjo labels. Print some first.")
MANY = gettext("{count} × {card}")


async def explain(context: Context, request: Request) -> Response:
    """What a code stands for, in sentences."""
    code = await text_of(request, "code", LONGEST)
    language = context.language(request)
    label = context.codebook.read(_ours(context, code))
    if isinstance(label, Label):
        sentences = notices.in_full(explained(context.shown.table, label))
    else:
        sentences = [gettext("{sentence}.", sentence=of_scan(context.codebook, code, label))]
    said = [say(sentence, language) for sentence in sentences]
    return json_response({"ok": isinstance(label, Label), "sentences": said})


async def explain_photo(context: Context, request: Request) -> ASGIApp:
    """The same of all labels in a photo."""
    return SecretPhoto(context, request)


class SecretPhoto(PhotoStream):
    """The answer to a photo of cards in hand: a sentence for each label, from left to right."""

    is_secret = True

    def record(self, seen: Read) -> Json:
        """Tell what is seen so far; labels that are alike are told once, with their number."""
        language = self._context.language(self._request)
        codes = sorted(seen.codes, key=lambda code: min(x for x, _ in seen.codes[code]))
        first, counts = dict[Label, Label](), Counter[Label]()
        for code in (*codes, *seen.foreign):
            label = self._context.codebook.read(_ours(self._context, code))
            if isinstance(label, Label):
                same = label._replace(code="", slug="", copy=None)
                first.setdefault(same, label)
                counts[same] += 1
        sentences = [self._sentence(label, counts[same]) for same, label in first.items()]
        if not sentences:
            is_foreign = seen.foreign or any(not is_code(code) for code in codes)
            sentences = [FOREIGN if is_foreign else NO_LABEL]
        return {"ok": bool(first), "sentences": [say(text, language) for text in sentences]}

    def _sentence(self, label: Label, count: int) -> Message:
        notice = explained(self._context.shown.table, label)
        sentence = notices.in_full(notice)[0]
        if count == 1:
            return sentence
        title = label_title(label, notice.game)
        many = MANY._replace(values={"count": count, "card": title})
        return sentence._replace(values={**sentence.values, "title": many})


async def table_read(context: Context, request: Request) -> Response:
    """All trays, to be read aloud."""
    utterance = whole_table(context.shown)
    return json_response({"said": voice.table_read(utterance, context.language(request))})


def _ours(context: Context, code: str) -> str:
    """The code that a sticker stands for, where one was taught; else the code itself."""
    return str(context.page.taught(code) or code)


ENDPOINTS = (
    post("/what", explain)._replace(restricted=False),
    post("/what/photo", explain_photo, KIND, MOST_BYTES),
    get("/table-read", table_read),
)
