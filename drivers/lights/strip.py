"""Show pawns on an LED strip: APA102/SK9822 or WS2812/SK6812 on the SPI bus.

At most 30 frames in any second, and none while nothing moves.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol

from drivers.events import PartSink, Trouble, Values, summary
from drivers.lights.animation import TrackSeen, TrackView, draw, follow
from drivers.lights.strip_protocol import REST_MA, chip, frame
from drivers.pins import SPI_NODE
from drivers.threads import Clock, PartFault, PartThread

FRAMES_A_SECOND = 30
NO_SPIDEV = Trouble(
    "spidev is not installed", "sudo apt install python3-spidev, then start again", there=False
)
NO_SPI = Trouble(
    "there is no {node}", "switch SPI on with sudo raspi-config, then restart the Pi", there=False
)
BARRED = Trouble(
    "no permission for {node}", "sudo usermod -aG spi with this user, then log in again"
)
FAILS = Trouble("{node} fails ({error})", "check the strip's wires and supply")
WRONG_ORDER = Trouble(
    'colour order "{order}": write r, g and b in the order the strip has',
    "correct order in [track]",
)
LITTLE_CURRENT = Trouble(
    "{leds} LEDs draw {resting} mA while dark, the cap is {cap} mA",
    "raise the cap if the supply allows it, or set fewer LEDs",
)


class Strip(NamedTuple):
    """The strip as its owner has it. `order`: its colours on the wire, "" for the usual one.

    A frame is one transfer, of which the kernel takes 4096 bytes: 320 LEDs of a WS2812.
    """

    kind: str = "apa102"
    leds: int = 60
    order: str = ""
    brightness: float = 0.2
    cap_ma: float = 500  # with a Pi's own need, what a 2.5 A supply has to spare
    rhythms: bool = False  # each colour blinks in its own way while it moves


class SpiDevice(Protocol):
    """What is used of `spidev.SpiDev`."""

    max_speed_hz: int
    mode: int

    def writebytes2(self, sent: bytes, /) -> None: ...

    def close(self) -> None: ...


def complaint(strip: Strip) -> Trouble | None:
    """Say why a strip cannot be run as it is set; None when it can."""
    try:
        chip(strip.kind, strip.order)
    except ValueError:
        return WRONG_ORDER._replace(values={"order": strip.order})
    resting = REST_MA * strip.leds
    if strip.cap_ma > resting:
        return None
    values: Values = {"leds": strip.leds, "resting": f"{resting:.0f}", "cap": f"{strip.cap_ma:.0f}"}
    return LITTLE_CURRENT._replace(values=values)


class ScoreTrack(PartThread[TrackView]):
    """A strip and its thread; `show` a TrackView, the newest wins.

    `open_spi` opens a bus and a device; None: by the kernel's spidev.
    """

    def __init__(
        self,
        sink: PartSink,
        strip: Strip,
        *,
        open_spi: Callable[[int, int], SpiDevice] | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("strip", sink, clock)
        self._strip, self._open_spi = strip, open_spi
        self._spi: SpiDevice | None = None
        self._seen: TrackSeen | None = None
        self._sent = b""
        self._sent_at: deque[float] = deque(maxlen=FRAMES_A_SECOND)

    def _take(self, newest: TrackView, now: float) -> None:
        self._seen = follow(self._seen, newest, now)

    def _open(self) -> None:
        wrong = complaint(self._strip)
        if wrong:
            raise PartFault(wrong)
        self._chip = chip(self._strip.kind, self._strip.order)
        if self._open_spi is None:
            import spidev

            self._open_spi = spidev.SpiDev
        self._spi = self._open_spi(0, 0)
        self._spi.mode = 0
        self._spi.max_speed_hz = self._chip.spi_hz
        self._sent = b""

    def _work(self, now: float) -> float | None:
        """Send a frame, if it is another one; before there is anything to show, a dark one."""
        if len(self._sent_at) == FRAMES_A_SECOND and now < self._sent_at[0] + 1:
            return self._sent_at[0] + 1
        drawn = draw(self._seen or TrackSeen(), self._strip.leds, now, self._strip.rhythms)
        sent = frame(self._chip, drawn.picture, self._strip.brightness, self._strip.cap_ma)
        if sent != self._sent and self._spi is not None:
            self._spi.writebytes2(sent)
            self._sent = sent
            self._sent_at.append(now)
        return drawn.due

    def _close(self) -> None:
        spi, self._spi = self._spi, None
        if spi is None:
            return
        try:
            spi.writebytes2(frame(self._chip, bytes(3 * self._strip.leds), 0))
        finally:
            spi.close()

    def _trouble(self, error: Exception) -> Trouble:
        match error:
            case ImportError():
                return NO_SPIDEV
            case FileNotFoundError():
                return NO_SPI._replace(values={"node": SPI_NODE})
            case PermissionError():
                return BARRED._replace(values={"node": SPI_NODE})
            case OSError() | SystemError():  # spidev raises the second for a short write
                return FAILS._replace(values={"node": SPI_NODE, "error": summary(error)})
        return super()._trouble(error)
