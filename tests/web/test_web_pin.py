"""The PIN: whoever sees it is in at once, whoever guesses waits; it outlives a start."""

import stat
from pathlib import Path

import pytest

from firmware.app.pin import AFTER_PAGE, FREE_TRIES, MOST_SESSIONS, WAIT_S, Pin
from firmware.system.state_dir import PIN_FILE

HOME, STRANGER = "192.0.2.7", "192.0.2.66"
HOUR_S = 3600


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def pin() -> tuple[Pin, Time]:
    time = Time()
    return Pin(clock=time), time


def signs_in(pin: Pin, host: str) -> bool:
    """Whether the right PIN opens a session for this host now."""
    return pin.session(str(pin.try_(pin.digits, host))) is not None


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
    assert [ours.try_(wrong, STRANGER) for _ in range(4)] == [0] * 4
    for _ in range(3):
        assert WAIT_S <= int(ours.try_(ours.digits, STRANGER)) <= WAIT_S + 1
        time.now += WAIT_S - 0.5
        assert ours.try_(ours.digits, STRANGER) == 1
        time.now += 0.5
        assert ours.try_(wrong, STRANGER) == 0
    time.now += WAIT_S
    assert signs_in(ours, STRANGER)


def test_a_stranger_who_guesses_all_evening_locks_out_nobody() -> None:
    ours, time = pin()
    for _ in range(230):
        ours.try_("wrong", STRANGER)
        time.now += 60
    assert ours.try_("wrong", STRANGER) == 0
    assert not signs_in(ours, STRANGER)
    assert [ours.try_("mistyped", HOME) for _ in range(2)] == [0] * 2
    assert signs_in(ours, HOME)


@pytest.mark.parametrize("hosts", [16, 253])
def test_page_lets_the_owner_in_however_many_guess(hosts: int) -> None:
    """They go on all the time, also right after PAGE; and the owner may mistype twice."""
    ours, time = pin()

    def they_guess() -> None:
        for number in range(10 * hosts):
            ours.try_("wrong", f"203.0.113.{number % hosts}")

    for _ in range(3):
        they_guess()
        assert not signs_in(ours, HOME)
        for at in range(60):
            ours.open_window()
            they_guess()
            assert at or [ours.try_("mistyped", HOME) for _ in range(2)] == [0, 0]
            assert signs_in(ours, HOME)
            time.now += 10
        time.now += HOUR_S


@pytest.mark.parametrize(("page", "allowed"), [(False, FREE_TRIES), (True, AFTER_PAGE)])
def test_a_day_of_guessing_with_as_many_addresses_as_one_likes(
    page: bool, allowed: tuple[int, int]
) -> None:
    """48 an hour in a million, 2,000 with PAGE pressed all the time; and 60 besides."""
    ours, time = pin()
    guesses = 0
    for number in range(24 * 60):
        for host in range(200):
            guesses += ours.try_("wrong", f"2001:db8::{number:x}:{host:x}") == 0
            if page and not host % 10:
                ours.open_window()
        time.now += 60
    assert guesses <= 25 * (allowed[1] + HOUR_S // WAIT_S)


def test_pin_and_sessions_outlive_a_start_as_hashes_for_the_owner_alone(tmp_path: Path) -> None:
    ours = Pin(str(tmp_path))
    tokens = [str(ours.try_(ours.digits, HOME)) for _ in range(MOST_SESSIONS)]
    ours.save()
    file = tmp_path / PIN_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not any(token in file.read_text() for token in tokens)
    then = Pin(str(tmp_path))
    assert then.digits == ours.digits
    assert [then.session(token) for token in tokens] == [ours.session(token) for token in tokens]
    assert None not in map(then.session, tokens)
    then.renew()
    for one in (then, Pin(str(tmp_path))):
        assert one.digits != ours.digits
        assert {one.session(token) for token in tokens} == {None}


@pytest.mark.parametrize("content", [b"", b"12345\n", b"123456", b"123456\nx\n", b"\xff" * 9000])
def test_a_damaged_file_is_no_pin(tmp_path: Path, content: bytes) -> None:
    (tmp_path / PIN_FILE).write_bytes(content)
    ours = Pin(str(tmp_path))
    assert len(ours.digits) == 6
    assert not ours.is_kept
    ours.save()
    assert Pin(str(tmp_path)).digits == ours.digits


def test_a_disk_that_takes_nothing_costs_the_next_start_its_pin_and_no_more(tmp_path: Path) -> None:
    (tmp_path / f"{PIN_FILE}.new" / "in the way").mkdir(parents=True)
    ours = Pin(str(tmp_path / "none"))
    assert len(ours.renew()) == 6
    assert not ours.is_kept
