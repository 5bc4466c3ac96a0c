"""The desk's bottom line says what is awaited there, whatever it is."""

import pytest
from support.evening import NAMES, Evening

from firmware.view.hints import BEGIN, hint

PARTY = "card sushi-go-party/"
OF_CHRIS = {"red": "Chris"}
ORDERS = "kind maki, kind tofu, kind eel, kind tempura, kind wasabi, kind special-order, kind fruit"


def told(starts: str, seats: int, *scans: str, names: dict[str, str] = OF_CHRIS) -> str:
    """The hint after these scans; a single word is a card of Party."""
    evening = Evening(starts, seats)
    for one in scans:
        evening.scan(one if " " in one else f"{PARTY}{one}")
    return hint(evening.table, names)


GO = ("game sushi-go", 2)
TALLY = ("preset sushi-go-classic", 2, "command next")
TALLY_RED = (*TALLY, "badge red")
ORDER = (ORDERS, 3, "command next", "badge red")
LIVE = ("preset party-sampler, command live", 3, "command next")
SCORED = (*TALLY, "command score", "command score")


@pytest.mark.parametrize(
    ("scans", "says"),
    [
        (("game sushi-go", 1), "Too few players: Scan 1 more badge"),
        (GO, "next  begins the round. Or more badges first"),
        ((*GO, "command remove"), "Remove: now the badge, kind or variant to take out, or undo"),
        (("game sushi-go", 5), "next  begins the round."),
        ((*GO, "command dummy"), "next  begins the round."),
        (
            ("game sushi-go", 3, "command dummy"),
            "The dummy is for two players:  remove dummy,  or  remove  and a badge",
        ),
        (("game sushi-go", 6), "Sushi Go! is for 2 to 5 players:  remove  and a badge"),
        (
            ("preset points-platter", 2),
            "Edamame: barred with 2 players. Another menu, or add or remove badges",
        ),
        (TALLY, "A badge (red, orange …), then that player's cards. When all are in: score"),
        ((*TALLY_RED, "command remove"), "Remove: now the card to strike, or undo"),
        ((*TALLY_RED, "command score"), "score  again scores it as it is;"),
        ((*TALLY_RED, "command new-game"), "new-game  again leaves this game;"),
        (SCORED, "next  opens the next round,"),
        ((*SCORED, *["command next", *SCORED[3:]] * 2), "new-game  plays again"),
        (
            ("preset master-menu", 3, "command next", "badge red", "command flip"),
            "Flip: now the card to flip, or undo",
        ),
        (
            (*ORDER, "special-order/1"),
            "Special order of Chris: now the card it copies, or  next  for none",
        ),
        (
            (*ORDER, "egg-nigiri/1", "wasabi/1", "special-order/1", "egg-nigiri/1"),
            "Special order of Chris: now the wasabi it lies on, or  next  to go on without",
        ),
        (
            (*ORDER, "egg-nigiri/1", "wasabi/1", "wasabi/1"),
            "Wasabi of Chris: now the nigiri that lies on it, or  next",
        ),
    ],
)
def test_in_tally_and_around_it(scans: tuple[str, int, *tuple[str, ...]], says: str) -> None:
    assert told(*scans).startswith(says)


def test_it_says_how_to_begin() -> None:
    assert hint(Evening("command tally", 0).table, {}) == BEGIN
    assert hint(Evening("command tally", 1).table, {}).startswith("Now a menu or a game:")


ALL = ("tofu/1", "tofu/2", "tofu/3")
GAP = (*ALL, "tofu/4", "command remove", "tofu/3")  # Annabelle is next in turn 2


@pytest.mark.parametrize(
    ("scans", "says"),
    [
        ((), "Scan each card as it is revealed. Next: Chris."),
        (("tofu/1",), "Next: Annabelle (turn 1 of 10)"),
        (("badge yellow",), "Now the card of Jürgen"),
        (ALL, "Next: Chris (turn 2 of 10), once all have passed on"),
        (("menu-7/1", *ALL[:2]), "Menu 7: Scan again, then card"),
        (("menu-7/1", *ALL[:2], "menu-7/1"), "Menu of Chris: now the card chosen from it"),
        (("tofu/1", "command remove", "tofu/1"), "Now Chris's card in place of the one that was"),
        ((*GAP[:4], "command remove", "tofu/2"), "Now Annabelle's card in place of the one that"),
        (GAP, "Jürgen's card was struck: first  yellow,  then the card in its place"),
        ((*GAP, "badge yellow"), "Now Jürgen's card in place of the one that was struck"),
        ((*GAP, "badge red"), "Now the card of Chris"),
    ],
)
def test_in_live_whose_card_is_next(scans: tuple[str, ...], says: str) -> None:
    assert told(*LIVE, *scans, names=NAMES).startswith(says)


@pytest.mark.parametrize(
    ("special", "scans", "says"),
    [
        ("chopsticks", "chopsticks-1/1 tofu/1 tofu/2 chopsticks-1/1", "now the extra card"),
        (
            "spoon",
            "spoon-4/1 tofu/1 tofu/2 spoon-4/1",
            "now the card it brings, or  next  if nobody",
        ),
        ("takeout-box", "eel/1 tofu/1 takeout-box-10/1 takeout-box-10/1", "now each card to flip,"),
        ("special-order", "eel/1 tofu/1 special-order/1", "now the card it copies"),
    ],
)
def test_what_a_live_action_waits_for(special: str, scans: str, says: str) -> None:
    kinds = ["maki", "tofu", "eel", "tempura", "wasabi", "pudding"]
    menu = ", ".join(f"kind {kind}" for kind in (special, *kinds))
    lines = scans.replace(" tofu/1", " tofu/1 tofu/3").split()
    title = special.replace("-", " ").capitalize()
    waits = told(f"{menu}, command live", 3, "command next", *lines)
    assert waits.startswith(f"{title} of Chris: {says}")


def test_a_box_nobody_has_carried_out_is_named() -> None:
    kinds = ["maki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "pudding"]
    menu = ", ".join(f"kind {kind}" for kind in kinds)
    scans = ("takeout-box-10/1", "tofu/1", "tofu/2")
    says = told(f"{menu}, command live", 3, "command next", *scans)
    assert says.startswith("Takeout box 10: Scan")


def test_the_last_turn_asks_for_score() -> None:
    game = Evening("game sushi-go, command live", 5, "next")
    deck = iter(game.deck())
    while hint(game.table, {}) != "That was the last turn:  score  ends the round":
        game.scan(next(deck))
    assert len(game.table.round.turns) == 7
