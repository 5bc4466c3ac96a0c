"""A bus of keyboard-type scanners with the thread that reads it, and the events it reports."""

from pathlib import Path
from typing import Any

from support.scanner_doubles import MODEL, Bus, Plug, typed
from support.scanner_events import Events, ours

from drivers.events import Lane, Reading, ScannerFound
from drivers.scanner.hid import HidScanners


class Usb(Bus):
    """`next`, `until` and `rest` are of the events."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        events = Events()
        self.put, self.next, self.until, self.rest = (
            events.put,
            events.next,
            events.until,
            events.rest,
        )
        self._running: list[HidScanners] = []

    def start(
        self,
        lanes: dict[str, Lane] | None = None,
        remembered: tuple[str, ...] = (),
        **more: Any,
    ) -> HidScanners:
        """Time stands still unless a test wants it to pass: a busy machine must cut no code."""
        at_rest = {"folder": str(self.folder), "open_device": self.open, "clock": lambda: 1000.0}
        scanners = HidScanners(self.put, ours, lanes, remembered, **(at_rest | more))  # type: ignore[arg-type]
        scanners.start()
        self._running.append(scanners)
        return scanners

    def named(self, lane: Lane = 0, **more: Any) -> Plug:
        """Plug in a scanner that the settings name, and start."""
        plug = self.plug()
        self.start({MODEL: lane}, **more)
        self.until(ScannerFound)
        return plug

    def scan(self, plug: Plug, text: str = "123455") -> Reading:
        """Scan a label; wait for its reading."""
        plug.send(typed(text + "\r"))
        return self.until(Reading)

    def close(self) -> None:
        for scanners in self._running:
            scanners.stop()
        super().close()
