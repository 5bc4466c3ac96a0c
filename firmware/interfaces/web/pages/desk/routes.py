"""A line typed on /desk: read and scanned as a line at the terminal is."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from drivers.events import Reading
from engine.message import Message
from engine.notation import ScanLine, read_or_foreign
from engine.position import SHARED_LANE
from firmware.common.http.responses import json_response
from firmware.common.system.text import Json
from firmware.core.app.teach_dialog import STICKER
from firmware.core.view.commands import vocabulary
from firmware.interfaces.desk.line import serve
from firmware.interfaces.desk.words import NOTHING_SCANNED, DeskWords, Unclear
from firmware.interfaces.web.context import Context, post, refusal, session_of
from firmware.interfaces.web.pages.scores.routes import answered, text_of
from firmware.words.language import Language, say

LONGEST_LINE = 1000


async def typed(context: Context, request: Request) -> Response:
    """Scan what a line stands for; answer what became of the last scan, or of the one that was
    refused, and what else there is to say.
    """
    line, language = await text_of(request, "line", LONGEST_LINE), context.language(request)
    table = TypedLine(context, f"web:{session_of(request.headers, context.page.pin)}", language)
    try:
        pieces = table.words().read(line, context.shown.device.question == STICKER)
    except Unclear as why:
        raise refusal(400, Message("{why}", {"why": why.said(language)})) from None
    if not pieces:
        raise refusal(400, NOTHING_SCANNED)
    sentences = await serve(pieces, table.scan, lambda: context.shown.remove_is_newest)
    text = " ".join(say(sentence, language) for sentence in sentences)
    return json_response({**table.answer, "told": text})


class TypedLine:
    """A line's scans at the table as it is by then; `answer` is what became of the last."""

    def __init__(self, context: Context, source: str, language: Language) -> None:
        self._context, self._source, self._language = context, source, language
        self.answer: Json = {}

    def words(self) -> DeskWords:
        """What may be typed now."""
        shown, page = self._context.shown, self._context.page
        return DeskWords(vocabulary(shown.table, shown.codebook), page.taught, self._language)

    async def scan(self, piece: str) -> bool:
        """Scan a piece; return whether it was accepted."""
        page, text = self._context.page, self.words().resolve(piece)
        scan = read_or_foreign(text, self._context.codebook) or ScanLine(text, SHARED_LANE)
        reading = Reading(scan.text, self._source, scan.lane, page.clock(), 0.0)
        answer = await answered(page, reading, self._language)
        refused = self.answer.get("ok") is False  # then this is its UNDO
        self.answer = {**answer, **({"ok": False, "text": self.answer["text"]} if refused else {})}
        return bool(answer["ok"])


ENDPOINTS = (post("/typed", typed),)
