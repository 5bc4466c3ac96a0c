"""Events as values: what `evolve` and everything that words them relies on."""

from operator import eq, ne
from typing import get_args

import pytest

from engine.events import Event

KINDS = get_args(Event)


def made(kind):
    """An event of that kind, with a 0 in every field."""
    return kind(*[0 for _ in kind._fields])


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_is_true_and_equals_those_of_its_own_kind_alone(kind):
    event = made(kind)
    assert event
    assert eq(event, made(kind))
    assert not ne(event, made(kind))
    assert len({event, made(kind)}) == 1
    others = [made(other) for other in KINDS if other is not kind]
    assert all(ne(event, other) and not eq(event, other) for other in [*others, tuple(event), None])
    assert len({event, *others}) == len(KINDS)
