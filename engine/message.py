"""Messages: what is to be said, before it is said in a language.

A message is a text in English with named placeholders, as translators see it, and what to put into
them: numbers, names as people gave them, or other messages (the title of a card). It is said in a
language by whoever shows it (`firmware/words/language.py`), so that a display and a phone may
differ. The makers are called as in the standard library's gettext: what looks for texts to
translate knows them by these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

# Where a message is shown, if a language may need other words there: a line of 21 columns, a list
# of what happened, a page, a read-out, paper. "typed" is what people may type for it.
Place = Literal["", "line", "feed", "page", "spoken", "paper", "typed"]
# What a word means that has several meanings, or of what there is "none": a language may need a
# word, or a form, for each.
Meaning = Literal[
    "dishes", "plays", "venue", "camera", "score track", "address", "user", "group", "device",
    "devices",
]  # fmt: skip
OURS = "okanjo"  # the domain of all messages that are not a game's own
NOTHING: Mapping[str, str] = {}


class Message(NamedTuple):
    """`context` tells translators, and the catalogue, two uses of one English text apart: a place,
    mostly. `plural` is the text for more than one, where `values` have a `count`. `domain` is whose
    catalogue has it.
    """

    text: str
    values: Mapping[str, Value] = NOTHING
    context: str = ""
    plural: str = ""
    domain: str = OURS


Value = str | int | Message


def gettext(text: str, **values: Value) -> Message:
    """A message that is the same wherever it is shown."""
    return Message(text, values)


def ngettext(text: str, plural: str, count: int, **values: Value) -> Message:
    """A message about so many; `{count}` may stand in both texts."""
    return Message(text, {"count": count, **values}, plural=plural)


def pgettext(context: Place | Meaning, text: str, **values: Value) -> Message:
    """A message for one place, or with one meaning."""
    return Message(text, values, context)


def npgettext(context: Place, text: str, plural: str, count: int, **values: Value) -> Message:
    """A message for one place about so many."""
    return Message(text, {"count": count, **values}, context, plural)


def joined(values: Sequence[Value], pair: Message | None = None) -> Message:
    """A list with commas, or parted as `pair` does it: a message of its `first` and the `rest`."""
    first, *rest = values
    if not rest:
        return first if isinstance(first, Message) else Message("{first}", {"first": first})
    return (pair or PAIR)._replace(values={"first": first, "rest": joined(rest, pair)})


PAIR = gettext("{first}, {rest}")
