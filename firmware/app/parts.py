"""Settings -> the parts on the table, each with its thread, and the outputs that feed them.

Drivers import their libraries late, in their own threads: a part that is not there, or whose
library is not, is a fact for the others to show, and holds nothing up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from drivers.power import SENSORS
from firmware.settings.schema import Buttons, Buzzer, Display, Settings
from firmware.view.state import Output

MODEL = "/sys/firmware/devicetree/base/model"


class Part(Protocol):
    """Something with a thread of its own."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class Hardware(NamedTuple):
    """Where the parts meet the world. None: by the library that is made for it.

    `open_i2c` gives what `smbus2.SMBus` gives, `open_spi` what `spidev.SpiDev` gives; `pins` is a
    factory of gpiozero's; `open_keyboard` opens a node of the folder `inputs`; the kernel's
    sensors lie in the folder `sensors`.
    """

    clock: Callable[[], float] = time.monotonic
    open_i2c: Callable[[int], Any] | None = None
    open_spi: Callable[[int, int], Any] | None = None
    pins: Any = None
    inputs: str = "/dev/input"
    open_keyboard: Callable[[str], Any] | None = None
    sensors: str = SENSORS


REAL = Hardware()


class Parts(NamedTuple):
    """All there are: lights and sound before the display, which is slower."""

    parts: list[Part]
    outputs: list[Output]


def is_pi(model: str = MODEL) -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        with open(model, encoding="utf-8", errors="replace") as told:
            return "Raspberry Pi" in told.read()
    except OSError:
        return False


def fitted(part: Display | Buttons | Buzzer, pi: bool) -> bool:
    """Whether the settings want that part: "auto" wants it on a Pi."""
    return part.fitted == "yes" or (pi and part.fitted == "auto")


def parts(
    settings: Settings, sink: Callable[[Any], None], pi: bool, seams: Hardware = REAL
) -> Parts:
    """Every part that the settings want."""
    found = Parts([], [])
    if settings.track.kind != "none":
        _track(found, settings, sink, seams)
    if fitted(settings.buzzer, pi):
        _buzzer(found, settings, sink, seams)
    if fitted(settings.display, pi):
        _display(found, settings, sink, seams)
    if fitted(settings.buttons, pi):
        from drivers import buttons

        pins = settings.buttons.pins
        found.parts.append(buttons.Buttons(sink, pins, factory=seams.pins, clock=seams.clock))
    return found


def _track(found: Parts, settings: Settings, sink: Callable[[Any], None], seams: Hardware) -> None:
    from drivers.lights.plain_leds import PlainLeds
    from drivers.lights.strip import ScoreTrack, Strip, open_spi
    from firmware.app.outputs import TrackOutput

    if settings.track.kind == "leds":
        leds = PlainLeds(sink, settings.track.pins, factory=seams.pins, clock=seams.clock)
        found.parts.append(leds)
        found.outputs.append(TrackOutput(leds, len(settings.track.pins)))
        return
    strip = Strip(
        settings.track.kind,
        settings.track.length,
        settings.track.order,
        settings.track.brightness,
        settings.track.cap_ma,
        settings.track.rhythms,
    )
    track = ScoreTrack(sink, strip, open_spi=seams.open_spi or open_spi, clock=seams.clock)
    found.parts.append(track)
    found.outputs.append(TrackOutput(track, strip.leds))


def _buzzer(found: Parts, settings: Settings, sink: Callable[[Any], None], seams: Hardware) -> None:
    from drivers import buzzer
    from drivers.clock import is_right
    from firmware.app.outputs import SoundOutput

    quiet = None
    if settings.sound.quiet_from:
        quiet = buzzer.QuietHours(
            _minute(settings.sound.quiet_from), _minute(settings.sound.quiet_until)
        )
    beeper = buzzer.Buzzer(
        sink,
        settings.buzzer.pin,
        active=settings.buzzer.active,
        quiet=quiet,
        clock_right=is_right,
        factory=seams.pins,
        clock=seams.clock,
    )
    found.parts.append(beeper)
    found.outputs.append(SoundOutput(beeper))


def _minute(hour: str) -> int:
    hours, minutes = hour.split(":")
    return int(hours) * 60 + int(minutes)


def _display(
    found: Parts, settings: Settings, sink: Callable[[Any], None], seams: Hardware
) -> None:
    from drivers.display.burn_in import BurnInSettings
    from drivers.display.bus import Bus, I2c, Spi
    from drivers.display.oled import Oled
    from firmware.app.outputs import OledOutput

    bus: Bus = I2c(settings.display.i2c_port, settings.display.i2c_address, seams.open_i2c)
    if settings.display.bus == "spi":
        bus = Spi(
            dc=settings.display.spi_dc,
            reset=settings.display.spi_reset,
            pin_factory=seams.pins,
        )
    care = BurnInSettings(
        dim_s=settings.display.dim_after_s,
        off_s=settings.display.off_after_s,
        contrast=settings.display.contrast,
    )
    width, height = settings.display.width, settings.display.height
    oled = Oled(
        sink,
        settings.display.driver,
        bus,
        width,
        height,
        settings.display.quarter_turns,
        care,
        settings.display.stays,
        clock=seams.clock,
    )
    found.parts.append(oled)
    found.outputs.append(OledOutput(oled, width, height))
