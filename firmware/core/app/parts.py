"""Build the parts that the settings want, and the outputs that feed them.

A part's driver is imported late, and imports its library in its own thread: a part or a library
that is missing is an event for the others to show, and holds nothing up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from drivers.events import ButtonSink, PartSink
from drivers.power import SENSORS
from drivers.scanner.evdev_device import Device, open_evdev
from firmware.common.settings.schema import (
    ButtonsSection,
    BuzzerSection,
    CameraSection,
    DisplaySection,
    Settings,
)
from firmware.core.view.state import Output

if TYPE_CHECKING:
    from gpiozero import Factory

    from drivers.buttons import Buttons
    from drivers.buzzer import Buzzer
    from drivers.camera import Camera
    from drivers.clock import QuietHours
    from drivers.display.bus import Bus, SmBus
    from drivers.display.oled import Oled
    from drivers.lights.plain_leds import PlainLeds
    from drivers.lights.strip import SpiDevice, Strip
    from drivers.voice.voice import Voice

MODEL = "/sys/firmware/devicetree/base/model"


class Startable(Protocol):
    """What has a thread of its own."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


class Hardware(NamedTuple):
    """How the drivers reach the devices. None: by the library that is made for it.

    `pins` makes gpiozero's pins; `open_keyboard` opens a node of the folder `inputs`; the kernel's
    sensors are in the folder `sensors`.
    """

    clock: Callable[[], float] = time.monotonic
    open_i2c: Callable[[int], SmBus] | None = None
    open_spi: Callable[[int, int], SpiDevice] | None = None
    pins: Factory | None = None
    inputs: str = "/dev/input"
    open_keyboard: Callable[[str], Device] = open_evdev
    sensors: str = SENSORS


REAL = Hardware()


class Parts(NamedTuple):
    """All parts at the table; the display apart, since the others start after it."""

    display: Oled | None
    others: list[Startable]
    outputs: list[Output]
    held: Callable[[], tuple[str, ...]]  # the buttons that are down


def is_pi() -> bool:
    """Return whether this is a Raspberry Pi."""
    try:
        with open(MODEL, encoding="utf-8", errors="replace") as file:
            return "Raspberry Pi" in file.read()
    except OSError:
        return False


def fitted(part: DisplaySection | ButtonsSection | BuzzerSection, pi: bool) -> bool:
    """Return whether the settings want a part: "auto" wants it on a Pi."""
    return part.fitted == "yes" or (pi and part.fitted == "auto")


def build_parts(settings: Settings, sink: ButtonSink, pi: bool, hardware: Hardware) -> Parts:
    """Build every part that the settings want, not started."""
    from firmware.core.app.outputs import display_picture, sound_output, track_view

    others: list[Startable] = []
    outputs: list[Output] = []
    if settings.track.kind == "leds":
        leds = build_leds(settings, sink, hardware)
        others.append(leds)
        bar = len(settings.track.pins)
        outputs.append(lambda shown: leds.show(track_view(shown, bar)))
    elif settings.track.kind != "none":
        from drivers.lights.strip import ScoreTrack

        spi, clock = hardware.open_spi, hardware.clock
        track = ScoreTrack(sink, strip_options(settings), open_spi=spi, clock=clock)
        others.append(track)
        length = settings.track.length
        outputs.append(lambda shown: track.show(track_view(shown, length)))
    if fitted(settings.buzzer, pi):
        sounds = build_buzzer(settings, sink, hardware)
        others.append(sounds)
        outputs.append(sound_output(sounds))
    if settings.voice.say != "off":
        from drivers.clock import is_quiet  # late, as all of it: few tables have a voice
        from firmware.core.app.voice_output import VoiceOutput

        voice = build_voice(settings, sink)
        others.append(voice)
        is_silent = partial(is_quiet, quiet_hours(settings))
        outputs.append(VoiceOutput(voice, settings.voice, is_silent).show)
    display = None
    if fitted(settings.display, pi):
        display = oled = build_oled(settings, sink, hardware)
        size = settings.display.width, settings.display.height
        outputs.append(lambda shown: oled.show(display_picture(shown, *size)))
    held: Callable[[], tuple[str, ...]] = tuple
    if fitted(settings.buttons, pi):
        three = build_buttons(settings, sink, hardware)
        others.append(three)
        held = three.held
    return Parts(display, others, outputs, held)


def strip_options(settings: Settings) -> Strip:
    from drivers.lights.strip import Strip

    track = settings.track
    return Strip(
        kind=track.kind,
        leds=track.length,
        order=track.order,
        brightness=track.brightness,
        cap_ma=track.cap_ma,
        rhythms=track.rhythms,
    )


def build_leds(settings: Settings, sink: PartSink, hardware: Hardware) -> PlainLeds:
    from drivers.lights.plain_leds import PlainLeds

    return PlainLeds(sink, settings.track.pins, factory=hardware.pins, clock=hardware.clock)


def build_buttons(settings: Settings, sink: ButtonSink, hardware: Hardware) -> Buttons:
    from drivers.buttons import Buttons

    pins, camera = settings.buttons.pins, settings.camera.kind != "none"
    factory, clock = hardware.pins, hardware.clock
    return Buttons(sink, pins, page_held=camera, factory=factory, clock=clock)


def build_camera(wanted: CameraSection, unit: str | None = None) -> Camera | None:
    """The camera over the table; through its own unit, where there is one."""
    if wanted.kind == "none":
        return None
    from drivers import camera  # late: few tables have one

    unit = camera.SOCKET if unit is None else unit
    if wanted.kind == "files":
        return camera.from_folder(wanted.folder)
    if unit and os.access(unit, os.W_OK):
        return partial(camera.from_unit, unit)
    return partial(camera.rpicam_still if wanted.kind == "pi" else camera.webcam, wanted.device)


def build_buzzer(settings: Settings, sink: PartSink, hardware: Hardware) -> Buzzer:
    from drivers.buzzer import Buzzer
    from drivers.clock import is_right

    return Buzzer(
        sink,
        settings.buzzer.pin,
        active=settings.buzzer.active,
        quiet=quiet_hours(settings),
        clock_right=is_right,
        factory=hardware.pins,
        clock=hardware.clock,
    )


def quiet_hours(settings: Settings) -> QuietHours | None:
    """When buzzer and voice are silent; None: never."""
    from drivers.clock import QuietHours

    sound = settings.sound
    if not sound.quiet_from:
        return None
    return QuietHours(_minute(sound.quiet_from), _minute(sound.quiet_until))


def build_voice(settings: Settings, sink: PartSink, root: str = "") -> Voice:
    from drivers.voice.voice import UNIT, SoundOutput, Voice

    output = SoundOutput(settings.voice.card, settings.voice.lead_in_ms)
    return Voice(sink, output, root + UNIT)


def build_oled(settings: Settings, sink: PartSink, hardware: Hardware) -> Oled:
    from drivers.display.burn_in import BurnInSettings
    from drivers.display.bus import I2c, Spi
    from drivers.display.oled import Oled

    wanted = settings.display
    bus: Bus = I2c(wanted.i2c_port, wanted.i2c_address, hardware.open_i2c)
    if wanted.bus == "spi":
        bus = Spi(dc=wanted.spi_dc, reset=wanted.spi_reset, pin_factory=hardware.pins)
    dims, goes_out = wanted.dim_after_s, wanted.off_after_s
    return Oled(
        sink,
        wanted.driver,
        bus,
        wanted.width,
        wanted.height,
        wanted.quarter_turns,
        BurnInSettings(dim_s=dims, off_s=goes_out, contrast=wanted.contrast),
        wanted.stays,
        clock=hardware.clock,
    )


def _minute(hour: str) -> int:
    hours, minutes = hour.split(":")
    return int(hours) * 60 + int(minutes)
