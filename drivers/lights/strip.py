"""Pawns in, light on an LED strip out: APA102/SK9822 or WS2812/SK6812 on the SPI bus.

At most 30 frames in any second, and none while nothing moves.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from drivers.events import PartSink, Trouble, summary
from drivers.lights.animation import Seen, TrackView, draw, follow
from drivers.lights.strip_protocol import CHIPS, chip, frame, frame_bytes
from drivers.threads import Clock, PartFault, PartThread

FRAMES_A_SECOND = 30
BUFFER = "/sys/module/spidev/parameters/bufsiz"
BUFFER_BYTES = 4096  # what the kernel takes in one transfer unless told otherwise
BRIGHTNESS = 0.2
CAP_MA = 500  # with a Pi's own need, what a 2.5 A supply has to spare


class Strip(NamedTuple):
    """The strip as its owner has it. `order`: its colours on the wire, "" for the usual one."""

    kind: str = "apa102"
    leds: int = 60
    order: str = ""
    brightness: float = BRIGHTNESS
    cap_ma: float = CAP_MA
    rhythms: bool = False  # each colour blinks in its own way while it moves
    bus: int = 0
    device: int = 0


class SpiDevice(Protocol):
    """What is used of `spidev.SpiDev`."""

    max_speed_hz: int
    mode: int

    def writebytes2(self, sent: bytes, /) -> None: ...

    def close(self) -> None: ...


def open_spi(bus: int, device: int) -> SpiDevice:
    """The bus through the kernel's spidev; OSError when it is not to be had."""
    import spidev

    spi: SpiDevice = spidev.SpiDev(bus, device)
    return spi


def buffer_bytes() -> int:
    """The longest single transfer that this kernel's spidev takes."""
    try:
        with open(BUFFER, encoding="ascii") as told:
            return int(told.read())
    except (OSError, ValueError):
        return BUFFER_BYTES


def complaint(strip: Strip, room: int = BUFFER_BYTES) -> Trouble | None:
    """Why a strip cannot be run as it is set; None when it can."""
    if strip.kind not in CHIPS:
        return Trouble(f"strip kind {strip.kind!r} is not known", f"take one of {', '.join(CHIPS)}")
    try:
        of_kind = chip(strip.kind, strip.order)
    except ValueError as error:
        return Trouble(str(error), "correct order in [track]")
    if strip.leds < 1:
        return Trouble("a strip has at least 1 LED", "count them")
    resting = of_kind.rest_ma * strip.leds
    if strip.cap_ma <= resting:
        found = f"{strip.leds} LEDs draw {resting:.0f} mA while dark, the cap is {strip.cap_ma:.0f}"
        return Trouble(f"{found} mA", "raise the cap if the supply allows it, or set fewer LEDs")
    long = frame_bytes(of_kind, strip.leds)
    if long > room and not of_kind.clocked:
        # spidev would cut it in two, and the pause would show the first half at once
        return Trouble(
            f"{strip.leds} LEDs need {long} bytes in one transfer, this kernel takes {room}",
            "add spidev.bufsiz=65536 to /boot/firmware/cmdline.txt and restart, or set fewer LEDs",
        )
    return None


class ScoreTrack(PartThread[TrackView]):
    """A strip and its thread; `show` a TrackView, the newest wins."""

    def __init__(
        self,
        sink: PartSink,
        strip: Strip,
        *,
        open_spi: Callable[[int, int], SpiDevice] = open_spi,
        room: Callable[[], int] = buffer_bytes,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("strip", sink, clock)
        self._strip = strip
        self._connect, self._room = open_spi, room
        self._spi: SpiDevice | None = None
        self._seen: Seen | None = None
        self._sent = b""
        self._sent_at: deque[float] = deque(maxlen=FRAMES_A_SECOND)

    def _take(self, newest: TrackView, at: float) -> None:
        self._seen = follow(self._seen, newest, at)

    def _open(self) -> None:
        wrong = complaint(self._strip, self._room())
        if wrong:
            raise PartFault(wrong)
        self._chip = chip(self._strip.kind, self._strip.order)
        self._spi = self._connect(self._strip.bus, self._strip.device)
        self._spi.mode = 0
        self._spi.max_speed_hz = self._chip.spi_hz
        self._sent = b""

    def _work(self, at: float) -> float | None:
        """A frame, if it is another one; before there is anything to show, a dark one."""
        if len(self._sent_at) == FRAMES_A_SECOND and at < self._sent_at[0] + 1:
            return self._sent_at[0] + 1
        drawn = draw(self._seen or Seen(), self._strip.leds, at, self._strip.rhythms)
        self._send(drawn.picture, at)
        return drawn.due

    def _send(self, picture: bytes, at: float) -> None:
        sent = frame(self._chip, picture, self._strip.brightness, self._strip.cap_ma)
        if sent != self._sent and self._spi is not None:
            self._spi.writebytes2(sent)
            self._sent = sent
            self._sent_at.append(at)

    def _close(self) -> None:
        spi, self._spi = self._spi, None
        if spi is None:
            return
        try:
            spi.writebytes2(frame(self._chip, bytes(3 * self._strip.leds), 0))
        finally:
            spi.close()

    def _trouble(self, error: Exception) -> Trouble:
        node = f"/dev/spidev{self._strip.bus}.{self._strip.device}"
        if isinstance(error, ImportError):
            do = "sudo apt install python3-spidev, then start again"
            return Trouble("spidev is not installed", do, there=False)
        if isinstance(error, FileNotFoundError):
            do = "switch SPI on with sudo raspi-config, then restart the Pi"
            return Trouble(f"there is no {node}", do, there=False)
        if isinstance(error, PermissionError):
            do = "sudo usermod -aG spi with this user, then log in again"
            return Trouble(f"{node} may not be used", do)
        if isinstance(error, OSError | SystemError):  # spidev raises the second for a short write
            return Trouble(
                f"{node} fails ({summary(error)})", "look at the strip's wires and supply"
            )
        return super()._trouble(error)
