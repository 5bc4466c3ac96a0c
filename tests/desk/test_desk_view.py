"""What the desk shows at any size and of anything: laws, and one screen to look at."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.completion import Completion
from prompt_toolkit.formatted_text import StyleAndTextTuples as Line
from prompt_toolkit.utils import get_cwidth
from support.shown_text import PLAIN
from support.soak import share

from firmware.core.screen.raster import Bitmap
from firmware.interfaces.desk.help import help_lines
from firmware.interfaces.desk.layout import (
    TITLE_HINT_AND_INPUT,
    body,
    braille,
    half_blocks,
    help_page,
    offer,
    state,
    title,
    wrapped,
)
from firmware.interfaces.desk.output import DeskOutcome, DeskView, Lamp
from firmware.words.language import ENGLISH

TEXTS = st.text(max_size=120) | st.text(alphabet="\x1b[2Jm\x9b\u202e\u0301漢e\n", max_size=40)
PICTURES = st.sampled_from(
    [Bitmap(w, h, bytes(range(256)) * (w * h // 2048)) for w, h in ((128, 64), (256, 64))]
    + [Bitmap(128, 128, bytes(2048)), Bitmap(0, 0, b"")]
)
PLACES, SCORES = st.integers(0, 300), st.integers(-9, 99999)
LAMPS = st.builds(
    Lamp,
    PLACES,
    st.sampled_from(["red", "white"]),
    st.sampled_from(["R", "Ge", "赤"]),
    TEXTS,
    SCORES,
)
VIEWS = st.builds(
    DeskView,
    PICTURES,
    st.lists(LAMPS, max_size=8).map(tuple),
    st.integers(0, 300),
    st.just("accepted"),
    st.lists(st.builds(DeskOutcome, st.booleans(), TEXTS), max_size=12).map(tuple),
    st.booleans(),
    TEXTS,
    address=st.just("http://localhost"),
    language=st.just(ENGLISH),
)
SCREEN = Bitmap(128, 64, bytes([0b00001111] * 1024))


def text(lines: Sequence[Line]) -> list[str]:
    return ["".join(part[1] for part in line).rstrip() for line in lines]


@given(VIEWS, TEXTS, st.integers(1, 200), st.integers(0, 60), st.booleans(), st.booleans())
@settings(max_examples=share(300))
def test_nothing_hostile_is_shown(
    view: DeskView, note: str, columns: int, rows: int, dots: bool, helped: bool
) -> None:
    lines = body(view, help_lines() if helped else (), columns, rows, dots)
    for line in (*lines, title(view), state(view)):
        assert all(part[1].translate(PLAIN).isprintable() for part in line)
    assert all(
        line.translate(PLAIN).isprintable()
        for part in wrapped(note, "", columns)
        for line in part[1].split("\n")
    )


def test_a_pixel_is_half_a_character_or_an_eighth() -> None:
    # Two columns: the first has its pixels 0, 3 and 7 lit, the second all but those.
    picture = Bitmap(2, 8, bytes([0b10001001, 0b01110110]))
    assert half_blocks(picture) == ["▀▄", "▄▀", " █", "▄▀"]
    assert [ord(row) - 0x2800 for row in braille(picture)] == [0x41 | 0x30, 0x40 | 0x38]


def test_the_table_at_80_by_24() -> None:
    lamps = (
        Lamp(20, "red", "R", "Chris", 20),
        Lamp(0, "blue", "B", "Blue", None),
        Lamp(0, "magenta", "M", "Ann", -3),
    )
    recent = (DeskOutcome(True, "Tofu  +4"), DeskOutcome(False, "Scan a badge\nfirst"))
    view = DeskView(SCREEN, lamps, 50, "refused", recent, unsaved=True)
    assert text([title(view), state(view)]) == [" Okanjo", " UNSAVED   ♪ refused"]
    shown = text(body(view, (), 80, 24, True))
    assert shown[:3] == [
        f" {'⣿' * 64}  R Chris    20",
        f" {chr(0x2800) * 64}  B Blue      –",
        f" {'⣿' * 64}  M Ann      -3",
    ]
    assert shown[16:] == [
        " 2···················R·····························",
        " ✗ Scan a badge / first",
        " ✓ Tofu  +4",
    ]
    assert text(body(view, ("Scan or type",), 80, 24, True))[0] == " Scan or type"


def test_a_long_name_takes_rows_beside_the_picture() -> None:
    lamps = (Lamp(0, "red", "R", "Wolfgang Amadeus", 118), Lamp(0, "blue", "B", "Alexandra", 15))
    shown = text(body(DeskView(SCREEN, lamps, 50), (), 80, 24, True))
    beside = [row[65:] for row in shown[:4]]
    assert beside == ["  R Wolfgang", "    Amadeus 118", "  B Alexandra", "             15"]


def test_scans_are_wrapped_and_the_newest_is_whole() -> None:
    long = "The end: Chris 20, Wolfgang Amadeus Theophil 4, Ann 14. Chris wins on puddings, 4 to 3"
    recent = (DeskOutcome(False, long), DeskOutcome(True, f"{long} {long} {long}"))
    view = DeskView(SCREEN, recent=recent, track=50)
    shown = text(body(view, (), 40, 24, True))[2:]
    assert shown[0] == " ✓ The end: Chris 20, Wolfgang Amadeus"
    assert shown[1].startswith("   Theophil 4")
    assert max(map(get_cwidth, shown)) <= 40
    both = " ".join(line[3:] for line in shown)
    assert both == " ".join([long] * 4)
    for rows in range(20, 40):
        lines = text(body(view, (), 80, rows, True))[: rows - TITLE_HINT_AND_INPUT]
        assert " ".join(line[3:] for line in lines if line[:1] == " ").count(long) >= 3


def test_japanese_fills_its_lines() -> None:
    """A letter has two columns, and a line may end after any; but no stop begins one."""
    answer = (
        "大和田龍之介さんのカードは、わさびの上にサーモンにぎりで九点です。次はのぞみさんの番です。"
    )
    view = DeskView(SCREEN, recent=(DeskOutcome(True, answer),), track=50)
    shown = text(body(view, (), 40, 24, True))[2:]
    assert shown == [
        " ✓ 大和田龍之介さんのカードは、わさびの",
        "   上にサーモンにぎりで九点です。次はの",
        "   ぞみさんの番です。",
    ]
    (hint,) = wrapped(answer, "", 31, 2)
    assert hint[1].split("\n") == [
        " 大和田龍之介さんのカードは、わ",
        " さびの上にサーモンにぎりで九…",
    ]


def test_help_in_japanese_has_two_columns() -> None:
    line = f"  つぎへ{' ' * 24}ラウンドを始めるか、終わったラウンドのあとで次のラウンドへ進みます。"
    wide, _ = help_page([line], 80, 9)
    assert max(map(get_cwidth, wide)) <= 79
    assert [get_cwidth(row) - get_cwidth(row.lstrip()) for row in wide] == [2, 32]
    assert "".join(row.strip() for row in wide) == line.strip()
    narrow, _ = help_page([line], 24, 9)
    assert max(map(get_cwidth, narrow)) <= 23
    assert narrow[0].startswith("  つぎへ: ")


def test_pawns_stand_on_the_track_in_their_colours() -> None:
    lamps = (
        Lamp(3, "red", "R", "", 3),
        Lamp(7, "blue", "B", "", -1),
        Lamp(9, "cyan", "C", "", 9),
        Lamp(9, "white", "W", "", 9),
    )
    track = body(DeskView(lamps=lamps, track=12), (), 20, 8, True)[0]
    assert [part for part in track if part[1].strip(" ·")] == [
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
def test_the_picture_is_as_large_as_it_fits_or_told(columns: int, rows: int, first: str) -> None:
    view = DeskView(Bitmap(128, 64, bytes([255] * 1024)), track=50, spoken="Red, Round 1.")
    shown = text(body(view, (), columns, rows, True))
    assert shown[0].startswith(first or " Red, Round 1.")
    assert first or shown[1].startswith(" ··")


def test_a_small_terminal_has_the_words_the_newest_scan_and_then_the_rest() -> None:
    lamps = (Lamp(3, "red", "R", "Chris", 3), Lamp(7, "blue", "B", "Ann", None))
    recent = (
        DeskOutcome(True, "Chris: scan the cards"),
        DeskOutcome(True, "Tofu +2, and more " * 3),
    )
    spoken = "Chris, Round 1. Tofu +2. 3. 3 of 10 cards."
    view = DeskView(SCREEN, lamps, 30, recent=recent, hint="Scan a badge", spoken=spoken)
    words = [" Chris, Round 1. Tofu +2. 3. 3", " of 10 cards."]
    newest = [" ✓ Tofu +2, and more Tofu +2,", "   and more Tofu +2, and more"]
    assert text(body(view, (), 32, 7, True))[:4] == [*words, *newest]
    asking = view._replace(recent=(DeskOutcome(True, "Remove which card?", asks=True),))
    assert " ? Remove which card?" in text(body(asking, (), 32, 7, True))
    pawns = [" R Chris 3   B Ann –"]
    assert text(body(view, (), 32, 8, True))[:5] == [*words, *pawns, *newest]
    track = [" ···R···B······················"]
    assert text(body(view, (), 32, 9, True))[:6] == [*words, *track, *pawns, *newest]
    assert text([title(view._replace(address="http://localhost"), 24)]) == [" http://localhost"]


def test_a_help_takes_the_lines_it_needs_a_page_at_a_time() -> None:
    lines = ("Scan labels, or type their names.", "", "  undo" + " " * 26 + "take back a scan")
    assert help_page(lines, 80, 20) == ([*lines], ())
    assert help_page(lines, 25, 3) == (["Scan labels, or type", "their names.", ""], lines[2:])
    assert help_page(lines[2:], 25, 3) == (["  undo: take back a scan"], ())


def test_a_long_hint_takes_the_lines_it_needs() -> None:
    hint = "A badge, then that player's cards; or score."
    assert wrapped(hint, "", 30) == [("", " A badge, then that player's\n cards; or score.")]


def test_the_chosen_word_stays_in_sight() -> None:
    dishes = [Completion(f"dish-{number}", display_meta=f"Dish {number}") for number in range(20)]
    assert text([offer(dishes, None, 30)])[0].startswith(" Tab: dish-0  dish-1  dish-2")
    assert text([offer(dishes, 19, 40)])[0].startswith(" Tab: dish-16  dish-17  dish-18  dish-19")
    tea = Completion("tea", display_meta="Green tea")
    assert text([offer([tea], 0, 40)]) == [" Tab: tea Green tea"]


def test_the_console_of_the_kernel_gets_what_it_has_letters_for() -> None:
    view = DeskView(SCREEN, recent=(DeskOutcome(True, "Tofu"),), track=30)
    written = "".join(text(body(view, (), 80, 24, False)))
    assert "√ Tofu" in written
    assert set(written) <= {*map(chr, range(32, 127)), *"·√"}


def test_eight_pawns_fit_a_row_by_giving_up_their_names() -> None:
    colours = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white")
    view = DeskView(
        lamps=tuple(Lamp(0, colour, colour[0].upper(), colour, 123) for colour in colours)
    )
    assert text(body(view, (), 80, 7, True))[0].startswith(" R 123   O 123   Y 123")
    wide = text(body(view, (), 140, 7, True))[0]
    assert wide.startswith(" R red 123   O orange 123   Y yellow 123")
