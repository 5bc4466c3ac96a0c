"""Lines of a display: 21 columns. Words stand there whole; a name put into them may be cut."""

from __future__ import annotations

from collections.abc import Iterator

from engine.message import Message, Value
from firmware.words.language import ENGLISH, Language, say

WIDTH = 21


def cut(text: str, width: int = WIDTH) -> str:
    """Shorten a text to `width` characters, with an ellipsis for the rest."""
    if len(text) <= width:
        return text
    return text[: width - 1].rstrip(" ,-–") + "…" if width > 0 else ""


def fitted(message: Message, language: Language = ENGLISH, width: int = WIDTH) -> str:
    """Say a message in `width` characters: the name or title in it is cut, numbers are not."""
    sentence = say(message, language)
    if len(sentence) <= width:
        return sentence
    names = {name: value for name, value in message.values.items() if not isinstance(value, int)}
    without = say(message._replace(values={**message.values, **dict.fromkeys(names, "")}), language)
    room = width - len(without)
    shorter = {name: _fitted(value, language, room) for name, value in names.items()}
    return cut(say(message._replace(values={**message.values, **shorter}), language), width)


def _fitted(value: Value, language: Language, width: int) -> str:
    return fitted(value, language, width) if isinstance(value, Message) else cut(str(value), width)


def broken(text: str, width: int = WIDTH) -> Iterator[str]:
    """A line of the display, or more: broken at a space, else before an address's port, else
    where it is full.
    """
    while len(text) > width:
        space, colon = (text.rfind(mark, 1, width + 1) for mark in " :")
        end = space if space > 0 else colon if colon > 0 else width
        yield text[:end]
        text = text[end:].lstrip(" ")
    yield text


def both_ends(text: str, width: int = WIDTH) -> str:
    """Shorten a sticker to both its ends, as addresses begin alike."""
    return text if len(text) <= width else f"{text[:6]}…{text[7 - width :]}"
