"""What the desk shows at any size and of anything: laws, and one screen to look at."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from firmware.desk.layout import (
    Line,
    body,
    braille,
    cut,
    half_blocks,
    offer,
    state,
    title,
    too_small,
    width,
    wrapped,
)
from firmware.desk.output import DeskView, Lamp, Outcome
from firmware.desk.words import HELP
from firmware.screen.raster import Picture
from firmware.view.hints import BEGIN

TEXTS = st.text(max_size=120) | st.text(alphabet="\x1b[2Jm\x9b\u202e\u0301漢e\n", max_size=40)
PICTURES = st.sampled_from(
    [Picture(w, h, bytes(range(256)) * (w * h // 2048)) for w, h in ((128, 64), (256, 64))]
    + [Picture(128, 128, bytes(2048)), Picture(0, 0, b"")]
)
LAMPS = st.lists(
    st.builds(Lamp, st.integers(-9, 300), st.sampled_from(["red", "white"]), st.booleans(), TEXTS),
    max_size=8,
)
VIEWS = st.builds(
    DeskView,
    PICTURES,
    LAMPS.map(tuple),
    st.integers(0, 300),
    TEXTS,
    st.lists(st.builds(Outcome, st.booleans(), TEXTS), max_size=12).map(tuple),
    st.booleans(),
    TEXTS,
)
SCREEN = Picture(128, 64, bytes([0b00001111] * 1024))


def text(lines: Sequence[Line]) -> list[str]:
    return ["".join(text for _, text in line).rstrip() for line in lines]


@given(VIEWS, TEXTS, st.integers(1, 200), st.integers(0, 60), st.booleans(), st.booleans())
def test_nothing_hostile_and_no_line_too_wide_is_shown(
    view: DeskView, note: str, columns: int, rows: int, dots: bool, helped: bool
) -> None:
    lines = [
        *body(view, HELP if helped else (), columns, rows, dots),
        offer([(note, note), ("red", "Red")], 0, columns),
    ]
    for line in (*lines, *wrapped(note, "", columns), title(view), state(view)):
        assert all(text.isprintable() for _, text in line)
    assert all(width(line) <= max(columns, 2) for line in lines)


@given(TEXTS, st.integers(0, 100))
def test_a_cut_text_is_as_wide_as_it_may_be(text: str, columns: int) -> None:
    assert get_cwidth(cut(text, columns)) <= columns
    if len(text) <= columns and text.isascii() and text.isprintable():
        assert cut(text, columns) == text


def test_a_pixel_is_half_a_character_or_an_eighth() -> None:
    # Two columns: the first has its pixels 0, 3 and 7 lit, the second all but those.
    picture = Picture(2, 8, bytes([0b10001001, 0b01110110]))
    assert half_blocks(picture) == ["▀▄", "▄▀", " █", "▄▀"]
    assert [ord(row) - 0x2800 for row in braille(picture)] == [0x41 | 0x30, 0x40 | 0x38]


def test_the_table_at_80_by_24() -> None:
    lamps = (Lamp(20, "red", label="Chris 20"), Lamp(0, "blue"), Lamp(0, "magenta", True, "-3"))
    recent = (Outcome(True, "Tofu  +4"), Outcome(False, "Scan a badge\nfirst"))
    view = DeskView(SCREEN, lamps, 50, "refused", recent, unsaved=True)
    assert text([title(view), state(view)]) == [" Okanjo", " UNSAVED   ♪ refused"]
    shown = text(body(view, (), 80, 21, True))
    assert shown[:3] == [
        f" {'⣿' * 64}  R Chris   20",
        f" {chr(0x2800) * 64}  B blue     0",
        f" {'⣿' * 64}  M magenta -3",
    ]
    assert shown[16:] == [
        " 2···················R·····························",
        " ✗ Scan a badge / first",
        " ✓ Tofu  +4",
    ]


def test_pawns_stand_on_the_track_in_their_colours() -> None:
    lamps = (Lamp(3, "red"), Lamp(7, "blue", dim=True), Lamp(9, "cyan"), Lamp(9, "white"))
    track = body(DeskView(lamps=lamps, track=12), (), 20, 5, True)[0]
    assert [(style, mark) for style, mark in track if mark.strip(" ·")] == [
        ("bold reverse #ff0000 bg:#000000", "R"),  # which needs no colours to be seen
        ("#0087ff", "B"),
        ("reverse ansigray bg:ansiblack", "2"),
    ]


@pytest.mark.parametrize(
    ("columns", "rows", "first"),
    [
        (140, 45, f"╭{'─' * 128}╮"),
        (130, 40, " " + "█" * 128),
        (80, 30, f"╭{'─' * 64}╮"),
        (64, 23, "⣿" * 64),
        (63, 23, ""),
        (64, 22, ""),
    ],
)
def test_the_picture_is_as_large_as_it_fits_or_told_of(columns: int, rows: int, first: str) -> None:
    view = DeskView(Picture(128, 64, bytes([255] * 1024)), track=50)
    lines = body(view, (), columns, rows - 3, True)
    told = too_small(view, columns, rows, True)
    assert text(told) == ([] if first else [" (The display needs a terminal of 64x23.)"])
    assert text(lines)[0].startswith(first or " ··")


def test_a_long_hint_takes_the_lines_it_needs() -> None:
    hint = "A badge, then that player's cards; or score."
    assert text(wrapped(hint, "", 30)) == [" A badge, then that player's", " cards; or score."]


def test_the_chosen_word_stays_in_sight() -> None:
    choices = [(f"dish-{number}", f"Dish {number}") for number in range(20)]
    assert text([offer(choices, None, 30)]) == [" Tab: dish-0  dish-1  dish-2"]
    assert "dish-19" in text([offer(choices, 19, 40)])[0]
    assert text([offer([("tea", "Green tea")], 0, 40)]) == [" Tab: tea Green tea"]


def test_the_console_of_the_kernel_gets_what_it_has_letters_for() -> None:
    view = DeskView(SCREEN, recent=(Outcome(True, "Tofu"),), track=30)
    written = "".join(text(body(view, (), 80, 21, False)))
    assert "√ Tofu" in written
    assert set(written) <= {*map(chr, range(32, 127)), *"·√"}


def test_eight_pawns_fit_a_row_by_giving_up_their_names() -> None:
    colours = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white")
    view = DeskView(lamps=tuple(Lamp(0, colour, label=f"{colour} 123") for colour in colours))
    assert text(body(view, (), 80, 7, True))[0].startswith(" R 123   O 123   Y 123")
    wide = text(body(view, (), 140, 7, True))[0]
    assert wide.startswith(" R red 123   O orange 123   Y yellow 123")


def test_the_help_and_the_beginning_fit_80_columns() -> None:
    assert max(map(len, (*HELP, BEGIN))) < 80
