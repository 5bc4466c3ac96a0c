"""Compare each sentence that was played with what espeak-ng makes of it: a line of JSON each.

The folder has, of each by its number, the options and the text given to espeak-ng (.txt) and what
came out of a loopback card's other end (.raw). Between the two, ALSA's converter draws straight
lines from one sample to the next, and its mixer adds nothing.
"""

import json
import math
import subprocess
import sys
from array import array
from itertools import zip_longest
from pathlib import Path

FOLDER = Path(sys.argv[1])
RATE = 48_000
PERIODS = 470, 1_024  # samples that become each other, 22,050 and 48,000 a second: a mixer's period
BUFFER = 16_384  # the mixer's, in samples
ROUNDED = 8  # of 32,768: what rounding may change
TICK = RATE // 250  # samples in one of the kernel's clock, by which the loopback moves on


def made(file):
    options, text = file.read_text().split("\n", 1)
    words = ["/usr/bin/espeak-ng", *options.split()]
    done = subprocess.run(words, input=text.encode(), capture_output=True, check=True)
    return array("h", done.stdout[44:])  # behind a WAV file's header


def mixed(samples):
    """As they go into the mixer."""
    own, mixers = PERIODS
    line = [0, *samples, 0]
    for index in range((len(line) - 1) * mixers // own):
        whole, part = divmod(index * own, mixers)
        yield line[whole] + (line[whole + 1] - line[whole]) * part / mixers


def trimmed(samples):
    """Without the silence before and after."""
    samples = list(samples)
    while abs(samples[-1]) <= ROUNDED:
        samples.pop()
    begin = next(index for index, sample in enumerate(samples) if abs(sample) > ROUNDED)
    return samples[begin:]


def loudness(samples):
    return math.sqrt(sum(sample * sample for sample in samples) / len(samples))


def late(samples, count):
    """Move the first `count` of them one mixer buffer later, as where the player was late."""
    again = [0] * BUFFER + samples[:count]
    return [sum(pair) for pair in zip_longest(samples, again, fillvalue=0)][count:]


def is_same(played, expected):
    """Whether each sample is; one or two at the ends may have been rounded to silence."""
    for shift in range(-2, 3):
        pairs = zip(played[max(shift, 0) :], expected[max(-shift, 0) :], strict=False)
        if all(abs(sample - other) <= ROUNDED for sample, other in pairs):
            return abs(len(played) - len(expected)) <= 2
    return False


for number in range(len(list(FOLDER.glob("*.raw")))):
    expected = trimmed(mixed(made(FOLDER / f"{number}.txt")))
    played = trimmed(array("h", (FOLDER / f"{number}.raw").read_bytes()))
    skipped = len(expected) - len(played)
    is_late = 2 < skipped <= TICK
    row = {
        "seconds": len(played) / RATE,
        "longer_ms": 1000 * (len(played) - len(expected)) / RATE,
        "louder_db": 20 * math.log10(loudness(played) / loudness(expected)),
        "peak": max(map(abs, played)),
        "is_same": is_same(played, late(expected, skipped) if is_late else expected),
        "is_late": is_late,
    }
    print(json.dumps(row))
