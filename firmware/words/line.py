"""Lines of a display, 128 pixels wide: words stand there whole; a name put into them may be cut.

Widths are in pixels, the gap after a letter included: 21 letters of the Latin alphabet have room in
a line, or 16 of Japanese.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from textwrap import wrap

from engine.message import Message, Value
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Figure

LINE = 128
LETTER, WIDE_LETTER = 6, 8
WIDE_SIGNS = "※○●◎△▲▽▼□■◇◆☆♪"  # that Japanese fonts have, and ours has not
# What may not begin a line, and what may not end one (kinsoku); a number stays with what it counts.
NOT_FIRST = (
    "、。，．・：；？！）」』】〉》〕］｝々ー～〜…%),.:;?!"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
NOT_LAST = "（「『【〈《〔［｛(#+-−×¥0123456789"


def is_wide(letter: str) -> bool:
    """Whether a letter is one of Japanese, as wide as it is high."""
    return "\u2e80" <= letter <= "\uffef" or letter in WIDE_SIGNS


def pixels(text: str) -> int:
    """How wide a text is."""
    if text.isascii():
        return LETTER * len(text)
    return sum(WIDE_LETTER if is_wide(letter) else LETTER for letter in text)


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) + sum(map(is_wide, text))


def beginning(text: str, room: int) -> str:
    """As many whole letters as there is room for."""
    letters = max(room, 0) // LETTER
    while pixels(text[:letters]) > room:
        letters -= 1
    return text[:letters]


def cut(text: str, room: int = LINE) -> str:
    """Shorten a text to so many pixels, with an ellipsis for the rest."""
    if pixels(text) <= room:
        return text
    return beginning(text, room - LETTER).rstrip(" ,-–、・") + "…" if room >= LETTER else ""


def fitted(message: Message, language: Language = ENGLISH, room: int = LINE) -> str:
    """Say a message in so many pixels: the name or title in it is cut, numbers are not."""
    sentence = say(message, language)
    if language.is_heard or pixels(sentence) <= room:
        return sentence
    names = {
        name: value for name, value in message.values.items() if not isinstance(value, int | Figure)
    }
    without = say(message._replace(values={**message.values, **dict.fromkeys(names, "")}), language)
    left = room - pixels(without)
    shorter = {name: _fitted(value, language, left) for name, value in names.items()}
    return cut(say(message._replace(values={**message.values, **shorter}), language), room)


def _fitted(value: Value, language: Language, room: int) -> str:
    return fitted(value, language, room) if isinstance(value, Message) else cut(str(value), room)


def broken(text: str, room: int = LINE) -> Iterator[str]:
    """A line of the display, or more: broken at a space, else before an address's port, else
    where it is full. Between two letters of Japanese there is always a break.
    """
    if any(map(is_wide, text)):
        yield from folded(text, room)
        return
    width = room // LETTER
    while len(text) > width:
        space, colon = (text.rfind(mark, 1, width + 1) for mark in " :")
        end = space if space > 0 else colon if colon > 0 else width
        yield text[:end]
        text = text[end:].lstrip(" ")
    yield text


def wrapped(text: str, room: int = LINE) -> list[str]:
    """A sentence in lines; one of no words has no line."""
    return folded(text, room) if any(map(is_wide, text)) else wrap(text, room // LETTER)


def folded(text: str, room: float, measure: Callable[[str], float] = pixels) -> list[str]:
    """A text with Japanese in it in lines, each as full as may be. `measure` says how wide a text
    is, in the unit of `room`.
    """
    lines = [""]
    for piece in pieces(text):
        if measure((lines[-1] + piece).rstrip()) <= room:
            lines[-1] += piece
            continue
        lines.append("")
        for letter in piece:  # most pieces have room in a line; what has none is broken anywhere
            if lines[-1] and measure(lines[-1] + letter.rstrip()) > room:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines if line.strip()]


def pieces(text: str) -> list[str]:
    """What a line may not break: a word with the blank after it, a letter of Japanese, and with
    either what must not begin or end a line.
    """
    pieces = [text[:1]]
    for before, after in pairwise(text):
        if before == " " != after or _may_break(before, after):
            pieces.append(after)
        else:
            pieces[-1] += after
    return pieces


def _may_break(before: str, after: str) -> bool:
    if not (is_wide(before) or is_wide(after)) or after == " ":
        return False
    return after not in NOT_FIRST and before not in NOT_LAST


def both_ends(text: str) -> str:
    """Shorten a sticker to both its ends, as addresses begin alike."""
    if pixels(text) <= LINE:
        return text
    first = beginning(text, 6 * LETTER)
    last = beginning(text[::-1], LINE - LETTER - pixels(first))[::-1]
    return f"{first}…{last}"
