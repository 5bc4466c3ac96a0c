"""An app and all that runs around it: in parts, started and stopped as one."""

from __future__ import annotations

import threading

from drivers.scanner.hid import HidScanners
from drivers.scanner.serial import SerialScanner
from firmware.app.device_status import Condition
from firmware.app.loop import App
from firmware.app.messages import Opened
from firmware.app.parts import Part
from firmware.system.systemd import Service
from firmware.view.state import Output

SCANNERS_FIRST_S = 2.0
DISPLAY_NEXT_S = 2.0  # a bus that hangs gives up after one


class Runtime:
    """An app and all that runs around it; nothing has begun yet."""

    def __init__(
        self,
        app: App,
        *,
        outputs: list[Output],
        keyboards: HidScanners,
        serial: list[SerialScanner],
        parts: list[Part],
        condition: Condition,
        service: Service,
    ) -> None:
        self.app, self.outputs, self.condition = app, outputs, condition
        self.service = service
        self.keyboards, self.serial, self.parts = keyboards, serial, parts
        self._ending = False
        self._follower = threading.Thread(target=self._follow, name="parts", daemon=True)

    def start(self) -> None:
        """Scanners first, then the display: what else imports much begins once these are open, and
        until then leaves them the processor.
        """
        for scanner in (self.keyboards, *self.serial):
            scanner.start()
        self._follower.start()

    def _follow(self) -> None:
        self.keyboards.looked.wait(SCANNERS_FIRST_S)
        if self.service.listens:
            self.service.opened()
            self.app.inbox.put(Opened())
        for part in sorted(self.parts, key=lambda part: _tried(part) is None):
            if self._ending:
                return
            part.start()
            if tried := _tried(part):
                tried.wait(DISPLAY_NEXT_S)

    def stop(self) -> None:
        self._ending = True
        for scanner in (self.keyboards, *self.serial):
            scanner.stop()
        if self._follower.is_alive():
            for part in self.parts:
                if tried := _tried(part):
                    tried.set()  # nobody is to wait for it any more
            self._follower.join()
        for part in self.parts:
            part.stop()


def _tried(part: Part) -> threading.Event | None:
    """Set once a part shows something, or cannot; only a display has one."""
    return getattr(part, "tried", None)
