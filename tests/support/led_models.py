"""The light of WS2812B and SK6812 strips, by their data sheets."""

from drivers.lights.strip_protocol import CHIPS
from drivers.simulated.strip import ClockedChain, Malformed

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
            values = [int(word[at : at + 8], 2) / 255 for at in (0, 8, 16)]
            parts = dict(zip(self._order, values, strict=True))
            self.light[led] = tuple(parts[colour] for colour in "rgb")
