"""What the desk shows at any size and of anything: laws, and one screen to look at."""

import re

from hypothesis import given
from hypothesis import strategies as st

from firmware.desk.glass import braille, half_blocks
from firmware.desk.layout import Asked, DeskView, Lamp, Outcome, layout
from firmware.desk.line_editor import InputLine, Key
from firmware.desk.terminal import Look, cells, cut, encode, look, visible, wide
from firmware.desk.words import HELP, Words
from firmware.screen.raster import Picture
from firmware.view.commands import BEGIN, Word

COLOURS = st.sampled_from([0, 16, 256, 1 << 24])
TEXTS = st.text(max_size=120) | st.text(alphabet="\x1b[2Jm\x9b\u202e\u0301漢e\n", max_size=40)
PICTURES = st.sampled_from(
    [Picture(w, h, bytes(range(256)) * (w * h // 2048)) for w, h in ((128, 64), (256, 64))]
    + [Picture(128, 128, bytes(2048)), Picture(0, 0, b"")]
)
LAMPS = st.lists(
    st.builds(
        Lamp, st.integers(-9, 300), st.sampled_from(["red", "white"]) | TEXTS, st.booleans(), TEXTS
    ),
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
OWN = re.compile(r"\x1b\[[0-9;]*m")


@given(VIEWS, TEXTS, TEXTS, st.integers(1, 200), st.integers(1, 60), COLOURS, st.booleans())
def test_any_view_fits_any_terminal_and_holds_nothing_hostile(
    view: DeskView, typed: str, note: str, columns: int, rows: int, colours: int, helped: bool
) -> None:
    line = InputLine(Words())
    line.press(Key("", typed))
    asked = Asked(note, HELP if helped else ())
    lines, (row, column) = layout(view, line, asked, (columns, rows), Look(colours))
    assert len(lines) == rows
    assert all(wide(each) <= columns for each in lines)
    assert row == rows - 1
    assert column < max(columns, 3)
    for each in lines:
        written = encode(each, colours)
        assert OWN.sub("", written).isprintable()
        assert colours or not re.search(r"\x1b\[[0-9;]*[34][0-9]", written)  # NO_COLOR is obeyed


@given(TEXTS, st.integers(0, 100))
def test_a_cut_text_is_as_wide_as_it_may_be(text: str, columns: int) -> None:
    assert cells(cut(text, columns)) <= columns
    if len(text) <= columns and text.isascii() and text.isprintable():
        assert cut(text, columns) == text


def test_what_cannot_be_printed_is_spelled_out() -> None:
    assert visible("plain, Grüße, 漢字") == "plain, Grüße, 漢字"
    assert visible("\x1b[2J\r\x00\x9b\u202e\ud800") == r"\x1b[2J\r\x00\x9b\u202e\ud800"


def test_a_pixel_is_half_a_character_or_an_eighth() -> None:
    # Two columns: the first has its pixels 0, 3 and 7 lit, the second all but those.
    picture = Picture(2, 8, bytes([0b10001001, 0b01110110]))
    assert half_blocks(picture) == ["▀▄", "▄▀", " █", "▄▀"]
    assert [ord(row) - 0x2800 for row in braille(picture)] == [0x41 | 0x30, 0x40 | 0x38]


def test_what_a_terminal_can_show_is_read_from_its_surroundings() -> None:
    assert look({}) is None
    assert look({"TERM": "dumb", "LANG": "en_GB.UTF-8"}) is None
    assert look({"TERM": "xterm", "LANG": "en_GB.ISO-8859-1"}) is None
    assert look({"TERM": "xterm", "LC_ALL": "C", "LANG": "en_GB.UTF-8"}) is None
    assert look({"TERM": "xterm", "LANG": "de_DE.utf8"}) == Look(16)
    assert look({"TERM": "xterm-256color"}) == Look(256)
    assert look({"TERM": "xterm-256color", "COLORTERM": "truecolor"}) == Look(1 << 24)
    assert look({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}) == Look(0)
    assert look({"TERM": "linux"}) == Look(16, braille=False)


def plain_text(view: DeskView, typed: str, columns: int, rows: int) -> list[str]:
    line = InputLine(Words(view.words))
    line.press(Key("", typed))
    lines, _ = layout(view, line, Asked(), (columns, rows), Look(0))
    return ["".join(text for text, _ in each).rstrip() for each in lines]


def test_the_whole_desk_at_80_by_24() -> None:
    view = DeskView(
        Picture(128, 64, bytes([0b00001111] * 1024)),
        (Lamp(20, "red", label="Chris 20"), Lamp(0, "blue"), Lamp(0, "magenta", True, "-3")),
        50,
        "refused",
        (Outcome(True, "Tofu  +4"), Outcome(False, "Scan a badge\nfirst")),
        unsaved=True,
        words=(Word("command", "score", "SCORE"), Word("face", "sushi-go-party/spoon-4")),
    )
    shown = plain_text(view, "red s", 80, 24)
    assert shown[0] == " Okanjo" + " UNSAVED   ♪ refused".rjust(79 - len(" Okanjo"))
    assert shown[1:4] == [
        f" {'⣿' * 64}  R Chris   20",
        f" {chr(0x2800) * 64}  B blue     0",
        f" {'⣿' * 64}  M magenta -3",
    ]
    assert shown[17:21] == [
        " 2···················R·····························",
        " ✗ Scan a badge / first",
        " ✓ Tofu  +4",
        "",
    ]
    assert shown[22:] == [" Tab: score  spoon-4", "› red score"]


def test_a_long_hint_takes_the_lines_it_needs() -> None:
    scans = tuple(Outcome(True, f"scan {number}") for number in range(12))
    view = DeskView(hint="A badge, then that player's cards; or score.", recent=scans)
    shown = plain_text(view, "", 30, 8)
    assert shown == [
        " Okanjo",
        " ✓ scan 11",
        " ✓ scan 10",
        " ✓ scan 9",
        " ✓ scan 8",
        " A badge, then that player's",
        " cards; or score.",
        "›",
    ]


@given(VIEWS, st.integers(1, 200), st.integers(1, 60), st.booleans())
def test_a_picture_that_is_not_shown_is_told_of(
    view: DeskView, columns: int, rows: int, dots: bool
) -> None:
    view = view._replace(hint="", recent=(), lamps=())
    lines, _ = layout(view, InputLine(Words()), Asked(), (columns, rows), Look(0, dots))
    drawn = any(style == "glass" for line in lines for _, style in line)
    needs = any(text.startswith(" (The") for line in lines for text, _ in line)
    assert drawn or needs or not view.picture.width or columns < 5 or rows < 2
    assert not (drawn and needs)


def test_a_small_terminal_is_told_how_large_a_picture_needs_it() -> None:
    view = DeskView(Picture(128, 64, bytes(1024)), track=50, hint="A badge")
    assert plain_text(view, "", 60, 20)[17:] == [
        " A badge",
        " (The display needs a terminal of 64x23.)",
        "›",
    ]
    assert plain_text(view, "", 64, 23)[-2] == " A badge"
    assert plain_text(view, "", 64, 22)[-2].startswith(" (The display needs")


def test_the_console_of_the_kernel_gets_what_it_has_letters_for() -> None:
    view = DeskView(Picture(128, 64, bytes(1024)), recent=(Outcome(True, "Tofu"),), track=30)
    lines, _ = layout(view, InputLine(Words()), Asked(), (80, 24), Look(16, braille=False))
    written = "".join(text for each in lines for text, _ in each)
    assert "√ Tofu" in written
    assert set(written) <= {*map(chr, range(32, 127)), *"·√›"}


def test_eight_pawns_fit_a_row_by_giving_up_their_names() -> None:
    colours = ("red", "orange", "yellow", "green", "cyan", "blue", "magenta", "white")
    view = DeskView(lamps=tuple(Lamp(0, colour, label=f"{colour} 123") for colour in colours))
    shown = plain_text(view, "", 80, 10)[1]
    assert shown.startswith(" R 123   O 123   Y 123")
    assert plain_text(view, "", 140, 10)[1].startswith(" R red 123   O orange 123   Y yellow 123")


def test_the_help_and_the_beginning_fit_80_columns() -> None:
    assert max(map(len, (*HELP, BEGIN))) < 80
