"""What is wrong with a request, as a sentence that says what would be right."""

from collections.abc import Collection

from engine.message import Message, Value, gettext
from engine.notation import printable
from firmware.words.worded import WordedError

# The options of `okanjo labels`, as they stand in sentences; a page puts its fields there instead.
STOCK, CODE, SQUARE = Message("--stock"), Message("--code"), Message("--square")
DPI, ONLY, FIRST = Message("--dpi"), Message("--only"), Message("--from")
LANGUAGE = Message("--language")
OPTIONS = (STOCK, CODE, SQUARE, DPI, ONLY, FIRST, LANGUAGE)
FIELDS = {
    "stock": gettext("label"),
    "from": gettext("label"),
    "square": gettext("size"),
    "code": gettext("code"),
    "dpi": gettext("dpi"),
    "only": gettext("only"),
    "language": gettext("language"),
}
MEANT = gettext("there is no {what} {name}; did you mean {other}?")
USE_ONE_OF = gettext("there is no {what} {name}; use one of {others}")
LISTED = gettext("there is no {what} {name}; `okanjo codes` lists all")
NO_NAME = gettext("(nothing)")


def with_fields(message: Message) -> Message:
    """The message with what the page calls its fields for the options."""
    values = {
        name: _field(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return message._replace(values=values)


def _field(message: Message) -> Message:
    if message in OPTIONS:
        return FIELDS[message.text.removeprefix("--")]
    return with_fields(message)


class RequestError(WordedError):
    """It cannot be done as asked; the sentence tells the user why."""


def unknown(subject: Message, text: str, there: Collection[str], most: int = 40) -> RequestError:
    """Return the error for a name that does not exist. It suggests a similar name, or lists all
    names.
    """
    from difflib import get_close_matches

    known = {choice.lower(): choice for choice in there}
    name = text.strip().lower()[:60]
    near = [] if name.isdecimal() else get_close_matches(name, list(known), 1, 0.55)
    values: dict[str, Value] = {"what": subject, "name": printable(text) or NO_NAME}
    if near:
        return RequestError(MEANT._replace(values={**values, "other": known[near[0]]}))
    if len(there) > most:
        return RequestError(LISTED._replace(values=values))
    return RequestError(USE_ONE_OF._replace(values={**values, "others": ", ".join(there)}))
