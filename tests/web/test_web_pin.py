"""The PIN: whoever sees it is in at once, whoever guesses waits longer and longer."""

from itertools import pairwise

from firmware.web.auth import MOST_HOSTS, MOST_SESSIONS, Pin, Tried

HOME, STRANGER = "192.0.2.7", "192.0.2.66"


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def pin() -> tuple[Pin, Time]:
    time = Time()
    return Pin(time), time


def test_the_right_one_opens_a_session_and_of_too_many_the_oldest_goes() -> None:
    ours, _ = pin()
    tokens = [ours.try_(ours.digits, HOME).token for _ in range(MOST_SESSIONS + 1)]
    assert {len(token) for token in tokens} == {32}
    assert len(set(tokens)) == MOST_SESSIONS + 1
    assert [ours.session(token) for token in tokens] == [None, *range(2, MOST_SESSIONS + 2)]
    assert ours.session("") is None
    assert ours.session(tokens[-1][:-1]) is None


def test_three_may_be_mistyped_then_each_waits_longer() -> None:
    """3 free tries, then 1, 2, 4 ... 60 s; while it waits, the right one is told nothing either."""
    ours, time = pin()
    wrong = f"{(int(ours.digits) + 1) % 10**6:06}"
    tried_at = []
    for _ in range(12):
        while wait_s := ours.try_(wrong, STRANGER).wait_s:
            assert ours.try_(ours.digits, STRANGER) == Tried(wait_s=wait_s)
            time.now += wait_s - 0.5
            assert ours.try_(ours.digits, STRANGER) == Tried(wait_s=1)
            time.now += 0.5
        tried_at.append(time.now)
    gaps = [round(after - before) for before, after in pairwise(tried_at)]
    assert gaps == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_right_one_begins_anew() -> None:
    ours, time = pin()
    for _ in range(9):
        time.now += 60
        assert ours.try_("wrong", STRANGER) == Tried()
    time.now += 60
    assert ours.try_(ours.digits, STRANGER).token
    assert [ours.try_("wrong", STRANGER) for _ in range(3)] == [Tried()] * 3


def test_a_stranger_who_guesses_all_evening_locks_out_nobody() -> None:
    ours, time = pin()
    for _ in range(230):
        ours.try_("wrong", STRANGER)
        time.now += 60
    assert ours.try_("wrong", STRANGER) == Tried()
    assert ours.try_(ours.digits, STRANGER).wait_s
    assert [ours.try_("mistyped", HOME) for _ in range(2)] == [Tried()] * 2
    assert ours.try_(ours.digits, HOME).token


def test_a_day_of_guessing_with_as_many_addresses_as_one_likes() -> None:
    """16 hosts have three tries an hour more: 48 in a million, besides the 60 of all together."""
    ours, time = pin()
    guesses = 0
    for number in range(24 * 60):
        for host in range(200):
            guesses += ours.try_("wrong", f"2001:db8::{number:x}:{host:x}") == Tried()
        time.now += 60
    assert guesses < 24 * (60 + 3 * MOST_HOSTS) + 10
