"""Every label's code is what it always was, and cannot be misread."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from support.playing import play

from engine.codes import Codebook, Photo, Seats, code, codebook
from engine.games import GAMES, omakase
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.table import scan

# One line a code: `code type slug`. A new card adds lines; no line ever changes or goes, as its
# label lies on somebody's card. Each of Omakase's faces has nine lines, as the settings may give
# it up to nine copies: the codes of copies that the shipped card table lacks are reserved.
GOLDEN = Path(__file__).parents[1] / "golden/codes.txt"

LABELS = codebook().labels


def all_copies():
    """The codebook with all nine copies of each of Omakase's faces."""
    dishes = omakase.CARD_TABLE.dishes.items()
    nine = {slug: dish._replace(copies=omakase.COPIES_RESERVED) for slug, dish in dishes}
    full = omakase.game(omakase.CARD_TABLE._replace(dishes=nine))
    return Codebook([full if game is omakase.GAME else game for game in GAMES])


def test_no_code_ever_changes_or_goes():
    golden = dict(line.split(" ", 1) for line in GOLDEN.read_text().splitlines())
    labels = all_copies().labels
    assert {label.code: f"{label.type} {label.slug}" for label in labels} == golden
    assert set(LABELS) <= set(labels)  # the shipped card table's


def test_every_physical_card_has_its_own_code():
    """181 cards of Party, 108 of Sushi Go!, 62 of Omakase; one face code for each front."""
    cards = Counter(label.game for label in LABELS if label.type == "card")
    assert cards == {"sushi-go-party": 181, "sushi-go": 108, "omakase": 62}
    faces = Counter(label.game for label in LABELS if label.type == "face")
    assert faces == {"sushi-go-party": 45, "sushi-go": 12, "omakase": 25}


def test_keys_that_do_not_apply_are_none():
    book = codebook()
    assert book.label("command", "next")[3:7] == (None, None, None, None)
    assert book.label("badge", "red")[3:7] == (None, None, None, None)
    assert book.label("game", "omakase")[3:7] == ("omakase", None, None, None)
    assert book.label("preset", "big-banquet")[3:7] == ("sushi-go-party", None, None, None)
    assert book.label("kind", "maki")[3:7] == ("sushi-go-party", "maki", None, None)
    card = book.label("card", "sushi-go-party/maki-1/2")
    assert card[3:] == ("sushi-go-party", "maki", "maki-1", 2, "Maki roll 1")
    face = book.label("face", "sushi-go/egg-nigiri")
    assert face[3:] == ("sushi-go", "nigiri", "egg-nigiri", None, "Egg nigiri")
    assert face.name == "face sushi-go/egg-nigiri"


def test_titles_fit_one_line_of_the_screen():
    assert max(len(label.title) for label in LABELS) <= 21


def misreadings(text):
    """One digit wrong, or two neighbours swapped."""
    for index, old in enumerate(text):
        yield from (text[:index] + new + text[index + 1 :] for new in "0123456789" if new != old)
    for index, (first, second) in enumerate(pairwise(text)):
        if first != second:
            yield text[:index] + second + first + text[index + 2 :]


def test_every_slip_of_every_code_is_a_misread():
    book = codebook()
    for label in LABELS:
        for text in misreadings(label.code):
            assert book.read(text) == Refused("misread"), (label.code, text)


@pytest.mark.parametrize(
    "text",
    [
        "", "0", "12345", "1234567", "00100", " 001000", "٠٠١٠٠٠", "²²²²²²", "12345a", "-12345",
        "1e1000", "\x00" * 6, "\n", "'; DROP", "5901234123457", "9" * 100_000,
    ],
)  # fmt: skip
def test_what_is_not_six_digits_is_foreign(text):
    assert codebook().read(text) == Refused("foreign-code")
    assert Refused("foreign-code").reason == "unknown-code"


def test_six_digits_that_check_but_name_nothing():
    free = next(number for number in range(5000) if code(number) not in {x.code for x in LABELS})
    assert codebook().read(code(free)) == Refused("unknown-code")


def test_a_number_used_twice_is_told_at_once():
    with pytest.raises(ValueError, match="own number"):
        Codebook([GAMES[0], GAMES[1]._replace(number=GAMES[0].number)])


def test_no_such_label():
    with pytest.raises(KeyError):
        codebook().label("card", "sushi-go-party/maki-1/5")


def test_only_who_has_read_a_photo_makes_one() -> None:
    """A scanner that sends many codes at once has read something foreign."""
    codes = " ".join(codebook().label("badge", badge).code for badge in ("red", "blue"))
    assert codebook().read(codes) == Refused("foreign-code")
    assert isinstance(codebook().read_kept(codes), Photo)
    seats = f"{codebook().label('command', 'new-game').code} {codes}"
    assert codebook().read(seats) == Refused("foreign-code")
    assert isinstance(codebook().read_kept(seats), Seats)


def test_seats_are_taken_between_games_alone() -> None:
    """By a game, its players and NEXT, in this order."""
    book = codebook()
    playing, _ = play("preset my-first-meal\nbadge red\nbadge blue\ncommand next")
    words = ["new-game", "my-first-meal", "green", "blue", "next"]
    types = ["command", "preset", "badge", "badge", "command"]
    codes = [book.label(*name).code for name in zip(types, words, strict=True)]
    for table, order in (
        (playing, codes),
        (empty(), codes[:-1]),
        (empty(), [*codes, *codes[2:4]]),
        (empty(), [codes[0], book.label("command", "remove").code, *codes[1:]]),
    ):
        assert scan(table, Scan(Seats.of(order)))[1] == Refused("no-round")
    after, _ = scan(empty(), Scan(Seats.of(codes)))
    assert (after.phase, [seat.badge for seat in after.seats]) == ("playing", ["green", "blue"])
