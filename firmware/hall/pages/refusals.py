"""How the site says what it refuses: in English for the log, in a language for who has asked."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from starlette.exceptions import HTTPException

from engine.message import Message, gettext
from firmware.words.worded import WordedText


def refusal(
    status: int, message: Message, headers: Mapping[str, str] | None = None
) -> HTTPException:
    """An exception to raise: the answer's status, and the message that the page shows."""
    return HTTPException(status, WordedText(message), headers)


def heading(status: int) -> Message:
    """The heading of a page that refuses with this status."""
    return HEADINGS.get(status) or Message(HTTPStatus(status).phrase.capitalize())


HEADINGS = {
    400: gettext("Bad request"),
    403: gettext("Forbidden"),
    404: gettext("Not found"),
    405: gettext("Method not allowed"),
    413: gettext("Request entity too large"),
    415: gettext("Unsupported media type"),
    421: gettext("Misdirected request"),
    429: gettext("Too many requests"),
    503: gettext("Service unavailable"),
}
