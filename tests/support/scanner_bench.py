"""A bus, the facts that come out, and the thread between: the keyboard-type scanners' fixtures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.scanner_doubles import Bus, Start
from support.scanner_facts import Facts, ours

from drivers.events import Lane
from drivers.scanner.hid import HidScanners


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[Bus]:
    bus = Bus(tmp_path)
    yield bus
    bus.close()


@pytest.fixture
def facts() -> Facts:
    return Facts()


@pytest.fixture
def start(bus: Bus, facts: Facts) -> Iterator[Start]:
    running: list[HidScanners] = []

    # Time stands still unless a test wants it to pass: a busy machine must cut no code in two.
    def begin(
        lanes: dict[str, Lane] | None = None, remembered: tuple[str, ...] = (), **seams: object
    ) -> HidScanners:
        at_rest = {"folder": str(bus.folder), "open_device": bus.open, "clock": lambda: 1000.0}
        scanners = HidScanners(facts.put, ours, lanes, remembered, **(at_rest | seams))  # type: ignore[arg-type]
        scanners.start()
        running.append(scanners)
        return scanners

    yield begin
    for scanners in running:
        scanners.stop()
