"""A system's files in; whether its clock is known to be right, and what the doctor says of it."""

from pathlib import Path

import pytest
from support.doctor_machines import FakeMachine

from drivers.clock import AGREES_S, is_right

NOW = 1_790_000_000.0  # in 2026
MARK = "run/systemd/timesync/synchronized"
QUIET = '[sound]\nquiet_from = "22:00"\nquiet_until = "07:30"\n'


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    fake = FakeMachine(tmp_path, QUIET)
    fake.take(MARK)
    fake.wall = NOW
    return fake


def right(fake: FakeMachine) -> bool:
    answer = is_right(str(fake.root), lambda: fake.wall)
    assert (fake.only("clock").state == "ok") == answer
    return answer


def test_nobody_says_so(fake: FakeMachine) -> None:
    assert not right(fake)
    assert fake.only("clock").do.startswith("connect the Pi to a network for a moment, or fit a")


def test_the_network_says_so(fake: FakeMachine) -> None:
    fake.put(MARK)
    assert right(fake)
    assert fake.only("clock").found.startswith("set by the network")


@pytest.mark.parametrize(
    ("chip", "clock", "agrees"),
    [
        (NOW, NOW, True),
        (NOW - AGREES_S, NOW, True),  # a chip gains or loses some seconds a month
        (NOW + AGREES_S, NOW, True),
        (NOW + AGREES_S + 1, NOW, False),
        (300, NOW, False),  # a Pi 5 without a battery counts from 1970
        (400, 400, False),  # and the clock was set by it
    ],
)
def test_a_clock_chip_says_so(fake: FakeMachine, chip: float, clock: float, agrees: bool) -> None:
    fake.wall = clock
    fake.put("sys/class/rtc/rtc0/since_epoch", f"{chip:.0f}\n")
    assert right(fake) == agrees


@pytest.mark.parametrize("content", ["", "x", "1e9\n", "9" * 40])
def test_a_chip_that_does_not_know(fake: FakeMachine, content: str) -> None:
    """One that stopped gives no time: the kernel answers with an error."""
    fake.put("sys/class/rtc/rtc0/since_epoch", content)
    (fake.root / "sys/class/rtc/rtc1").mkdir()
    assert not right(fake)
