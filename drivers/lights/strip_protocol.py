"""Encode the colours of an LED strip as the bytes of one SPI transfer. Pure.

A picture is 3 bytes an LED, red, green and blue: shares of full current, 0 to 255.

Rule 1: every frame is one whole transfer: what resets the chain and what shows it are in it.
Rule 2: a frame that would draw more than its cap is darkened as a whole until it does not.
"""

import math
from functools import cache
from typing import NamedTuple

Picture = bytes

CHANNEL_MA = 20.0  # one colour of one LED at its brightest
REST_MA = 1.0  # an LED that is dark, but has power
# bcm2835's SPI works by DMA, without gaps, only above 96 bytes; a shorter frame gets more zeros.
SHORTEST = 97
LEAST_GAP_US = 320  # 300 us of low reset and show the newest WS2812B; the clock may be 2 % fast


class Chip(NamedTuple):
    """How to speak to a type of LED. `order` is that of its colours on the wire.

    `zero_pattern` and `one_pattern` are the 4 bits that SPI sends for a bit; both are 0 for a chip
    with its own clock.
    """

    order: str
    spi_hz: int
    zero_pattern: int = 0
    one_pattern: int = 0

    @property
    def clocked(self) -> bool:
        return self.one_pattern == 0


CHIPS = {
    "apa102": Chip("bgr", 4_000_000),
    "sk9822": Chip("bgr", 4_000_000),
    # A bit of 1.25 us in four: short high for 0; a long one (WS2812B) or a half (SK6812) for 1.
    # Every byte so ends low: a gap between two bytes only lengthens a low phase.
    "ws2812": Chip("grb", 3_200_000, 0b1000, 0b1110),
    "sk6812": Chip("grb", 3_200_000, 0b1000, 0b1100),
}


def chip(name: str, order: str = "") -> Chip:
    """Look a type of LED up; `order` is that of its colours where it is not the usual one."""
    if order and sorted(order) != ["b", "g", "r"]:
        raise ValueError(f"colour order {order!r}: write r, g and b in the order the strip has")
    return CHIPS[name]._replace(order=order or CHIPS[name].order)


def frame(chip: Chip, picture: Picture, brightness: float, cap_ma: float = math.inf) -> bytes:
    """Encode a picture at this brightness (0 to 1), so that it draws at most `cap_ma`."""
    level, lit = dimmed(chip, picture, brightness, cap_ma)
    return _clocked(chip, lit, level) if chip.clocked else _timed(chip, lit)


def dimmed(
    chip: Chip, picture: Picture, brightness: float, cap_ma: float = math.inf
) -> tuple[int, Picture]:
    """Dim a picture; return the level (1 to 31) at which a clocked chip shows it, and the rest.

    The level does the rough part of the dimming, so that 8 bits are left for colours and breath.
    """
    level = max(1, math.ceil(31 * brightness)) if chip.clocked else 31
    share = brightness * 31 / level
    lit = picture.translate(_scaled(share))
    resting = REST_MA * (len(picture) // 3)
    room, drawn = max(0.0, cap_ma - resting), current_ma(lit, level) - resting
    if drawn > room:
        # rounded down, so that no LED can put it over the cap again
        lit = lit.translate(bytes(int(value * room / drawn) for value in range(256)))
    return level, lit


def current_ma(lit: Picture, level: int = 31) -> float:
    """Work out what the strip draws, in mA, once a frame is shown."""
    return REST_MA * (len(lit) // 3) + sum(lit) / 255 * CHANNEL_MA * level / 31


@cache
def _scaled(share: float) -> bytes:
    return bytes(min(255, int(value * share + 0.5)) for value in range(256))


def _ordered(order: str, picture: Picture) -> bytes:
    """Put the colours of each LED in the order of the wire."""
    wire = bytearray(len(picture))
    for offset, colour in enumerate(order):
        wire[offset::3] = picture["rgb".index(colour) :: 3]
    return bytes(wire)


def _clocked(chip: Chip, lit: Picture, level: int) -> bytes:
    """APA102: 32 zeros, an LED 111LLLLL and its colours, then a clock edge for every second LED.

    An SK9822 shows a frame only after 32 more zeros, so these stand before the edges, and all
    are zeros: ones would be white light on LEDs beyond the end that was set.
    """
    leds = len(lit) // 3
    body = bytearray(4 * leds)
    body[0::4] = bytes([0xE0 | level]) * leds
    for offset, colour in enumerate(chip.order, 1):
        body[offset::4] = lit["rgb".index(colour) :: 3]
    sent = bytes(4) + bytes(body) + bytes(4 + -(-leds // 16))
    return sent.ljust(SHORTEST, b"\0")


@cache
def _timed_bytes(zero_pattern: int, one_pattern: int) -> tuple[bytes, ...]:
    """List the 4 bytes that SPI sends for every byte of colour."""
    return tuple(
        int(
            "".join(f"{one_pattern if bit == '1' else zero_pattern:04b}" for bit in f"{value:08b}"),
            2,
        ).to_bytes(4)
        for value in range(256)
    )


def _timed(chip: Chip, lit: Picture) -> bytes:
    """WS2812: the colours bit by bit between two gaps; before the first, MOSI may idle high."""
    gap = bytes(-(-LEAST_GAP_US * chip.spi_hz // 8_000_000))
    encoded = _timed_bytes(chip.zero_pattern, chip.one_pattern)
    return gap + b"".join([encoded[value] for value in _ordered(chip.order, lit)]) + gap
