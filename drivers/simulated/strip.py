"""Model an APA102 or SK9822 strip on an SPI bus, by its data sheet: what is sent, its light."""

import errno
import os
from collections.abc import Callable

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
        at = {colour: 8 + 8 * place for place, colour in enumerate(self._order)}
        red, green, blue = (int(word[at[one] : at[one] + 8], 2) / 255 * level for one in "rgb")
        return red, green, blue


class SpiBus:
    """In the shape of spidev's: hands each transfer and its clock to `take`.

    `fault` is an errno that every call gets from now on.
    """

    def __init__(self, take: Callable[[bytes, int], None] = lambda sent, hz: None) -> None:
        self._take = take
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
        self._take(sent, self.max_speed_hz)

    def close(self) -> None:
        self.closed += 1
