"""Check that each part of a whole table shows and sounds what it should.

That is worked out from the panel and the names of colours, not by the code that draws lights.
"""

import errno
import random

from support.displayed import displayed
from support.oled_table import rows
from support.table_whole import LEDS
from support.waiting import until

from drivers.buzzer import LOUD, SOFT, SOUNDS
from drivers.display.burn_in import RING
from drivers.display.oled import Picture
from drivers.lights.colours import COLOURS
from firmware.common.facts.refusals import Refusal
from firmware.core.app.outputs import track_view
from firmware.core.screen.render import picture

BRIGHTNESS = 0.2  # as shipped
GREEN, RED = (0.0, BRIGHTNESS, 0.0), (BRIGHTNESS, 0.0, 0.0)
FLASHES = {False: GREEN, True: RED}


def near(light, want, tolerance=0.004):
    return all(abs(value - other) <= tolerance for value, other in zip(light, want, strict=True))


def display_is_right(table):
    """The glass is the newest panel's picture, wherever it has swum to."""
    pages, glass = picture(displayed(table.shown.panel).worded).pages, table.chip.glass()
    return table.chip.lit and any(glass == rows(pages, 128, x, y) for x, y in RING)


def flash_is_right(table):
    """Green or red on the active pawn's LED and those beside it, or on the first two."""
    want = FLASHES[isinstance(table.shown.last.result, Refusal)]
    pawns = track_view(table.shown, LEDS).pawns
    active = [max(0, pawn.value) % LEDS for pawn in pawns if pawn.active] or [0]
    lit = range(max(0, active[0] - 1), min(LEDS, active[0] + 2))
    return all(near(table.chain.light[led], want) for led in lit)


def pawns_are_right(table):
    """Each pawn in its colour at its score, one after another where they share it; no other
    light but the dim trail of those who are round."""
    pawns = track_view(table.shown, LEDS).pawns
    trails = {
        (max(0, pawn.value) - back) % LEDS
        for pawn in pawns
        if pawn.value >= LEDS
        for back in range(1, 9)
    }
    for led, light in enumerate(table.chain.light):
        here = [pawn for pawn in pawns if max(0, pawn.value) % LEDS == led]
        if here and not any(is_pawn(light, pawn, len(here) > 1) for pawn in here):
            return False
        if not here and any(light) and not (led in trails and max(light) < BRIGHTNESS / 8):
            return False
    return True


def is_pawn(light, pawn, shared):
    """A pawn's light: dim below 0; at a shared place those who breathe may be anywhere in it."""
    full = BRIGHTNESS * (0.1 if pawn.value < 0 else 1.0)
    want = [part / 255 * full for part in COLOURS[pawn.colour]]
    moves = shared and (pawn.active or pawn.winner)
    shares = [step / 50 for step in range(9, 51)] if moves else [1.0]
    return any(near(light, [part * share for part in want], 0.006) for share in shares)


def sound_is_right(table, heard_before):
    """Its first tone at this volume was the last heard, or nothing when the sound is off.

    What is saved late sounds right after an answer, and may cut it short before it began.
    """
    heard = table.pins.heard[heard_before:]
    sound, volume = table.sound
    if volume == "off" or not sound:
        return heard == []
    return heard[-1:] == [(SOUNDS[sound][0].hz, LOUD if volume == "on" else SOFT)]


class Faults:
    """What is wrong just now, by part; `end` makes it right again."""

    def __init__(self, table, rng):
        self.table, self.rng, self.until = table, rng, {}
        self.begins = {
            "display": self._display,
            "strip": self._strip,
            "buzzer": self._buzzer,
            "disk": self._disk,
        }
        self.seen = set()
        self.noise = random.Random(0)  # its own: how often it is asked is a matter of time

    def wrong(self, part):
        return part in self.until

    def chance(self, number):
        """Perhaps something breaks, for one to nine scans."""
        for part, begin in self.begins.items():
            if part not in self.until and self.rng.random() < 0.08:
                self.until[part] = number + self.rng.randint(1, 9)
                self.seen.add((part, begin()))

    def mend(self, number):
        """What has lasted long enough ends, and long enough passes for it to be tried again."""
        over = [part for part, last in self.until.items() if last <= number]
        for part in over:
            del self.until[part]
            self._end(part)
        if over:
            self.table.later(31)

    def _end(self, part):
        table = self.table
        match part:
            case "display":
                table.bus.gone = table.bus.fails = None
                table.hangs.set()
            case "strip":
                table.spi.fault = 0
            case "buzzer":
                table.pins.broken = False
            case "disk":
                table.disk.full, table.disk.slow_s = False, 0.0
                table.disk.go.set()

    def _display(self):
        bus, kind = self.table.bus, self.rng.choice(["gone", "dark", "hangs", "byte"])
        if kind == "gone":
            bus.gone = self.rng.choice([errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
        elif kind == "dark":  # its plug came off: it has forgotten everything, too
            bus.gone = errno.EREMOTEIO
            self.table.chip.power()
            # Sent in vain, so that it is noticed; else only the next swim would bring it back.
            until(lambda: self._display_is_lost() or self._send_anything())
        elif kind == "hangs":
            self.table.hangs.clear()
        else:
            bus.fails = self.rng.randrange(400)
        return kind

    def _display_is_lost(self):
        return self.table.log_count("display lost") >= self.table.log_count("display found")

    def _send_anything(self):
        self.table.oled.show(Picture(self.noise.randbytes(1024)))

    def _strip(self):
        self.table.spi.fault = errno.EIO
        if self.rng.random() < 0.5:
            return "fails"
        self.table.chain.light = [(0.0, 0.0, 0.0)] * LEDS  # its supply is gone
        return "dark"

    def _buzzer(self):
        self.table.pins.broken = True
        return "fails"

    def _disk(self):
        kind = self.rng.choice(["full", "slow"])
        self.table.disk.full = kind == "full"
        self.table.disk.slow_s = 0.0 if self.table.disk.full else 0.25
        return kind
