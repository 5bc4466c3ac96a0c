"""What a refusal holds: which case of its reason it is, and the card, players and numbers."""

import pytest
from support.table_engine import EngineTable, begun

from engine.codes import Seats, codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.table import decide

PARTY = "sushi-go-party"
ORDERS = "maki tempura sashimi tofu wasabi special-order pudding"
LIVE = "maki tempura tofu dumpling menu chopsticks pudding"


def refusal(example: EngineTable, word: str) -> Refused:
    """Why that word is refused; `red:` before it is red's own scanner."""
    lane, _, rest = word.rpartition("@")
    assert example.refusal(rest, lane or 0), word
    result = example.outcome.result
    assert isinstance(result, Refused)
    return result


def facts(why: Refused) -> tuple[str, str, str, int, str]:
    """Case, title, badges, number, group."""
    badges = " ".join(seat.badge or "dummy" for seat in why.seats)
    return why.case, why.about.title if why.about else "", badges, why.number, why.group


@pytest.mark.parametrize(
    ("words", "word", "expected"),
    [
        ("", "next", ("nothing-chosen", "", "", 0, "")),
        ("", "score", ("no-game-running", "", "", 0, "")),
        ("game:omakase", "live", ("no-live-mode", "Omakase", "", 0, "")),
        ("kind:maki kind:tempura", "next", ("menu-incomplete", "", "", 2, "appetizer")),
        ("preset:my-first-meal red", "next", ("too-few-seats", "", "", 1, "")),
        ("game:sushi-go red blue green cyan white yellow", "next",
         ("too-many-seats", "", "", 5, "")),
        ("preset:my-first-meal red blue", "score", ("not-begun", "", "", 0, "")),
        ("preset:my-first-meal remove", "kind:eel", ("not-chosen", "Eel", "", 0, "")),
        ("preset:my-first-meal remove", "white", ("not-seated", "White", "", 0, "")),
    ],
)  # fmt: skip
def test_in_a_lobby(words: str, word: str, expected: tuple[str, ...]) -> None:
    example = EngineTable()
    example.scan(words)
    assert facts(refusal(example, word)) == expected


@pytest.mark.parametrize(
    ("words", "word", "expected"),
    [
        ("red tofu/1 orange", "tofu/1", ("laid-elsewhere", "Tofu", "red", 0, "")),
        ("red tofu/1 special-order/1", "red", ("copy-awaited", "Special order", "", 0, "")),
        ("red tofu/1 special-order/1", "1@score", ("card-unfinished", "", "", 0, "")),
        ("", "white", ("not-playing", "White", "", 0, "")),
        ("", "orange@red", ("scanner-of-another", "", "orange", 0, "")),
        ("", "tofu/1", ("no-seat", "", "", 0, "")),
        ("red", "flip", ("no-takeout-box", "", "", 0, "")),
        ("red", "next", ("round-not-over", "", "", 0, "")),
        ("red face:tofu orange remove", "face:tofu",
         ("of-another-seat", "Tofu", "orange red", 0, "")),
        ("red remove", "face:tofu", ("not-on-table", "Tofu", "", 0, "")),
    ],
)  # fmt: skip
def test_in_a_tally(words: str, word: str, expected: tuple[str, ...]) -> None:
    example = begun(PARTY, 2, ORDERS)
    example.scan(words)
    assert facts(refusal(example, word)) == expected


def test_removing_a_place_says_who_took_one() -> None:
    example = begun(PARTY, 3, "uramaki tempura sashimi tofu wasabi tea pudding")
    example.scan("red kind:uramaki orange kind:uramaki yellow remove")
    why = facts(refusal(example, "kind:uramaki"))
    assert why == ("of-another-seat", "Uramaki", "yellow orange", 0, "")


@pytest.mark.parametrize(
    ("words", "word", "expected"),
    [
        ("", "next", ("turn-empty", "", "", 1, "")),
        ("red tofu/1", "red tofu/2", ("has-revealed", "", "red orange", 0, "")),
        ("tofu/1 menu-7/1", "next", ("menu-not-served", "Menu 7", "", 0, "")),
        ("tofu/1 menu-7/1 menu-7/1", "menu-8/1", ("menu-from-menu", "", "", 0, "")),
        ("tofu/1 chopsticks-1/1", "chopsticks-1/1", ("too-new", "Chopsticks 1", "", 0, "")),
        ("tofu/1 chopsticks-1/1 tofu/2 tofu/3 chopsticks-1/1", "red",
         ("extra-unfinished", "", "", 0, "")),
        ("tofu/1 chopsticks-1/1 tofu/2 tofu/3 chopsticks-1/1", "1@next",
         ("extra-awaited", "Chopsticks", "", 0, "")),
    ],
)  # fmt: skip
def test_in_live(words: str, word: str, expected: tuple[str, ...]) -> None:
    example = begun(PARTY, 2, LIVE, commands="live")
    example.scan(words)
    *before, last = word.split()
    example.scan(" ".join(before))
    assert facts(refusal(example, last)) == expected


def test_seats_of_which_one_scan_is_refused_are_refused_whole() -> None:
    book = codebook()
    lines = ("command new-game", "preset my-first-meal", "badge red", "command next")
    seats = Seats.of(book.label(*line.split()).code for line in lines)
    assert decide(empty(), Scan(seats)) == Refused("too-few-seats", number=1)
