"""The PIN: whoever sees it is in at once, whoever guesses waits."""

from firmware.web.auth import FREE_TRIES, MOST_HOSTS, MOST_SESSIONS, WAIT_S, Pin

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
    tokens = [str(ours.try_(ours.digits, HOME)) for _ in range(MOST_SESSIONS + 1)]
    assert {len(token) for token in tokens} == {32}
    names = [ours.session(token) for token in tokens]
    assert names[0] is None
    assert len({*names[1:]} - {None}) == MOST_SESSIONS
    assert ours.session("") is None
    assert ours.session(tokens[-1][:-1]) is None


def test_three_may_be_mistyped_then_one_a_minute() -> None:
    """While it waits, the right one is told nothing either."""
    ours, time = pin()
    wrong = f"{(int(ours.digits) + 1) % 10**6:06}"
    assert [ours.try_(wrong, STRANGER) for _ in range(FREE_TRIES + 1)] == [0] * (FREE_TRIES + 1)
    for _ in range(3):
        assert WAIT_S <= int(ours.try_(ours.digits, STRANGER)) <= WAIT_S + 1
        time.now += WAIT_S - 0.5
        assert ours.try_(ours.digits, STRANGER) == 1
        time.now += 0.5
        assert ours.try_(wrong, STRANGER) == 0
    time.now += WAIT_S
    assert ours.session(str(ours.try_(ours.digits, STRANGER)))


def test_a_stranger_who_guesses_all_evening_locks_out_nobody() -> None:
    ours, time = pin()
    for _ in range(230):
        ours.try_("wrong", STRANGER)
        time.now += 60
    assert ours.try_("wrong", STRANGER) == 0
    assert ours.try_(ours.digits, STRANGER)
    assert [ours.try_("mistyped", HOME) for _ in range(2)] == [0] * 2
    assert ours.session(str(ours.try_(ours.digits, HOME)))


def test_a_day_of_guessing_with_as_many_addresses_as_one_likes() -> None:
    """16 hosts have three tries an hour more: 48 in a million, besides the 60 of all together."""
    ours, time = pin()
    guesses = 0
    for number in range(24 * 60):
        for host in range(200):
            guesses += ours.try_("wrong", f"2001:db8::{number:x}:{host:x}") == 0
        time.now += 60
    assert guesses < 24 * (60 + 3 * MOST_HOSTS) + 10
