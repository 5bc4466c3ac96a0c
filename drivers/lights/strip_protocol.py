"""Colours of an LED strip in, the bytes that one SPI transfer sends out. Pure.

A picture is 3 bytes an LED, red, green and blue: shares of full current, 0 to 255.

Rule 1: every frame is one whole transfer: what resets the chain and what shows it are in it.
Rule 2: a frame that would draw more than its cap is darkened as a whole until it does not.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Picture = bytes

# bcm2835's SPI works by DMA, without gaps, only above 96 bytes; a shorter frame gets more zeros.
SHORTEST = 97
LEAST_GAP_US = 320  # 300 us of low reset and show the newest WS2812B; the clock may be 2 % fast


class Chip(NamedTuple):
    """A type of LED: how it is spoken to, and what it draws.

    `zero` and `one` are what SPI sends for a bit, 4 bits each; 0 for a chip with its own clock.
    """

    name: str
    order: str  # of the colours on the wire; a "w" sends a white LED that stays dark
    spi_hz: int
    zero: int = 0
    one: int = 0
    channel_ma: float = 20.0  # one colour of one LED at its brightest
    rest_ma: float = 1.0  # an LED that is dark, but has power

    @property
    def clocked(self) -> bool:
        return self.one == 0


CHIPS = {
    chip.name: chip
    for chip in (
        Chip("apa102", "bgr", 4_000_000),
        Chip("sk9822", "bgr", 4_000_000),
        # A bit of 1.25 us in four: short high for 0; a long one (WS2812B) or a half (SK6812) for 1.
        # Every byte so ends low: a gap between two bytes only lengthens a low phase.
        Chip("ws2812", "grb", 3_200_000, 0b1000, 0b1110),
        Chip("sk6812", "grb", 3_200_000, 0b1000, 0b1100),
    )
}


def chip(name: str, order: str = "") -> Chip:
    """A type of LED by name; `order` says where its colours stand otherwise than usual."""
    known = CHIPS[name]
    if not order:
        return known
    if sorted(order.replace("w", "")) != ["b", "g", "r"] or len(order) > 4:
        raise ValueError(f"colour order {order!r}: write r, g and b in the order the strip has")
    if "w" in order and known.clocked:
        raise ValueError(f"colour order {order!r}: {name} has no white LED")
    return known._replace(order=order)


def frame(chip: Chip, picture: Picture, brightness: float, cap_ma: float | None = None) -> bytes:
    """One transfer that shows a picture at this brightness (0 to 1), drawing at most `cap_ma`."""
    level, lit = dimmed(chip, picture, brightness, cap_ma)
    return _clocked(chip, lit, level) if chip.clocked else _timed(chip, lit)


def dimmed(
    chip: Chip, picture: Picture, brightness: float, cap_ma: float | None = None
) -> tuple[int, Picture]:
    """A picture as it is sent, and the level (1 to 31) at which a clocked chip shows it.

    The level does the rough part of the dimming, so that 8 bits are left for colours and breath.
    """
    brightness = min(1.0, max(0.0, brightness))
    level = max(1, math.ceil(31 * brightness)) if chip.clocked else 31
    share = brightness * 31 / level
    lit = picture.translate(_scaled(share))
    if cap_ma is None:
        return level, lit
    room = max(0.0, cap_ma - chip.rest_ma * (len(picture) // 3))
    drawn = current_ma(chip, lit, level) - chip.rest_ma * (len(picture) // 3)
    if drawn > room:
        # rounded down, so that no LED can put it over the cap again
        lit = lit.translate(_lowered(room / drawn))
    return level, lit


def current_ma(chip: Chip, lit: Picture, level: int = 31) -> float:
    """What the strip draws, in mA, once a frame is shown."""
    return chip.rest_ma * (len(lit) // 3) + sum(lit) / 255 * chip.channel_ma * level / 31


def frame_bytes(chip: Chip, leds: int) -> int:
    """How long a frame is for so many LEDs."""
    return len(frame(chip, bytes(3 * leds), 0))


@cache
def _scaled(share: float) -> bytes:
    return bytes(min(255, int(value * share + 0.5)) for value in range(256))


def _lowered(share: float) -> bytes:
    return bytes(int(value * share) for value in range(256))


def _ordered(order: str, picture: Picture) -> bytes:
    """The picture with its colours as the wire wants them."""
    wire = bytearray(len(picture) // 3 * len(order))
    for at, colour in enumerate(order):
        if colour != "w":
            wire[at :: len(order)] = picture["rgb".index(colour) :: 3]
    return bytes(wire)


def _clocked(chip: Chip, lit: Picture, level: int) -> bytes:
    """APA102: 32 zeros, an LED 111LLLLL and its colours, then a clock edge for every second LED.

    An SK9822 shows a frame only after 32 more zeros, so these stand before the edges, and all
    are zeros: ones would be white light on LEDs beyond the end that was set.
    """
    leds = len(lit) // 3
    body = bytearray(4 * leds)
    body[0::4] = bytes([0xE0 | level]) * leds
    wire = _ordered(chip.order, lit)
    for at in range(3):
        body[at + 1 :: 4] = wire[at::3]
    sent = bytes(4) + bytes(body) + bytes(4 + -(-leds // 16))
    return sent.ljust(SHORTEST, b"\0")


@cache
def _bits(zero: int, one: int) -> tuple[bytes, ...]:
    """For every byte of colour the 4 bytes that SPI sends for it."""
    return tuple(_spelled(value, zero, one) for value in range(256))


def _spelled(value: int, zero: int, one: int) -> bytes:
    sent = 0
    for bit in range(7, -1, -1):
        sent = sent << 4 | (one if value >> bit & 1 else zero)
    return sent.to_bytes(4, "big")


def _timed(chip: Chip, lit: Picture) -> bytes:
    """WS2812: the colours bit by bit between two gaps; before the first, MOSI may idle high."""
    gap = bytes(-(-LEAST_GAP_US * chip.spi_hz // 8_000_000))
    spelled: Callable[[int], bytes] = _bits(chip.zero, chip.one).__getitem__
    return gap + b"".join(map(spelled, _ordered(chip.order, lit))) + gap
