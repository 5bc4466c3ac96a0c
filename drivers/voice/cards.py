"""List the sound cards, as the kernel has them in /proc/asound."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from typing import NamedTuple

PROC = "/proc/asound"
# " 1 [Device         ]: USB-Audio - USB Audio Device"; a second line says where it is plugged in
LINE = re.compile(r"^ *(\d+) \[(\S+) *\]: .*? - (.*)$", re.M)


class SoundCard(NamedTuple):
    """`card` is the name by which ALSA knows it, `title` what its maker calls it."""

    card: str
    title: str


def sound_cards(proc: str = PROC) -> Iterator[SoundCard]:
    """Those that can play, in their order; a webcam's only record."""
    try:
        with open(f"{proc}/cards", encoding="utf-8", errors="replace") as file:
            lines = file.read()
    except OSError:  # the kernel has no sound at all
        return
    for number, card, title in LINE.findall(lines):
        if glob.glob(f"{proc}/card{number}/pcm*p"):  # none where it has just been pulled out
            yield SoundCard(card, title.strip())
