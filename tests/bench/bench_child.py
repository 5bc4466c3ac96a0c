"""A service with all its parts, in a process of its own: `bench_child.py FOLDER [CODES]`.

It ends when a scan would be taken, or, given a file of codes, scans them and stays.

The libraries are the ones of a Pi (evdev, smbus2, luma, spidev, gpiozero), only what they open is
not there: light doubles that count bytes stand in for buses, nodes and pins.
"""

import logging
import os
import sys
import threading
from contextlib import suppress
from time import sleep
from typing import Any

from support.display_models import I2cBus, Ssd1306
from support.led_models import SpiBus
from support.scanner_doubles import MODEL, Bus, typed

from firmware.common.settings import schema
from firmware.common.settings.load import load
from firmware.core.app.parts import Hardware
from firmware.core.journal.journal import Journal
from firmware.main import serve

PACE_S = 0.03  # as fast as anybody scans, and faster


class LatePins:
    """gpiozero's mock pins, imported when a part first asks for one."""

    def __init__(self) -> None:
        self._pins: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._pins is None:
            from gpiozero.pins.mock import MockFactory, MockPWMPin

            self._pins = MockFactory(pin_class=MockPWMPin)
        return getattr(self._pins, name)


class UntilFound(logging.Handler):
    """Ends the process when a scanner is found."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage().startswith("scanner found"):
            os._exit(0)


def fitted(state: str) -> schema.Settings:
    """Settings with every part, and no pause between two scans of one code."""
    return load(os.devnull)._replace(
        table=schema.TableSection(double_read_ms=0),
        display=schema.DisplaySection(fitted="yes"),
        track=schema.Track(kind="apa102"),
        buttons=schema.ButtonsSection(fitted="yes"),
        buzzer=schema.BuzzerSection(fitted="yes"),
        scanners=(schema.Scanner(usb=MODEL),),
        state_folder=state,
    )


def main(folder: str, codes: str = "") -> None:
    settings = fitted(f"{folder}/okanjo")
    display, strip = I2cBus(Ssd1306()), SpiBus()
    bus = Bus(f"{folder}/input")
    scanner = bus.plug()

    def open_spi(bus: int, device: int) -> Any:
        with suppress(ImportError):  # it has no wheel, so it may not be there
            import spidev

            del spidev
        return strip.open(bus, device)

    def people() -> None:
        while not (strip.sent and display.chip.lit):
            sleep(0.01)
        with open(codes, encoding="ascii") as lines:
            for code in lines:
                scanner.send(typed(code.strip() + "\r"))
                sleep(PACE_S)
        os.write(1, b"scanned\n")

    hardware = Hardware(
        open_i2c=display.open,
        open_spi=open_spi,
        pins=LatePins(),
        inputs=f"{folder}/input",
        open_keyboard=bus.open,
    )
    if codes:
        threading.Thread(target=people, daemon=True).start()
    logging.getLogger("firmware").setLevel(logging.INFO)
    logging.getLogger().addHandler(logging.NullHandler() if codes else UntilFound())
    journal = Journal(settings.state_folder)
    serve(settings, journal, False, hardware)
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
