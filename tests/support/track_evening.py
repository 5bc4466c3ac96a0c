"""Views of the score track, played on a strip that remembers its light.

The strip is the driver itself on a simulated bus, the light what the model of the LEDs shows.
`PYTHONPATH=.:tests python -m support.track_evening` says which strips in tests/golden/track differ;
with --write it draws them anew. Time runs downwards, LEDs across.
"""

import sys
from functools import cache
from pathlib import Path

from PIL import Image
from support.led_models import SpiBus, chain_of

from drivers.events import PartEvent
from drivers.lights.animation import Pawn, TrackView
from drivers.lights.colours import COLOURS
from drivers.lights.strip import ScoreTrack, Strip

GOLDEN = Path(__file__).parents[1] / "golden" / "track"


class Watched:
    """A score track, a clock moved by hand, and a row of light every so many seconds."""

    def __init__(self, strip, every=0.0):
        self.chain = chain_of(strip.kind, strip.leds)
        self.spi, self.rows = SpiBus(self.chain.take), []
        self.events = list[PartEvent]()
        self.at, self._every, self._row_at = 1000.0, every, 1000.0
        self.turns = 0
        self.track = ScoreTrack(self.events.append, strip, open_spi=self.spi.open)
        self.sent_at = []
        self.due = self._turn()

    def show(self, view):
        """A new view; the thread would be woken for it at once."""
        self.track.show(view)
        self.due = self._turn()

    def lit(self):
        """The LEDs that are not dark."""
        return {led for led, light in enumerate(self.chain.light) if any(light)}

    def wait(self, seconds):
        """Let time pass, with a turn whenever one is due."""
        end = self.at + seconds
        while True:
            next_row = self._row_at if self._every else end
            self.at = min(end, next_row, end if self.due is None else self.due)
            if self.due is not None and self.at >= self.due:
                self.due = self._turn()
            if self._every and self.at >= self._row_at:
                self.rows.append(list(self.chain.light))
                self._row_at += self._every
            if self.at >= end and (self.due is None or self.due > end):
                return

    def _turn(self):
        self.turns += 1
        before = len(self.spi.sent)
        due = self.track.turn(self.at)
        self.sent_at += [self.at] * (len(self.spi.sent) - before)
        assert due is None or due > self.at, "it would spin"
        return due


class Players:
    """Everybody's score by colour, who is active, and the scans so far."""

    def __init__(self, watched, scores):
        self.watched, self.scores = watched, dict(scores)
        self.winners, self.number = (), 0

    def scan(self, active=None, gain=0, flash="accepted", wait=0.0, **others):
        """A scan for a seat; `others` are scores that it changes besides."""
        if active is not None:
            self.scores[active] += gain
        for other, change in others.items():
            self.scores[other] += change
        self.number += 1
        pawns = tuple(
            Pawn(colour, value, colour == active, colour in self.winners)
            for colour, value in self.scores.items()
        )
        self.watched.show(TrackView(pawns, flash, self.number))
        self.watched.wait(wait)

    def win(self, *winners, wait=0.0):
        self.winners = winners
        self.scan(None, wait=wait)


def moments():
    """Close up, 25 rows a second: a card, a refusal, four at one place, a lap, a tied end."""
    strip = Strip(kind="ws2812", leds=20)
    for scores, act, seconds in (
        ({"green": 6, "blue": 12}, lambda players: players.scan("green", 2), 2.5),
        ({"red": 6, "blue": 12}, lambda players: players.scan("red", 0, "refused"), 2.5),
        ({"red": 9, "yellow": 9, "blue": 9}, lambda players: players.scan("white", 0), 4.5),
        ({"orange": 19, "cyan": 43, "white": -3}, lambda players: players.scan("orange", 4), 2.5),
        (
            {"magenta": 11, "green": 11, "red": 4},
            lambda players: players.win("green", "magenta"),
            4.5,
        ),
    ):
        watched = Watched(strip, every=0.04)
        players = Players(watched, {"white": 9, **scores})
        players.scan(None, flash="", wait=0.4)
        act(players)
        watched.wait(seconds)
        yield watched.rows


def rhythms():
    """The eight colours; then each in its own rhythm, the first seconds and the last."""
    watched = Watched(Strip(leds=16, rhythms=True), every=0.1)
    players = Players(watched, {name: 2 * index for index, name in enumerate(COLOURS)})
    players.scan(None, flash="", wait=0.95)
    players.scan(None, wait=32.0)
    yield watched.rows[:80]
    yield watched.rows[-50:]


# width of an LED and height of a row, in pixels
STRIPS = {"moments": (moments, 8, 3), "rhythms": (rhythms, 12, 4)}
UNLIT = 18


@cache
def shown(part):
    """An LED's light as a screen shows it: a share of the shipped brightness, with gamma."""
    share = min(1.0, part / Strip().brightness)
    return round(UNLIT + (255 - UNLIT) * share ** (1 / 2.2))


def drawn(name):
    """A strip as rows of (red, green, blue), columns of light side by side."""
    play, width, height = STRIPS[name]
    columns = [[[tuple(map(shown, led)) for led in row] for row in rows] for rows in play()]
    empty = [(255, 255, 255)] * len(columns[0][0])
    lines = []
    for number in range(max(map(len, columns))):
        line = []
        for rows in columns:
            row = rows[number] if number < len(rows) else empty
            line += [led for led in row for _ in range(width)] + [(255, 255, 255)] * width
        lines += [line] * height
    return lines


def image(name):
    """The strip as it is played now."""
    lines = drawn(name)
    picture = Image.new("RGB", (len(lines[0]), len(lines)))
    picture.putdata([pixel for line in lines for pixel in line])
    return picture


def golden(name):
    """The strip as it was accepted."""
    with Image.open(GOLDEN / f"{name}.png") as picture:
        return picture.convert("RGB")


def main():
    for name in STRIPS:
        picture = image(name)
        if picture.tobytes() != golden(name).tobytes():
            print(name)
            if "--write" in sys.argv[1:]:
                picture.save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
