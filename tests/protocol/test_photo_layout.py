"""Which nigiri lies on which wasabi, and whose tray a card is of, from labels in made pictures."""

import math
import random

import pytest
from support.playing import code

from engine.codes import codebook
from firmware.core.photo.trays import Seen, arrange, outline, trays_of

CARD_MM = 57, 88
SQUARE_MM, SYMBOL_MM, EDGE_MM = 10, 25 / 3, 2


def card(slug):
    return code(f"card sushi-go-party/{slug}")


class TiltedCamera:
    """A phone above the table: a pinhole, tilted and rolled, whose corners are a little off."""

    def __init__(self, rng, tilt_deg, noise_px):
        self.rng, self.noise = rng, noise_px
        self.tilt = math.radians(rng.uniform(0, tilt_deg))
        self.roll = rng.uniform(-0.2, 0.2)

    def see(self, line, x, y, turn):
        """A card at that place (mm from the picture's middle, y downwards), its label as seen."""
        edge = EDGE_MM + (SQUARE_MM - SYMBOL_MM) / 2
        box = [(0, 0), (1, 0), (1, 1), (0, 1)]
        corners = [
            self._seen(*turned(edge + a * SYMBOL_MM - 28.5, edge + b * SYMBOL_MM - 44, turn, x, y))
            for a, b in box
        ]
        return Seen(line if line.isdigit() else card(line), tuple(corners))

    def _seen(self, x, y):
        x, y = turned(x, y, self.roll)
        y, z = y * math.cos(self.tilt), y * math.sin(self.tilt) + 430
        return tuple(2400 * coordinate / z + self.rng.gauss(0, self.noise) for coordinate in (x, y))


def turned(x, y, angle, dx=0, dy=0):
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y + dx, s * x + c * y + dy


def tray(rng, camera):
    """Three wasabi, most with a nigiri laid lower on them, and three loose nigiri; the pairs."""
    cells = [(x, y) for x in (-130, -65, 0, 65, 130) for y in (-50, 50)]
    rng.shuffle(cells)
    seen, pairs = [], {}
    nigiri = iter([*(f"egg-nigiri/{n}" for n in range(1, 5)), "squid-nigiri/1", "squid-nigiri/2"])
    for number, (x, y) in enumerate(cells[:3], 1):
        x, y, turn = x + rng.gauss(0, 3), y + rng.gauss(0, 3), rng.gauss(0, 0.15)
        turn += math.pi * (rng.random() < 0.15)
        seen.append(camera.see(f"wasabi/{number}", x, y, turn))
        if rng.random() < 0.7:
            slug = next(nigiri)
            on = turned(rng.gauss(0, 6), rng.uniform(14, 45), turn, x, y)
            seen.append(camera.see(slug, *on, turn + rng.gauss(0, 0.12)))
            pairs[card(f"wasabi/{number}")] = card(slug)
    for x, y in cells[3:6]:
        x, y, turn = x + rng.gauss(0, 3), y + rng.gauss(0, 3), rng.gauss(0, 0.15)
        seen.append(camera.see(next(nigiri), x, y, turn + math.pi * (rng.random() < 0.2)))
    rng.shuffle(seen)
    return seen, pairs


def pairs_of(arranged):
    """Each wasabi that is followed by a nigiri, and that nigiri."""
    acts = {label.code: label.kind for label in codebook().labels}
    steps = zip(arranged.codes, arranged.codes[1:], strict=False)
    return {a: b for a, b in steps if acts[a] == "wasabi" and acts[b] == "nigiri"}


def outcomes(trays, tilt_deg, noise_px):
    """How many trays came out right, were asked about, and came out wrong in silence."""
    right = unsure = 0
    for seed in range(trays):
        rng = random.Random(seed)
        seen, pairs = tray(rng, TiltedCamera(rng, tilt_deg, noise_px))
        arranged = arrange(seen, codebook())
        right += pairs_of(arranged) == pairs and not arranged.unsure
        unsure += bool(arranged.unsure)
    return right, unsure, trays - right - unsure


@pytest.mark.parametrize(("tilt_deg", "noise_px"), [(10, 0.5), (35, 2)])
def test_nigiri_are_put_on_the_right_wasabi_or_asked_about(tilt_deg, noise_px):
    right, _, wrong = outcomes(300, tilt_deg, noise_px)
    assert right >= 294  # 98 %
    assert wrong <= 2


def straight(*cards):
    """Cards seen from straight above: (card or code, x, y)."""
    camera = TiltedCamera(random.Random(1), 0, 0)
    camera.roll = 0
    return [camera.see(line, x, y, 0) for line, x, y in cards]


def titles(arranged):
    labels = {label.code: label for label in codebook().labels}
    return [
        labels[label_code].title if label_code in labels else label_code
        for label_code in arranged.codes
    ]


def test_the_order_is_badge_loose_nigiri_wasabi_with_its_nigiri_then_the_rest():
    seen = straight(
        ("tempura/1", 0, 0),
        ("special-order/1", 65, 0),
        ("wasabi/2", 130, 0),
        ("wasabi/1", 195, 0),
        ("egg-nigiri/1", 195, 30),
        ("squid-nigiri/1", -65, 0),
        (code("badge red"), -130, 0),
        ("pudding/1", -195, 0),
        ("tempura/1", 0, 0),
    )
    assert titles(arrange(seen, codebook())) == [
        "Red", "Squid nigiri", "Wasabi", "Egg nigiri", "Wasabi", "Tempura", "Pudding",
        "Special order",
    ]  # fmt: skip


def test_between_two_wasabi_as_near_it_asks():
    seen = straight(("wasabi/1", 0, 0), ("wasabi/2", 12, 0), ("egg-nigiri/1", 6, 30))
    arranged = arrange(seen, codebook())
    assert [(doubt.nigiri, set(doubt.wasabi)) for doubt in arranged.unsure] == [
        (card("egg-nigiri/1"), {card("wasabi/1"), card("wasabi/2")})
    ]
    assert titles(arranged) == ["Egg nigiri", "Wasabi", "Wasabi"]


def test_two_nigiri_on_one_wasabi_are_asked_about():
    seen = straight(("wasabi/1", 0, 0), ("egg-nigiri/1", 0, 27), ("egg-nigiri/2", 0, 33))
    assert len(arrange(seen, codebook()).unsure) == 2


def test_a_badge_in_the_picture_has_the_cards_nearest_to_it():
    seen = straight(
        (code("badge blue"), 400, 0), ("tempura/1", 40, 0), ("tofu/1", 360, 0),
        (code("badge red"), 0, 0), ("990011", 60, 60), ("sashimi/1", 430, 0),
    )  # fmt: skip
    assert titles(arrange(seen, codebook())) == [
        "Blue", "Tofu", "Sashimi", "Red", "Tempura", "990011",
    ]  # fmt: skip


def test_a_tray_is_one_to_its_other_end_though_another_badge_is_nearer():
    tray = [(f"tempura/{n}", 65 * n, 0) for n in range(1, 6)]
    other = [(f"sashimi/{n}", 420 + 65 * n, 10) for n in range(1, 6)]
    seen = straight((code("badge red"), 0, 0), *tray, (code("badge blue"), 420, 0), *other)
    assert titles(arrange(seen, codebook())) == [
        "Red", *["Tempura"] * 5, "Blue", *["Sashimi"] * 5,
    ]  # fmt: skip


def trays_apart(rng, gap):
    """Two or three trays of 6 to 10 cards, `gap` mm between them, each with its badge at a side:
    the cards as seen, and whose each is.
    """
    lines = [
        f"{face}/{n}" for face in ("tempura", "sashimi", "dumpling", "eel") for n in range(1, 9)
    ]
    cards, rows, stacked = iter(lines), rng.choice((1, 2, 3)), rng.random() < 0.4
    placed, whose, edge = [], {}, 0
    for badge in rng.sample(["red", "blue", "green"], rng.choice((2, 3))):
        many = rng.randrange(6, 11)
        columns = math.ceil(many / rows)
        places = [(65 * column, 96 * row) for row in range(rows) for column in range(columns)][
            :many
        ]
        right, down = 65 * (columns - 1), 96 * (rows - 1)
        beside, across = rng.uniform(50, 70), rng.uniform(65, 90)
        places.append(
            rng.choice(
                [
                    (-beside, rng.uniform(0, down)),
                    (right + beside, rng.uniform(0, down)),
                    (rng.uniform(0, right), -across),
                    (rng.uniform(0, right), down + across),
                ]
            )
        )
        along = [place[stacked] for place in places]
        start, edge = edge - min(along), edge + max(along) - min(along) + (57, 88)[stacked] + gap
        for x, y in places:
            line = code(f"badge {badge}") if (x, y) == places[-1] else next(cards)
            x, y = (x, y + start) if stacked else (x + start, y)
            placed.append((line, x + rng.gauss(0, 4), y + rng.gauss(0, 4)))
            whose[line if line.isdigit() else card(line)] = code(f"badge {badge}")
    return straight(*placed), whose


def test_trays_that_lie_apart_are_told_apart():
    right = 0
    for seed in range(100):
        seen, whose = trays_apart(random.Random(seed), gap=80)
        trays, _ = trays_of(seen, codebook())
        right += all(whose[card_code] == tray.badge for tray in trays for card_code in tray.cards)
    assert right >= 98


def test_a_label_seen_edge_on_covers_nothing():
    flat = Seen(card("wasabi/1"), ((0, 0), (9, 0), (9, 0), (0, 0)))
    seen = [flat, *straight(("egg-nigiri/1", 0, 30))]
    assert arrange(seen, codebook()).unsure == ()


def test_a_card_lies_round_its_label():
    """57 mm wide, 88 mm high, the label in its corner; turned as the label is."""
    scale = 12  # pixels for a mm
    side = SYMBOL_MM * scale
    label = [(0, 0), (side, 0), (side, side), (0, side)]
    (left, top), (right, _), *_, (_, bottom) = outline(label)
    assert (right - left, bottom - top) == pytest.approx([edge * scale for edge in CARD_MM])
    assert max(left, top) < 0
    assert min(right, bottom) > side
    around = [(300 - y, x) for x, y in label]  # by a quarter, clockwise
    assert outline(around) == [pytest.approx((300 - y, x)) for x, y in outline(label)]
