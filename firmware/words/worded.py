"""Why something was not done: English as a text, for the log and the command line, and a message
for who has asked on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.message import Message, Value, gettext, joined
from engine.notation import LONGEST_LINE, printable
from firmware.common.facts.requests import NotServed, NotServedCase
from firmware.words.language import Language, say

Sentences = Mapping[NotServedCase, Message]


class WordedError(Exception):
    """The sentence is a message."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return say(self.message)


class WordedText(str):
    """A sentence in English that knows its message, where others take a text. `finish` makes a
    sentence of what a command says.
    """

    message: Message
    finish: Callable[[str], str]

    def __new__(cls, message: Message, finish: Callable[[str], str] = str) -> WordedText:
        text = super().__new__(cls, finish(say(message)))
        text.message, text.finish = message, finish
        return text


def again_in(text: str, language: Language) -> str:
    """The sentence in another language; one that is a text alone is looked up as it is."""
    if isinstance(text, WordedText):
        return text.finish(say(text.message, language))
    return say(Message(text), language)


def sent(message: Message, **values: str) -> Sequence[object]:
    """A message as JSON, for another process; `values` are put into it."""
    return [message.text, {**message.values, **values}]


def received(record: Sequence[Any], messages: Sequence[Message]) -> Message:
    """The message of what `sent` made, if it is one of these; else LookupError, ValueError or
    TypeError. Of a process that nobody trusts nothing else comes in.
    """
    text, values = record
    shown = {
        name: value if isinstance(value, int) else printable(value, LONGEST_LINE)
        for name, value in values.items()
    }
    return {message.text: message for message in messages}[text]._replace(values=shown)


def not_served(own: Sentences, why: NotServed) -> WordedText:
    """A sentence that says what to do; a site's `own` go before those of all sites."""
    message = own.get(why.case) or SENTENCES[why.case]
    return WordedText(message._replace(values=_values(why)))


def _values(why: NotServed) -> Mapping[str, Value]:
    return {
        "allowed": joined(why.allowed, EITHER) if why.allowed else "",
        "size": _size(why.most),
        "origin": why.origin,
    }


def _size(most: int) -> Message:
    """So many bytes, rounded down."""
    if most >= 1_000_000:
        return MEGABYTES._replace(values={"size": most // 1_000_000})
    return KILOBYTES._replace(values={"size": most // 1024})


EITHER = gettext("{first} or {rest}")
MEGABYTES, KILOBYTES = gettext("{size} MB"), gettext("{size} kB")
SENTENCES: Sentences = {
    "not-http": gettext("This is not an HTTP/1.1 request. Open the page with http://."),
    "unknown-name": gettext(
        "Okanjo does not know this name. Use its address, or add the name to names under [web] in"
        " the settings."
    ),
    "no-such-page": gettext("This page does not exist. Start at /."),
    "wrong-method": gettext("Use {allowed} here."),
    "other-site": gettext("This can only be done from Okanjo's own pages (Origin: {origin})."),
    "wrong-type": gettext("Send it as Content-Type: {allowed}."),
    "nothing-expected": gettext("Send nothing along."),
    "too-long": gettext("This is too long. Send {size} at most."),
    "too-slow": gettext("The request took too long."),
    "not-signed-in": gettext("Enter the PIN first. Press PAGE on the device to see it."),
    "too-many-requests": gettext("Too many requests at once. Try again."),
    "too-many-pages": gettext("Too many pages are open. Close some and try again."),
    "bug": gettext("That failed because of a bug in Okanjo. See its log."),
}
