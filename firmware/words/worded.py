"""Why something was not done: English as a text, for the log and the command line, and a message
for who has asked on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.message import Message
from engine.notation import LONGEST_LINE, printable
from firmware.words.language import Language, say


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
