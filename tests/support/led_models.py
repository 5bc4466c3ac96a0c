"""LED strips on an SPI bus, by their data sheets: what is sent to them, the light they show."""

import errno
import os
from collections.abc import Callable

from drivers.lights.strip_protocol import CHIPS

Light = tuple[float, float, float]  # red, green and blue, as shares of full current
DARK: Light = (0.0, 0.0, 0.0)


class Malformed(AssertionError):
    """What was sent breaks the strip's protocol."""


class ClockedChain:
    """`physical` LEDs, each passing on its input half a clock later.

    An APA102 shows its 32 bits as soon as it has them; an SK9822 keeps them until 32 zeros have
    come past.
    """

    def __init__(self, physical: int, sk9822: bool = False, order: str = "bgr") -> None:
        self.light: list[Light] = [DARK] * physical
        self._held: dict[int, Light] = {}  # by an SK9822
        self._sk9822, self._order = sk9822, order

    def take(self, sent: bytes, hz: int) -> None:
        if hz > 20_000_000:
            raise Malformed("too fast")
        bits = f"{int.from_bytes(sent):0{8 * len(sent)}b}"
        start = bits.find("1") if "1" in bits else len(bits)
        if start < 32:
            raise Malformed(f"begins with {start} zeros, not 32")
        for led, colour in self._held.items():
            self.light[led] = colour
        self._held = {}
        end = start
        while bits.startswith("111", end):
            end += 32
        if end > len(bits):
            raise Malformed("an LED's bits are cut off")
        behind = len(bits) - end
        if "1" in bits[end:]:
            raise Malformed("ones behind the last LED: light on one that was not meant")
        for led in range(min(len(self.light), (end - start) // 32)):
            # LED n hears everything n half clocks late, so that much must still be clocked
            if behind < led / 2:
                raise Malformed(f"LED {led} never gets all its bits")
            self._held[led] = self._colour(bits[start + 32 * led : start + 32 * led + 32])
            if not self._sk9822 or behind >= 32 + led / 2:
                self.light[led] = self._held.pop(led)

    def _colour(self, word: str) -> Light:
        level = int(word[3:8], 2) / 31
        starts = {colour: 8 + 8 * place for place, colour in enumerate(self._order)}
        red, green, blue = (
            int(word[starts[colour] : starts[colour] + 8], 2) / 255 * level for colour in "rgb"
        )
        return red, green, blue


# ns a line may be high for a 0 and for a 1, and must at least be low after each; us of a reset
TIMES = {
    "ws2812": ((220, 380), (580, 1000), 580, 220, 280),
    "sk6812": ((150, 450), (450, 750), 750, 450, 80),
}
LONGEST_TRANSFER = 4096  # bytes; spidev makes two of a longer one, with a pause
LONGEST_LOW_NS = 5000  # longer, and some chips already take it for a reset


def chain_of(kind, leds, order="", **settings):
    """A model of so many LEDs of this kind; `settings` are for those without a clock."""
    order = order or CHIPS[kind].order
    if CHIPS[kind].clocked:
        return ClockedChain(leds, kind == "sk9822", order)
    return TimedChain(leds, kind, order, **settings)


class TimedChain:
    """WS2812B or SK6812: reads how long the line is high; shows what it has at a reset.

    `between_ns` is how long the bus holds the line low between two bytes; `idles_high` how it
    leaves it before the first.
    """

    def __init__(self, physical, kind="ws2812", order="grb", between_ns=0.0, idles_high=False):
        self.light = [(0.0, 0.0, 0.0)] * physical
        self._kind, self._order = kind, order
        self._between_ns, self._idles_high = between_ns, idles_high

    def take(self, sent, hz):
        if len(sent) > LONGEST_TRANSFER:
            raise Malformed("cut in two: the first part would be shown alone")
        bits = ""
        for high, low in self._pulses(sent, hz):
            zero, one, after_zero, after_one, reset_us = TIMES[self._kind]
            ends = low >= reset_us * 1000
            if high is None:
                bits = ""
            elif zero[0] <= high <= zero[1] and low >= after_zero:
                bits += "0"
            elif one[0] <= high <= one[1] and low >= after_one:
                bits += "1"
            elif bits or not ends:
                raise Malformed(f"{high:.0f} ns high, {low:.0f} ns low is no bit")
            if not ends and low > LONGEST_LOW_NS:
                raise Malformed(f"{low / 1000:.0f} us low in the middle of a frame")
        if not ends:
            raise Malformed("the frame ends without a reset: nothing is shown")
        self._show(bits)

    def _pulses(self, sent, hz):
        """(ns high or None at the beginning, ns low) after one another."""
        bit_ns = 1e9 / hz
        high, low = (2e6 if self._idles_high else None), 0.0
        for byte in sent:
            for place in range(7, -1, -1):
                if byte >> place & 1:
                    if low or high is None:
                        yield high, low
                        high, low = 0.0, 0.0
                    high += bit_ns
                else:
                    low += bit_ns
            if byte & 1:
                raise Malformed("a byte ends high: a pause of the bus would stretch the pulse")
            low += self._between_ns
        yield high, low

    def _show(self, bits):
        if len(bits) % 24:
            raise Malformed(f"{len(bits)} bits are no whole LEDs")
        for led in range(min(len(bits) // 24, len(self.light))):
            word = bits[led * 24 : (led + 1) * 24]
            values = [int(word[offset : offset + 8], 2) / 255 for offset in (0, 8, 16)]
            parts = dict(zip(self._order, values, strict=True))
            self.light[led] = tuple(parts[colour] for colour in "rgb")


class SpiBus:
    """In the shape of spidev's: hands each transfer and its clock to `take`.

    `fault` is an errno that every call gets from now on.
    """

    def __init__(self, take: Callable[[bytes, int], None] = lambda sent, hz: None) -> None:
        self.take = take
        self.max_speed_hz, self.mode = 500_000, 3
        self.sent: list[bytes] = []
        self.fault = 0
        self.opened = self.closed = 0

    def open(self, bus: int, device: int) -> "SpiBus":
        if self.fault in (errno.ENOENT, errno.EACCES):
            raise OSError(self.fault, os.strerror(self.fault))
        self.at = (bus, device)
        self.opened += 1
        return self

    def writebytes2(self, sent: bytes, /) -> None:
        if self.opened == self.closed:
            raise ValueError("written to while closed")
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))
        self.sent.append(sent)
        self.take(sent, self.max_speed_hz)

    def close(self) -> None:
        self.closed += 1
