"""Bytes of an SPI bus in, the light of an LED strip out; what a real chip would not take raises.

Written from the data sheets of APA102, SK9822, WS2812B and SK6812, not from the encoders.
"""

import errno
import os


class Malformed(AssertionError):
    """No such strip would show what was meant."""


class ClockedChain:
    """APA102 or SK9822: `physical` LEDs, each passing on its input half a clock later.

    `light` is each LED's red, green and blue as shares of full current. An APA102 shows its 32
    bits as soon as it has them; an SK9822 keeps them until 32 zeros have come past.
    """

    def __init__(self, physical, sk9822=False, order="bgr"):
        self.light = [(0.0, 0.0, 0.0)] * physical
        self._held = {}  # by an SK9822
        self._sk9822, self._order = sk9822, order

    def take(self, sent, hz):
        assert hz <= 20_000_000
        bits = "".join(f"{byte:08b}" for byte in sent)
        start = bits.find("1") if "1" in bits else len(bits)
        if start < 32:
            raise Malformed(f"begins with {start} zeros, not 32")
        self._show_held()
        words = []
        rest = bits[start:]
        while rest.startswith("111"):
            if len(rest) < 32:
                raise Malformed("an LED's bits are cut off")
            words.append(rest[:32])
            rest = rest[32:]
        if "1" in rest:
            raise Malformed("ones behind the last LED: light on one that was not meant")
        for led, word in enumerate(words[: len(self.light)]):
            # LED n hears everything n half clocks late, so that much must still be clocked
            if len(rest) < led / 2:
                raise Malformed(f"LED {led} never gets all its bits")
            self._held[led] = self._colour(word)
            if not self._sk9822 or len(rest) >= 32 + led / 2:
                self.light[led] = self._held.pop(led)

    def _show_held(self):
        for led, colour in self._held.items():
            self.light[led] = colour
        self._held = {}

    def _colour(self, word):
        level = int(word[3:8], 2) / 31
        parts = dict(zip(self._order, (word[8:16], word[16:24], word[24:32]), strict=True))
        return tuple(int(parts[colour], 2) / 255 * level for colour in "rgb")


# ns a line may be high for a 0 and for a 1, and must at least be low after each; us of a reset
TIMES = {
    "ws2812": ((220, 380), (580, 1000), 580, 220, 280),
    "sk6812": ((150, 450), (450, 750), 750, 450, 80),
}
LONGEST_LOW_NS = 5000  # longer, and some chips already take it for a reset


class TimedChain:
    """WS2812B or SK6812: reads how long the line is high; shows what it has at a reset.

    `between_ns` is how long the bus holds the line low between two bytes; `idles_high` how it
    leaves it before the first.
    """

    def __init__(self, physical, kind="ws2812", order="grb", between_ns=0.0, idles_high=False):
        self.light = [(0.0,) * len(order)] * physical
        self._kind, self._order = kind, order
        self._between_ns, self._idles_high = between_ns, idles_high

    def take(self, sent, hz):
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
        each = 8 * len(self._order)
        if len(bits) % each:
            raise Malformed(f"{len(bits)} bits are no whole LEDs")
        for led in range(min(len(bits) // each, len(self.light))):
            word = bits[led * each : (led + 1) * each]
            values = [int(word[at : at + 8], 2) / 255 for at in range(0, each, 8)]
            parts = dict(zip(self._order, values, strict=True))
            assert parts.get("w", 0) == 0
            self.light[led] = tuple(parts[colour] for colour in "rgb")


class FakeSpi:
    """Stands in for spidev.SpiDev: hands every transfer to a chain, fails when told to.

    Like the real one it cuts what is longer than `room` into transfers of its own.
    """

    def __init__(self, chain=None, room=4096):
        self.chain, self.room = chain, room
        self.max_speed_hz, self.mode = 500_000, None
        self.sent = []
        self.fault = 0  # errno of every write from now on
        self.opened = self.closed = 0

    def open(self, bus, device):
        assert self.opened == self.closed, "opened twice"
        if self.fault in (errno.ENOENT, errno.EACCES):
            raise OSError(self.fault, os.strerror(self.fault))
        self.opened += 1
        self.at = (bus, device)
        return self

    def writebytes2(self, sent):
        assert self.opened > self.closed, "written to while closed"
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))
        self.sent.append(sent)
        if self.chain is not None:
            if isinstance(self.chain, TimedChain):
                assert len(sent) <= self.room, "cut in two: the first part would be shown alone"
            self.chain.take(sent, self.max_speed_hz)

    def close(self):
        self.closed += 1
