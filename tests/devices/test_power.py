"""The kernel's alarm of the supply: what is told of it, and how often anybody is woken."""

import os
from pathlib import Path
from typing import Any

import pytest
from support.table_app import AppTable

from drivers.events import SupplyChanged
from drivers.power import EVERY_S, Supply, alarm
from firmware.common.facts.notices import Problem
from firmware.common.settings.load import load
from firmware.core.app.lifecycle import build
from firmware.core.app.parts import Hardware
from firmware.core.journal.journal import Journal


class PiSensors:
    """A Pi's sensors, of which the second watches the supply; a clock moved by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder / "hwmon", 1000.0
        self.put("hwmon0/name", "cpu_thermal")
        (self.folder / "hwmon2").mkdir()  # with nothing in it
        self.put("hwmon1/name", "rpi_volt")
        self.alarm("0")

    def put(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(f"{text}\n")

    def alarm(self, text: str) -> None:
        self.put("hwmon1/in0_lcrit_alarm", text)

    def gone(self) -> None:
        os.unlink(self.folder / "hwmon1/name")

    def clock(self) -> float:
        return self.now

    def supply(self, sink: Any, beat: Any = lambda: None) -> Supply:
        return Supply(sink, beat, self.clock, str(self.folder))


@pytest.fixture
def board(tmp_path: Path) -> PiSensors:
    return PiSensors(tmp_path)


def test_what_the_kernel_says(board: PiSensors) -> None:
    """`in0_lcrit_alarm` of `rpi_volt`: Documentation/hwmon/raspberrypi-hwmon.rst of the kernel."""
    assert alarm(str(board.folder)) is False
    board.alarm("1")
    assert alarm(str(board.folder)) is True
    board.alarm("what?")
    assert alarm(str(board.folder)) is None
    board.gone()
    assert alarm(str(board.folder)) is None
    assert alarm("/nowhere") is None


def test_it_is_told_once_and_taken_back(board: PiSensors) -> None:
    events: list[object] = []
    supply = board.supply(events.append)
    for value in ("0", "1", "1", "0", "0", "1"):
        board.alarm(value)
        due = supply.turn()
        assert due is not None
        board.now = due
        supply.turn()
    assert events == [SupplyChanged(True), SupplyChanged(False), SupplyChanged(True)]


def test_it_is_looked_at_once_a_minute_at_most(board: PiSensors) -> None:
    supply = board.supply(print)
    for _ in range(10):
        before = board.now
        due = supply.turn()
        assert due == before + EVERY_S
        board.now += 59
        assert supply.turn() == due  # a scan in between changes nothing
        board.now = due


def test_without_the_alarm_nobody_is_woken_again(board: PiSensors) -> None:
    board.gone()
    supply = board.supply(print)
    board.now += EVERY_S
    assert supply.turn() is None
    board.put("hwmon1/name", "rpi_volt")
    board.now += 1e6
    assert supply.turn() is None


def test_the_players_see_it_while_it_lasts(board: PiSensors, tmp_path: Path) -> None:
    table = AppTable(tmp_path / "state")
    table.app.take(SupplyChanged(True))
    assert table.shown.device.problems == (Problem("undervoltage"),)
    table.app.take(SupplyChanged(False))
    assert table.shown.device.problems == ()


@pytest.mark.parametrize("pi", [True, False])
def test_on_a_pi_the_program_looks(board: PiSensors, tmp_path: Path, pi: bool) -> None:
    config = tmp_path / "okanjo.toml"
    config.write_text(f'[state]\nfolder = "{tmp_path / "state"}"\n')
    settings = load(str(config))
    journal = Journal(settings.state_folder)
    hardware = Hardware(clock=board.clock, sensors=str(board.folder), inputs=str(tmp_path))
    table = build(settings, journal, pi, hardware)
    board.alarm("1")
    board.now += EVERY_S
    table.app.do_what_is_due()
    assert len(table.app.inbox) == pi
    journal.close()
