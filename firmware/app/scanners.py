"""The scanners of the settings, and keyboard-type ones found by themselves, not started yet."""

from __future__ import annotations

from collections.abc import Callable

from drivers.events import ScannerSink
from drivers.scanner.evdev_device import open_evdev
from drivers.scanner.hid import HidScanners
from drivers.scanner.serial import SerialScanner
from firmware.app.known_scanners import load
from firmware.app.parts import Hardware
from firmware.settings.schema import Settings


def build_hid(
    settings: Settings,
    is_ours: Callable[[str], bool],
    sink: ScannerSink,
    hardware: Hardware,
    counted: Callable[[int], None] = lambda number: None,
) -> HidScanners:
    """All keyboard-type scanners; `is_ours` recognises a code that shows that one is a scanner."""
    return HidScanners(
        sink,
        is_ours,
        {scanner.usb: scanner.lane for scanner in settings.scanners if scanner.usb},
        load(settings.state_folder),
        folder=hardware.inputs,
        open_device=hardware.open_keyboard or open_evdev,
        clock=hardware.clock,
        counted=counted,
    )


def build_serial(settings: Settings, sink: ScannerSink) -> list[SerialScanner]:
    """The serial scanners that the settings name."""
    return [
        SerialScanner(sink, scanner.port, scanner.lane, scanner.baud)
        for scanner in settings.scanners
        if scanner.port
    ]
