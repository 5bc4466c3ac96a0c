"""Check and parse a broker's messages: from a table, or nonsense of some kind. Pure.

Rule: a message that passes fits the schema, is about its own table, and has no text and no number
that a page or a database cannot take.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any, NamedTuple

import fastjsonschema

from engine.message import Message, gettext
from firmware.hall.tables import AVAILABILITY, EVENT, RESULT, STATE
from firmware.words.language import say

DEVICE = re.compile(r"(?!(?i:organiser)\Z)[A-Za-z0-9_-]{1,32}")  # as the device's settings have it
MOST_BYTES = {AVAILABILITY: 16, STATE: 8_192, EVENT: 8_192, RESULT: 524_288}
TOPICS = {
    AVAILABILITY: gettext("the availability"),
    STATE: gettext("the state"),
    EVENT: gettext("the event"),
    RESULT: gettext("the result"),
}
RETAINED = {
    EVENT: gettext("an old event is retained there"),
    RESULT: gettext("an old result is retained there"),
}
DEEPEST = 20  # levels; what is documented has some six
LONGEST_NUMBER = 15  # characters: any database has these whole
# Deeper names may be anything: too many texts to log.
FIELD = re.compile(r"(?s)(data(\.[a-z_]+)?).*")
# NUL and lone surrogates: valid in JSON, but not in databases and UTF-8
UNPRINTABLE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})")


class Nonsense(ValueError):
    """Why a message is ignored; each text is logged once."""

    def __init__(self, why: Message) -> None:
        super().__init__(say(why))
        self.why = why


class TableMessage(NamedTuple):
    """`content` is the text of an availability, else what the schema describes; None where the
    broker does not keep an availability or a state any more.
    """

    device: str
    kind: str
    content: Any


def read(topic: str, payload: bytes, retained: bool) -> TableMessage:
    """Read a message; `topic` begins after the prefix. Raises Nonsense."""
    device, _, kind = topic.partition("/")
    if kind not in MOST_BYTES or not DEVICE.fullmatch(device):
        raise Nonsense(gettext("the topic is not one of a table"))
    if retained and kind in (EVENT, RESULT):
        raise Nonsense(RETAINED[kind])
    if len(payload) > MOST_BYTES[kind]:
        raise Nonsense(gettext("{topic} is too large", topic=TOPICS[kind]))
    if not payload and kind in (AVAILABILITY, STATE):
        return TableMessage(device, kind, None)
    if kind == AVAILABILITY:
        if payload not in (b"online", b"offline"):
            raise Nonsense(gettext("the availability is neither online nor offline"))
        return TableMessage(device, kind, payload.decode())
    try:
        text = UNPRINTABLE.sub(rb"\\ufffd", payload).decode()
        content = json.loads(text, parse_int=_int, parse_float=_float, parse_constant=_float)
        _check_depth(content)
    except (ValueError, RecursionError):
        raise Nonsense(gettext("{topic} is not JSON", topic=TOPICS[kind])) from None
    try:
        _schema(_definition(kind, content))(content)
    except fastjsonschema.JsonSchemaValueException as why:
        field = FIELD.sub(r"\1", str(why.name))
        raise Nonsense(
            gettext("{topic} is not as documented: {field}", topic=TOPICS[kind], field=field)
        ) from None
    if content["device"] != device:
        raise Nonsense(gettext("{topic} is said of another table", topic=TOPICS[kind]))
    return TableMessage(device, kind, content)


def _check_depth(content: Any) -> None:
    """Raise ValueError for lists in lists in lists: what was just read could not be written."""
    level = [content]
    for _ in range(DEEPEST):
        lists = (inner for inner in level if isinstance(inner, list | dict))
        level = [*chain.from_iterable(i.values() if isinstance(i, dict) else i for i in lists)]
    if level:
        raise ValueError


def sender(topic: str, kind: str) -> str:
    """The device on whose topic something of that kind was sent; "" where it was on another."""
    device, _, rest = topic.partition("/")
    return device if rest == kind and DEVICE.fullmatch(device) else ""


def _definition(kind: str, content: Any) -> str:
    taken_back = kind == RESULT and isinstance(content, dict) and content.get("withdrawn") is True
    return "withdrawn" if taken_back else kind


def _int(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if not abs(number) < 10**LONGEST_NUMBER:
        raise ValueError(text)
    return int(number) if number.is_integer() else number  # 4.0 fits the schema as a whole number


@cache
def _schema(definition: str) -> Callable[[Any], Any]:
    """A validator. Unlike the schema it allows unknown fields, which newer tables may have."""
    text = resources.files("firmware.common.broker").joinpath("schema.json").read_text("utf-8")
    schema = json.loads(text.replace('"additionalProperties": false,', ""))
    schema["$ref"] = f"#/definitions/{definition}"
    check: Callable[[Any], Any] = fastjsonschema.compile(schema)
    return check
