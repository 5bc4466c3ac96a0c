"""The PIN: whoever sees it is in at once, whoever guesses waits longer and longer."""

from itertools import pairwise

from firmware.web.auth import MOST_HOSTS, MOST_SESSIONS, NEW_AFTER, Opened, Pin, Wait, Wrong


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def other(pin: Pin) -> str:
    return f"{(int(pin.digits) + 1) % 10**6:06}"


def pin(time: Time | None = None) -> Pin:
    return Pin(clock=time or Time())


def test_the_right_one_opens_a_session() -> None:
    ours = pin()
    opened = ours.try_(ours.digits)
    assert isinstance(opened, Opened)
    assert len(opened.token) == 32
    assert ours.who(opened.token) == 1
    again = ours.try_(ours.digits)
    assert isinstance(again, Opened)
    assert ours.who(again.token) == 2
    assert ours.who("") is None
    assert ours.who(opened.token[:-1]) is None


def test_three_may_be_mistyped_then_each_waits_longer() -> None:
    """3 free tries, then 1, 2, 4 ... 60 s."""
    time = Time()
    ours = pin(time)
    waits = []
    for _ in range(12):
        while isinstance(waited := ours.try_(other(ours)), Wait):
            time.now += waited.seconds
        waits.append(time.now)
    gaps = [round(after - before) for before, after in pairwise(waits)]
    assert gaps == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_while_waiting_the_right_one_is_told_nothing_either() -> None:
    time = Time()
    ours = pin(time)
    for _ in range(5):
        time.now += 60
        assert ours.try_(other(ours)) == Wrong()
    assert ours.try_(ours.digits) == Wait(4)
    time.now += 3.5
    assert ours.try_(ours.digits) == Wait(1)
    assert ours.try_(other(ours)) == Wait(1)
    time.now += 0.5
    assert isinstance(ours.try_(ours.digits), Opened)


def test_a_right_one_begins_anew() -> None:
    time = Time()
    ours = pin(time)
    for _ in range(9):
        time.now += 60
        ours.try_(other(ours))
    time.now += 60
    assert isinstance(ours.try_(ours.digits), Opened)
    assert [ours.try_(other(ours)) for _ in range(3)] == [Wrong()] * 3


def test_after_a_hundred_wrong_ones_there_is_a_new_one() -> None:
    time, drawn = Time(), list[str]()
    ours = Pin(drawn.append, time)
    first = ours.digits
    for at in range(NEW_AFTER):
        assert ours.digits == first, at
        time.now += 60
        assert ours.try_("wrong") == Wrong()
    assert drawn == [first, ours.digits]
    assert ours.digits != first  # one in a million is the same
    assert ours.try_(ours.digits) == Wait(60)


def test_the_oldest_of_too_many_sessions_goes() -> None:
    ours = pin()
    tokens = []
    for _ in range(MOST_SESSIONS + 1):
        opened = ours.try_(ours.digits)
        assert isinstance(opened, Opened)
        tokens.append(opened.token)
    assert len(set(tokens)) == MOST_SESSIONS + 1
    assert ours.who(tokens[0]) is None
    assert [ours.who(token) for token in tokens[1:]] == list(range(2, MOST_SESSIONS + 2))


def test_a_stranger_who_guesses_all_evening_locks_out_nobody() -> None:
    time = Time()
    ours = pin(time)
    for _ in range(230):
        ours.try_("wrong", "192.0.2.66")
        time.now += 60
    assert isinstance(ours.try_("wrong", "192.0.2.66"), Wrong)
    assert isinstance(ours.try_(ours.digits, "192.0.2.66"), Wait)
    assert isinstance(ours.try_("mistyped", "192.0.2.7"), Wrong)
    assert isinstance(ours.try_("mistyped", "192.0.2.7"), Wrong)
    assert isinstance(ours.try_(ours.digits, "192.0.2.7"), Opened)


def test_a_day_of_guessing_with_as_many_addresses_as_one_likes() -> None:
    """16 hosts have three tries an hour more: 48 in a million, besides the 60 of all together."""
    time = Time()
    ours = pin(time)
    guesses = 0
    for number in range(24 * 60):
        for host in range(200):
            guesses += isinstance(ours.try_("wrong", f"2001:db8::{number:x}:{host:x}"), Wrong)
        time.now += 60
    assert guesses < 24 * (60 + 3 * MOST_HOSTS) + 10
