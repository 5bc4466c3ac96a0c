"""Lists in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.message import PAIR, Message, Value

NOTHING = Message("")


def listed(values: Iterable[Value]) -> Message:
    """All of them with commas between; nothing of none. It is put together from halves: the
    lists of a hall are long, and one inside the other they would nest too deep.
    """
    all_of = [*values]
    if len(all_of) < 2:
        return next((_message(value) for value in all_of), NOTHING)
    half = len(all_of) // 2
    return PAIR._replace(values={"first": listed(all_of[:half]), "rest": listed(all_of[half:])})


def _message(value: Value) -> Message:
    return value if isinstance(value, Message) else Message("{value}", {"value": value})
