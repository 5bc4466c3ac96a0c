"""Count what one tray, a list of plain dicts, holds and scores by itself.

Half of the second opinion that the engine is compared with (plain_scorer is the other half).

A card of a tray is a dict: face; copies (what a special order copies, else None);
flipped; on (the wasabi card it lies on, else None).
"""

from functools import cache

SPECIAL = "special-order"


def card(face, copies=None, flipped=False, on=None, **more):
    return {"face": face, "copies": copies, "flipped": flipped, "on": on, **more}


def counts_as(card):
    """The face a card counts as, "flipped" if it lies face down."""
    if card["flipped"]:
        return "flipped"
    if card["face"] == SPECIAL:
        return card["copies"]
    return card["face"]


@cache
def kind_of(face):
    if face.endswith("-nigiri"):
        return "nigiri"
    for kind in ("maki", "uramaki", "onigiri", "chopsticks", "spoon", "menu", "takeout-box"):
        if face.startswith(kind + "-"):
            return kind
    if face.startswith("fruit-"):
        return "fruit"
    return face


def is_dessert(card):
    return kind_of(counts_as(card)) in ("pudding", "green-tea-ice-cream", "fruit")


def kinds_in(tray):
    return [kind_of(counts_as(each)) for each in tray]


def icons(tray, kind):
    """Printed icons on the cards of a kind: the number at the end of their slug."""
    total = 0
    for each in tray:
        if kind_of(counts_as(each)) == kind:
            total += int(counts_as(each)[-1])
    return total


# --- what one tray scores by itself ------------------------------------------------------------


def nigiri_points(tray):
    total = 0
    for each in tray:
        face = counts_as(each)
        points = 0
        if face == "egg-nigiri":
            points = 1
        if face == "salmon-nigiri":
            points = 2
        if face == "squid-nigiri":
            points = 3
        if each["on"] is not None:
            points = points * 3
        total += points
    return total


def dumpling_points(count):
    if count >= 5:
        return 15
    return [0, 1, 3, 6, 10][count]


def eel_points(count):
    if count == 0:
        return 0
    if count == 1:
        return -3
    return 7


def tofu_points(count):
    if count == 1:
        return 2
    if count == 2:
        return 6
    return 0


def onigiri_points(tray):
    shapes = [counts_as(each) for each in tray if kind_of(counts_as(each)) == "onigiri"]
    points = 0
    while shapes:
        one_set = set(shapes)
        for shape in one_set:
            shapes.remove(shape)
        points += len(one_set) ** 2
    return points


def tea_points(tray):
    """Wasabi is as yellow as the nigiri; every other kind is a colour; so are flipped cards."""
    largest = 0
    for colour in colours(tray):
        largest = max(largest, list_of_colours(tray).count(colour))
    return kinds_in(tray).count("tea") * largest


def list_of_colours(tray):
    return ["nigiri" if kind == "wasabi" else kind for kind in kinds_in(tray)]


def colours(tray):
    return set(list_of_colours(tray))


def alone(tray, kind):
    """Points of a kind that looks at nobody else's tray."""
    count = kinds_in(tray).count(kind)
    if kind == "nigiri":
        return nigiri_points(tray)
    if kind == "tempura":
        return count // 2 * 5
    if kind == "sashimi":
        return count // 3 * 10
    if kind == "dumpling":
        return dumpling_points(count)
    if kind == "eel":
        return eel_points(count)
    if kind == "tofu":
        return tofu_points(count)
    if kind == "onigiri":
        return onigiri_points(tray)
    if kind == "miso-soup":
        return count * 3
    if kind == "tea":
        return tea_points(tray)
    if kind == "flipped":
        return count * 2
    return 0
