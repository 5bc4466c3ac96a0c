"""Which nigiri lies on which wasabi, as a camera sees their labels."""

import math
from itertools import pairwise
from random import Random

import pytest
from support.photo_scenes import Matrix, camera, project

from engine.codes import codebook
from engine.position import empty
from firmware.cli.photo import cards_in_order
from firmware.cli.replay import as_record, replay
from firmware.photo.order import scan_order

TABLE_PX, PHOTO = (4320, 3240), (4032, 3024)
PX = 12
SIDE = 10 * 10 / 12  # of the symbol, in mm
Pose = tuple[float, float, float]  # the middle of a card's label on the table, in mm; its turn


def seen(view: Matrix, pose: Pose, rng: Random, error: float) -> list[tuple[float, float]]:
    """A label's corners in the photo, each read wrongly by some pixels."""
    x, y, turn = pose
    cos, sin = math.cos(turn), math.sin(turn)
    corners = []
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        right, down = u * SIDE / 2, v * SIDE / 2
        at = (x + cos * right - sin * down) * PX, (y + sin * right + cos * down) * PX
        corners.append(tuple(axis + rng.gauss(0, error) for axis in project(view, *at)))
    return corners


def tray(rng: Random, tilt: float, error: float) -> tuple[dict[str, object], list[tuple[str, str]]]:
    """Three wasabi, some of them with a nigiri, and three nigiri beside them."""
    view = camera(rng, tilt, TABLE_PX, PHOTO)
    places = [(x, y) for x in (50, 115, 180, 245, 310) for y in (85, 185)]
    rng.shuffle(places)
    poses: dict[str, Pose] = {}
    pairs = []
    for at, (x, y) in enumerate(places[:6]):
        turn = rng.gauss(0, 0.15) + rng.choice([0, 0, math.pi])
        x, y = x + rng.gauss(0, 3), y + rng.gauss(0, 3)
        if at >= 3:
            poses[f"n{at}"] = (x, y, turn)
            continue
        poses[f"w{at}"] = (x, y, turn)
        if rng.random() < 0.7:
            right, down = rng.gauss(0, 6), rng.uniform(14, 45)
            cos, sin = math.cos(turn), math.sin(turn)
            on = x + cos * right - sin * down, y + sin * right + cos * down
            poses[f"n{at}"] = (*on, turn + rng.gauss(0, 0.12))
            pairs.append((f"w{at}", f"n{at}"))
    return {one: seen(view, pose, rng, error) for one, pose in poses.items()}, pairs


@pytest.mark.parametrize(("tilt", "error"), [(10, 1), (35, 1), (35, 3)])
def test_nearly_every_tray_is_seen_as_it_lies(tilt: float, error: float) -> None:
    rng, right, trays = Random(1), 0, 300
    for _ in range(trays):
        cards, pairs = tray(rng, tilt, error)
        wasabi, nigiri = ([one for one in cards if one.startswith(letter)] for letter in ("w", "n"))
        order = scan_order(cards, wasabi, nigiri)
        assert sorted(order) == sorted(cards)
        got = [two for two in pairwise(order) if two[0][0] + two[1][0] == "wn"]
        right += sorted(got) == sorted(pairs)
    assert right >= 0.98 * trays


def test_scanned_so_a_squid_triples_where_it_lies() -> None:
    book = codebook()

    def square(x: float, y: float) -> list[list[float]]:
        return [[x, y], [x + 50, y], [x + 50, y + 50], [x, y + 50]]

    slugs = {"wasabi/1": (0, 0), "egg-nigiri/1": (600, 0), "squid-nigiri/1": (5, 170)}
    read = {}
    for slug, at in slugs.items():
        label = book.label("card", f"sushi-go/{slug}")
        read[label.code] = (label.code, label, square(*at))
    codes = [label.slug.split("/")[1] for _, label, _ in cards_in_order(list(read.values()), book)]
    assert codes == ["egg-nigiri", "wasabi", "squid-nigiri"]
    lines = ["game sushi-go", "badge red", "badge blue", "command next", "badge red"]
    lines += [f"card sushi-go/{one}/1" for one in codes]
    replayed = replay(lines, "scans", empty(book.games), book)
    assert as_record(replayed)["seats"][0]["live"] == 3 * 3 + 1
