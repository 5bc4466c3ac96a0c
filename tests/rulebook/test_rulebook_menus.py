"""Sushi Go Party!, "Card selections": what a menu is made of, the eight of the book, for whom."""

import pytest
from support.playing import play, result_of
from support.random_menus import PRESETS
from support.table_engine import begun

CLASSIC = PRESETS["sushi-go-classic"]
BADGES = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white")


def started(seats, menu):
    """The phase, and why scans were refused, when so many begin with that menu."""
    lines = [f"kind {kind}" for kind in menu.split()]
    lines += [f"badge {badge}" for badge in BADGES[:seats]]
    table, refused = play("\n".join([*lines, "command next"]))
    return table.phase, {reason for _, reason in refused}


@pytest.mark.parametrize("preset", PRESETS)
def test_menus_of_the_book(preset):
    """Party, Card selections: the eight menus; nigiri are used in every game."""
    table = begun("sushi-go-party", 4, preset).table
    assert set(result_of(table)["menu"]) == {"nigiri", *PRESETS[preset].split()}


@pytest.mark.parametrize("kind", ["menu", "special-order"])
@pytest.mark.parametrize(("seats", "phase"), [(2, "playing"), (6, "playing"), (7, "lobby")])
def test_menu_and_special_order_with_many(kind, seats, phase):
    """Party, Card selections, IMPORTANT: not in a 7-8 player game."""
    menu = CLASSIC.replace("chopsticks", kind)
    reasons = set() if phase == "playing" else {"barred"}
    assert started(seats, menu) == (phase, reasons)


@pytest.mark.parametrize(("kind", "instead"), [("spoon", "chopsticks"), ("edamame", "dumpling")])
@pytest.mark.parametrize(("seats", "phase"), [(2, "lobby"), (3, "playing"), (8, "playing")])
def test_spoon_and_edamame_with_two(kind, instead, seats, phase):
    """Party, Card selections, IMPORTANT: not in a 2 player game."""
    reasons = set() if phase == "playing" else {"barred"}
    assert started(seats, CLASSIC.replace(instead, kind)) == (phase, reasons)


@pytest.mark.parametrize(
    ("menu", "reason"),
    [
        (CLASSIC.replace("maki ", ""), "menu-incomplete"),
        (CLASSIC.replace("dumpling ", ""), "menu-incomplete"),
        (CLASSIC.replace("wasabi ", ""), "menu-incomplete"),
        (CLASSIC.replace(" pudding", ""), "menu-incomplete"),
        (CLASSIC + " temaki", "menu-full"),
        (CLASSIC + " tofu", "menu-full"),
        (CLASSIC + " tea", "menu-full"),
        (CLASSIC + " fruit", "menu-full"),
    ],
)
def test_a_menu_of_ones_own(menu, reason):
    """Party, Card selections: 1 roll, 3 appetizers, 2 specials, 1 dessert."""
    assert started(4, menu) == ("lobby" if reason == "menu-incomplete" else "playing", {reason})


def test_two_to_eight_play():
    """Party, the box: 2-8 players."""
    assert started(1, CLASSIC) == ("lobby", {"too-few-seats"})
    assert started(8, CLASSIC) == ("playing", set())
