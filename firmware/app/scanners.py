"""Settings -> the scanners they name, and whoever else reads: their threads, not begun yet."""

from __future__ import annotations

from drivers.events import ScannerSink
from drivers.scanner.evdev_device import open_evdev
from drivers.scanner.hid import HidScanners
from drivers.scanner.serial import SerialScanner
from engine.catalogue import codebook_of
from engine.refusals import Refused
from firmware.app.known_scanners import remembered
from firmware.app.loop import App
from firmware.app.messages import PluggedIn
from firmware.app.parts import Hardware
from firmware.settings.schema import Settings

LEAST_TO_KNOW = 6  # characters of a sticker that gives a scanner away


def keyboards(settings: Settings, app: App, sink: ScannerSink, seams: Hardware) -> HidScanners:
    """All keyboard-type scanners there are."""

    def is_ours(text: str) -> bool:
        """Or a sticker that was taught, if nobody could type it by accident."""
        if len(text) >= LEAST_TO_KNOW:
            text = app.stickers.heard(text)
        return not isinstance(codebook_of(app.table.games).read(text), Refused)

    usb = {scanner.usb: scanner.lane for scanner in settings.scanners if scanner.usb}
    codebook_of(app.table.games)  # built here, so that no scanner's thread has to wait for it
    return HidScanners(
        sink,
        is_ours,
        usb,
        remembered(settings.state_folder),
        folder=seams.inputs,
        open_device=seams.open_keyboard or open_evdev,
        clock=seams.clock,
        counted=lambda number: app.inbox.put(PluggedIn(number)),
    )


def serial(settings: Settings, sink: ScannerSink) -> list[SerialScanner]:
    """The serial scanners that the settings name."""
    return [
        SerialScanner(sink, scanner.port, scanner.lane, scanner.baud)
        for scanner in settings.scanners
        if scanner.port
    ]
