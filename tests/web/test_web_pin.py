"""The PIN: whoever sees it is in at once, whoever guesses waits; it outlives a start."""

import stat
from pathlib import Path

import pytest
from support.soak import share

from firmware.common.system.state_dir import PIN_FILE
from firmware.core.app.pin import AFTER_PAGE, FREE_TRIES, HOUR_S, MOST_FIRST, MOST_SESSIONS, Pin

HOME, STRANGER = "192.0.2.7", "192.0.2.66"


class Time:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def ours(tmp_path: Path, time: Time) -> Pin:
    return Pin(str(tmp_path), time)


def signs_in(pin: Pin, host: str) -> bool:
    """Whether the right PIN opens a session for this host now."""
    return pin.session(str(pin.try_(pin.digits, host))) is not None


def test_the_right_one_opens_a_session_and_of_too_many_the_oldest_goes(ours: Pin) -> None:
    tokens = [str(ours.try_(ours.digits, HOME)) for _ in range(MOST_SESSIONS + 1)]
    assert {len(token) for token in tokens} == {32}
    names = [ours.session(token) for token in tokens]
    assert names[0] is None
    assert len({*names[1:]} - {None}) == MOST_SESSIONS
    assert ours.session("") is None
    assert ours.session(tokens[-1][:-1]) is None


def test_three_may_be_mistyped_in_an_hour(ours: Pin, time: Time) -> None:
    """While it waits, the right one is told nothing either."""
    for _ in range(3):
        wrong = f"{(int(ours.digits) + 1) % 10**6:06}"
        assert [ours.try_(wrong, STRANGER) for _ in range(3)] == [0] * 3
        wait = int(ours.try_(ours.digits, STRANGER))
        assert 0 < wait <= HOUR_S + 1
        time.now += wait - 2
        assert ours.try_(ours.digits, STRANGER) == 2
        time.now += 2
    assert signs_in(ours, STRANGER)


def test_a_stranger_who_guesses_all_evening_locks_out_nobody(ours: Pin, time: Time) -> None:
    for _ in range(230):
        ours.try_("wrong", STRANGER)
        time.now += 60
    assert not signs_in(ours, STRANGER)
    assert [ours.try_("mistyped", HOME) for _ in range(2)] == [0] * 2
    assert signs_in(ours, HOME)


@pytest.mark.parametrize("hosts", [36, 253])
def test_page_lets_the_owner_in_however_many_guess(ours: Pin, time: Time, hosts: int) -> None:
    """They go on all the time, also right after PAGE; and the owner may mistype twice."""

    def they_guess() -> None:
        for number in range(10 * hosts):
            ours.try_("wrong", f"203.0.113.{number % hosts}")

    for _ in range(3):
        they_guess()
        assert not signs_in(ours, HOME)
        for attempt in range(6):
            ours.open_window()
            they_guess()
            assert attempt or [ours.try_("mistyped", HOME) for _ in range(2)] == [0, 0]
            assert signs_in(ours, HOME)
            time.now += 100
        time.now += HOUR_S


def test_page_lets_in_whoever_has_not_tried_even_where_hundreds_use_up_all_tries(
    ours: Pin, time: Time
) -> None:
    ours.open_window()
    for _ in range(6):
        for host in range(344):
            ours.try_("wrong", f"203.0.{host // 256}.{host % 256}")
    assert not any(signs_in(ours, f"203.0.1.{host}") for host in range(80))
    for _ in range(20):
        ours.open_window()
        assert ours.try_("wrong", "203.0.0.7") != 0  # that has tried
        assert signs_in(ours, HOME)
        time.now += 60


def test_page_counts_for_the_hour_in_which_it_is_pressed(ours: Pin) -> None:
    ours.open_window()
    assert [ours.try_("wrong", STRANGER) for _ in range(6)] == [0] * 6


@pytest.mark.parametrize(
    ("page", "allowed"), [(False, FREE_TRIES[1]), (True, AFTER_PAGE[1] + MOST_FIRST)]
)
def test_a_day_of_guessing_with_as_many_addresses_as_one_likes(
    ours: Pin, time: Time, page: bool, allowed: int
) -> None:
    """108 an hour in a million, 2,540 with PAGE pressed all the time."""
    guesses, hours = 0, share(24)
    for number in range(hours * 60):
        for host in range(200):
            guesses += ours.try_("wrong", f"2001:db8::{number:x}:{host:x}") == 0
            if page and not host % 10:
                ours.open_window()
        time.now += 60
    assert guesses <= (hours + 1) * allowed


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
    for pin in (then, Pin(str(tmp_path))):
        assert pin.digits != ours.digits
        assert {pin.session(token) for token in tokens} == {None}


@pytest.mark.parametrize("content", [b"", b"12345\n", b"12345x\n", b"1234567", b"\xff" * 9000])
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
