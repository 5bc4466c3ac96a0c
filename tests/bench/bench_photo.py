"""Photos of trays: what is missed, what it costs, and what a scan notices of it.

Scenes and what they leave out: tests/support/photo_scenes.py. `make soak` reads 10,000 labels.
"""

import io
from functools import cache
from random import Random
from statistics import mean
from typing import NamedTuple

from bench.bench_figures import Figure
from bench.bench_scan import extra
from PIL import Image
from support.photo_layouts import deal, right
from support.photo_scenes import LEVELS, PHOTO, lay, scene
from support.processes import status

from engine.codes import codebook
from firmware.core.photo.client import Reader

CARDS = [label.code for label in codebook().labels if label.type == "card"]
SMALLER = (2016, 1512)  # as a phone with a slow link sends it
SEED, TAKES, LAYOUTS, EVENINGS = 7000, 4, 8, 2


class Photos(NamedTuple):
    """What was seen in photos of one kind."""

    shown: int
    missed: int
    wrong: int
    photos: int
    whole: int
    cpu_ms: list[float]
    peak_mb: float

    def __str__(self) -> str:
        return (
            f"{self.shown} labels, {self.whole} of {self.photos} photos whole, {self.wrong} wrong,"
            f" {mean(self.cpu_ms):.0f} ms of CPU"
        )


@cache
def _read(level: str, mm: float, trays: int, cards: int = 10) -> Photos:
    shown, missed, wrong, whole, ms = 0, 0, 0, 0, list[float]()
    reader = Reader()
    for seed in range(SEED, SEED + trays):
        codes = Random(seed).sample(CARDS, cards)
        # The first of each kind, and two trays at once, at all the pixels a phone has.
        two = cards > 10
        field, size = ((600, 450) if two else (360, 270)), (SMALLER, PHOTO)[two or seed == SEED]
        tray = lay(codes, LEVELS[level].tilt, seed, mm, (), field, size)
        for _ in range(TAKES):
            photo = tray.take(level)
            *_, reading = reader.read(photo.jpeg)
            shown += len(photo.labels)
            lost = set(photo.labels) - set(reading.codes)
            missed += len(lost)
            whole += not lost
            wrong += len(set(reading.codes) - set(codes))
            ms.append(reading.ms)
    peak = _peak_mb(reader)
    reader.close()
    return Photos(shown, missed, wrong, len(ms), whole, ms, peak)


def _peak_mb(reader: Reader) -> float:
    assert reader._child
    return status(reader._child.pid)["VmHWM"] / 1024


def _medium() -> Photos:
    return _read("medium", 10, 3)


def _hard() -> Photos:
    return _read("hard", 10, 2)


def _two() -> Photos:
    return _read("medium", 10, 1, 20)


def _missed(photos: Photos, goal: float) -> Figure:
    return Figure("%", 100 * photos.missed / photos.shown, None, goal, str(photos))


def medium_missed() -> Figure:
    return _missed(_medium(), 1)


def hard_missed() -> Figure:
    return _missed(_hard(), 5)


def hard_12_mm_missed() -> Figure:
    return _missed(_read("hard", 12, 2), 1)


def two_trays_missed() -> Figure:
    return _missed(_two(), 2)


def trays_not_whole() -> Figure:
    photos = _medium()
    return Figure("%", 100 * (1 - photos.whole / photos.photos), None, 5, str(photos))


def wrong() -> Figure:
    every = [_medium(), _hard(), _two()]
    read = sum(photos.shown - photos.missed for photos in every)
    return Figure("codes", sum(photos.wrong for photos in every), None, 0, f"of {read} read")


def medium_cpu() -> Figure:
    ms = _medium().cpu_ms
    return Figure("ms", mean(ms), max(ms), 250, f"mean of {len(ms)} photos")


def most_cpu() -> Figure:
    hard, two = _hard().cpu_ms, _two().cpu_ms
    note = f"hard: {mean(hard):.0f} in the mean, two trays: {mean(two):.0f}"
    return Figure("ms", max(hard + two), None, 2000, note)


def peak() -> Figure:
    """Of the reader's process, after the largest of each kind that it takes."""
    reader, peaks = Reader(), {}
    for form, size in (("JPEG", (8160, 6120)), ("PNG", (4000, 3000)), ("WEBP", (4000, 3000))):
        file = io.BytesIO()
        how = {"PNG": {"compress_level": 1}, "WEBP": {"method": 0}}.get(form, {})
        Image.new("RGB", size, "grey").save(file, form, **how)
        list(reader.read(file.getvalue()))
        peaks[form] = _peak_mb(reader)
        reader.close()
    note = ", ".join(f"{form} {mb:.0f}" for form, mb in peaks.items())
    photos = max(_medium().peak_mb, _two().peak_mb)
    return Figure("MB", max(photos, *peaks.values()), None, 90, f"{note}, a phone's {photos:.0f}")


def pairs_missed() -> Figure:
    """Trays with a nigiri taken for another's, or asked about; by labels as they were read."""
    reader, good = Reader(), 0
    for seed in range(SEED, SEED + LAYOUTS):
        codes, on = deal(seed)
        *_, reading = reader.read(scene(codes, "medium", seed, size=SMALLER, on=on).jpeg)
        good += right(reading.codes, on)
    reader.close()
    note = f"{good} of {LAYOUTS} trays right"
    return Figure("%", 100 * (1 - good / LAYOUTS), None, 2, note)


def acknowledge_extra() -> Figure:
    """Scans while photo after photo is read."""
    photo = scene(CARDS[:10], "medium", SEED, size=SMALLER).jpeg
    reader = Reader()

    def read() -> None:
        list(reader.read(photo))

    measured = extra(read, EVENINGS)._replace(goal=2)
    reader.close()
    return measured
