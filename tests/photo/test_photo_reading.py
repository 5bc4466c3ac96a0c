"""How well photos are read, on made scenes whose truth is known, and on true ones in tests/photos.

What breaks first, as measured: a label that comes off its card at a corner (`curl`), in a `hard`
photo; then a cheap phone's smear. Neither is among the goals; both must give no wrong code.
"""

import math
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from support.photo_scenes import TROUBLES, scene
from support.soak import SOAK

from engine.codes import codebook
from firmware.photo.client import Reader

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CARDS = [label.code for label in codebook().labels if label.type == "card"]
REAL = sorted(Path(__file__).parents[1].joinpath("photos").glob("*.txt"))
TRAY = 10
UNKIND = ("cloth", "sleeves", "glare")


class Goal(NamedTuple):
    level: str
    mm: float
    troubles: tuple[str, ...]
    scenes: int  # in a soak: 10,000 labels in all
    labels: float  # the share of them to be read
    whole: float  # the share of trays of which each label is
    cpu_ms: float  # in the mean


@pytest.mark.parametrize(
    "goal",
    [
        Goal("medium", 10, (), 350, 0.99, 0.95, 250),
        Goal("medium", 10, UNKIND, 300, 0.98, 0.80, 500),
        Goal("hard", 10, (), 200, 0.95, 0.6, 2000),
        Goal("hard", 10, UNKIND, 100, 0.94, 0.5, 2000),
        Goal("hard", 12, UNKIND, 50, 0.99, 0.8, 2000),
        Goal("medium", 10, TROUBLES, 100, 0.95, 0.6, 2000),
    ],
    ids=lambda goal: f"{goal.level}-{goal.mm:g}-{'+'.join(goal.troubles)}",
)
def test_trays_are_read(goal: Goal) -> None:
    shown = read = whole = wrong = 0
    ms = 0.0
    reader, scenes = Reader(), goal.scenes if SOAK else 2
    for seed in range(scenes):
        codes = Random(seed).sample(CARDS, TRAY)
        photo = scene(codes, goal.level, seed, goal.mm, goal.troubles)
        *_, seen = reader.read(photo.jpeg)
        shown += len(photo.labels)
        missed = set(photo.labels) - set(seen.codes)
        read += len(photo.labels) - len(missed)
        whole += not missed
        wrong += len(set(seen.codes) - set(codes))
        ms += seen.ms
        for code in set(photo.labels) & set(seen.codes):
            middle = [sum(axis) / 4 for axis in zip(*seen.codes[code], strict=True)]
            assert math.dist(middle, photo.labels[code]) < 16
    reader.close()
    print(f"{read} of {shown} labels, {whole} of {scenes} trays, {ms / scenes:.0f} ms of CPU")
    assert not wrong
    # Of a few scenes one label more may be missing than of many.
    assert read >= goal.labels * shown - 1
    assert whole >= goal.whole * scenes - 1
    assert ms / scenes < 3 * goal.cpu_ms  # whatever else the machine does


def test_a_symbol_s_own_top_left_is_told_first() -> None:
    """By that it is known how a card lies."""
    reader = Reader()
    for seed in range(2):
        photo = scene(CARDS[:4], "easy", seed)
        *_, seen = reader.read(photo.jpeg)
        for code, (x, y) in photo.labels.items():
            corners = seen.codes[code]
            turn = photo.turns[code]
            up = math.atan2(corners[0][1] - y, corners[0][0] - x)
            expected = math.radians(-135 - turn)
            assert math.cos(up - expected) > 0.9
    reader.close()


@pytest.mark.parametrize("truth", REAL, ids=lambda path: path.stem)
def test_a_true_photo_is_read(truth: Path) -> None:
    (photo,) = (one for one in truth.parent.glob(f"{truth.stem}.*") if one != truth)
    reader = Reader()
    *_, seen = reader.read(photo.read_bytes())
    reader.close()
    lines = (line.split("#")[0].strip() for line in truth.read_text().splitlines())
    assert sorted(seen.codes) == sorted(line for line in lines if line)
