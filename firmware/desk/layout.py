"""What the desk's screen shows, as prompt_toolkit's formatted text. Pure.

From the top: the title with the sound, the display's picture, the score track with its pawns, the
last scans, a hint, the input line. Narrow or low terminals get the picture in braille (half as
wide and high), with the pawns beside it; still smaller ones go without, and say so.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from textwrap import wrap

from prompt_toolkit.utils import get_cwidth

from engine.notation import printable
from firmware.desk.output import DeskView, Lamp, Outcome
from firmware.screen.raster import Picture

Line = list[tuple[str, str]]  # (style, text)

SIDE = 13  # columns of a pawn: its letter, a name of seven and three digits
SIDE_MOST = 26
SIDE_FOR_SCANS = 40
FEWEST_SCANS = 2
HINT_LINES = 3
LONGEST = 2000  # characters of a text that are looked at

# Grounds are `reverse`, which a terminal without colours shows as well.
DIM, GOOD, BAD, NOTE = "ansibrightblack", "ansigreen", "bold ansired", "ansiyellow"
ALERT, MANY = "bold reverse ansired bg:ansiwhite", "reverse ansigray bg:ansiblack"
GLASS = "#d7ffff bg:#000000"
BADGES = {  # of the 256 colours that most terminals have
    "red": "#ff0000",
    "orange": "#ff8700",
    "yellow": "#ffff00",
    "green": "#00d700",
    "cyan": "#00ffff",
    "blue": "#0087ff",
    "magenta": "#ff00ff",
    "white": "#ffffff",
}

_BLOCKS = " ▀▄█"
# A byte is eight pixels of a column, the top one lowest. For each two rows of a page, the half
# block of every byte there is.
_HALVES = [[_BLOCKS[byte >> shift & 3] for byte in range(256)] for shift in (0, 2, 4, 6)]
_LEFT, _RIGHT = (  # the dots of a braille character, downwards, by half a byte
    [sum(dot for bit, dot in enumerate(dots) if half >> bit & 1) for half in range(16)]
    for dots in ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
)


def title(view: DeskView) -> Line:
    return [("bold", " Okanjo"), (NOTE, cut(f"  {view.address}", 100) if view.address else "")]


def state(view: DeskView) -> Line:
    """At the right of the title: whether scans are saved, and the sound of the last."""
    unsaved: Line = [(ALERT, " UNSAVED "), ("", "  ")] if view.unsaved else []
    return [*unsaved, (NOTE, f"♪ {cut(view.sound, 24)} " if view.sound else "")]


def body(
    view: DeskView, help_lines: Sequence[str], columns: int, room: int, dots: bool
) -> list[Line]:
    """Picture, track, pawns and scans, newest first; pawns and scans beside the picture where
    there is space."""
    track = _track(view, columns)
    marks = "✗✓" if dots else "×√"  # the kernel's console has but 256 letters
    newest_first = enumerate(reversed(view.recent))
    scans = [_fit(_scan(each, marks, at == 0), columns) for at, each in newest_first]
    glass = _glass(view.picture, columns, room - len(track), dots)
    if help_lines:
        glass = [[("", cut(f" {text}", columns))] for text in help_lines]
    side = columns - max(map(width, glass), default=columns)
    if help_lines or side < SIDE + 2:
        return [*glass, *track, *_legend(view.lamps, columns), *scans]
    across = min(side - 2, SIDE_MOST)
    beside = [_pawn(lamp, across - 5, across) for lamp in view.lamps]
    if side >= SIDE_FOR_SCANS:
        beside += [[], *scans]
        scans = []
    beside += [[]] * len(glass)
    rows = [[*row, ("", "  "), *more] for row, more in zip(glass, beside, strict=False)]
    return [*(_fit(row, columns) for row in rows), *track, *scans]


def too_small(view: DeskView, columns: int, rows: int, dots: bool) -> list[Line]:
    """How large a terminal shows the picture, where this one does not."""
    each = 2 if dots else 1
    wide, high = -(-view.picture.width // each), -(-view.picture.height // (2 * each))
    high += len(_track(view, max(columns, wide))) + FEWEST_SCANS + 4  # title, hint, input, a gap
    if not view.picture.width or (columns >= wide and rows >= high):
        return []
    return [[(DIM, f" (The display needs a terminal of {wide}x{high}.)")]]


def wrapped(text: str, style: str, columns: int) -> list[Line]:
    """A text as at most three lines."""
    lines = wrap(printable(text, LONGEST), max(columns - 1, 1)) or [""]
    return [[(style, f" {line}")] for line in lines[:HINT_LINES]]


def offer(choices: Sequence[tuple[str, str]], chosen: int | None, columns: int) -> Line:
    """What Tab may put in the word's place: names, and the title of the one it would."""
    first = max((chosen or 0) - 3, 0)  # the chosen one stays in sight
    line: Line = [(DIM, " Tab: ")]
    for number, (name, words) in enumerate(choices[first:], first):
        line.append(("reverse" if number == chosen else "", name))
        if number == (chosen or 0) and words.lower() != name.replace("-", " "):
            line.append((DIM, f" {words}"))
        line.append(("", "  "))
        if width(line) > columns:
            break
    return _fit(line, columns)


@lru_cache(maxsize=1)  # a key typed redraws the line, not the picture
def half_blocks(picture: Picture) -> list[str]:
    """Render a picture with a character for each pixel and the one below."""
    return ["".join([half[byte] for byte in page]) for page in _pages(picture) for half in _HALVES]


@lru_cache(maxsize=1)
def braille(picture: Picture) -> list[str]:
    """Render a picture with a character for 2x4 pixels."""
    return [
        "".join(
            chr(0x2800 + _LEFT[left >> shift & 15] + _RIGHT[right >> shift & 15])
            for left, right in zip(page[::2], page[1::2], strict=False)
        )
        for page in _pages(picture)
        for shift in (0, 4)
    ]


def cut(text: str, columns: int) -> str:
    """A text safe to print, and no wider than that many columns."""
    text = printable(text[: 4 * max(columns, 0)], LONGEST)
    if get_cwidth(text) <= columns:
        return text
    ends = accumulate(map(get_cwidth, text))
    return "".join(c for c, end in zip(text, ends, strict=True) if end < columns) + "…"[:columns]


def _pages(picture: Picture) -> list[bytes]:
    width, pages = picture.width, picture.pages
    return [pages[start : start + width] for start in range(0, len(pages), width or 1)]


def _glass(picture: Picture, columns: int, room: int, dots: bool) -> list[Line]:
    """The picture as large as it fits, framed if there is room for that too."""
    room -= FEWEST_SCANS + 1
    drawn: list[str] = []
    if picture.width <= columns and (picture.height + 1) // 2 <= room:
        drawn = half_blocks(picture)
    elif dots and (picture.width + 1) // 2 <= columns and (picture.height + 3) // 4 <= room:
        drawn = braille(picture)
    if not drawn:
        return []
    across = len(drawn[0])
    if across + 2 > columns:
        return [[(GLASS, row)] for row in drawn]
    if len(drawn) + 2 + FEWEST_SCANS > room:
        return [[("", " "), (GLASS, row)] for row in drawn]
    return [
        [(DIM, f"╭{'─' * across}╮")],
        *([(DIM, "│"), (GLASS, row), (DIM, "│")] for row in drawn),
        [(DIM, f"╰{'─' * across}╯")],
    ]


def _track(view: DeskView, columns: int) -> list[Line]:
    """A cell a light, two where they fit; shared places show how many pawns stand there."""
    if view.track <= 0:
        return []
    each = 2 if 2 * view.track <= columns - 2 else 1
    at: dict[int, list[Lamp]] = {}
    for lamp in view.lamps:
        at.setdefault(lamp.place % view.track, []).append(lamp)
    lights: Line = []
    for place in range(view.track):
        pawns = at.get(place, [])
        if not pawns:
            lights.append((DIM, "·".ljust(each)))
        elif len(pawns) > 1:
            lights.append((MANY, str(len(pawns)).ljust(each)))
        else:
            lights.append((_mark(pawns[0]), pawns[0].colour[:1].upper().ljust(each)))
    a_row = max((columns - 2) // each, 1)
    return [[("", " "), *lights[start : start + a_row]] for start in range(0, len(lights), a_row)]


def _mark(lamp: Lamp) -> str:
    """The style of a pawn: black on its colour, or the letter alone in it."""
    colour = BADGES.get(lamp.colour, BADGES["white"])
    return colour if lamp.dim else f"bold reverse {colour} bg:#000000"


def _legend(lamps: Sequence[Lamp], columns: int) -> list[Line]:
    """All pawns in a row; names give way where they do not fit."""
    if not lamps:
        return []
    for longest in (24, 10, 6, 0):
        pawns = [_pawn(lamp, longest) for lamp in lamps]
        if sum(map(width, pawns)) + 3 * len(pawns) <= columns:
            break
    return [_fit([part for pawn in pawns for part in (("", " "), *pawn, ("", "  "))], columns)]


def _pawn(lamp: Lamp, longest: int, width: int = 0) -> Line:
    """The pawn as it stands on the track, then whose it is and the score."""
    name, _, score = (lamp.label or str(lamp.place)).rpartition(" ")
    name, score = cut(name or lamp.colour, longest), cut(score, 6)
    gap = " " * max(width - 3 - get_cwidth(name) - get_cwidth(score), 1)
    mark = (_mark(lamp), lamp.colour[:1].upper() or " ")
    return [mark, ("", f" {name}" if name else ""), ("", gap), (DIM if lamp.dim else "bold", score)]


def _scan(outcome: Outcome, marks: str, newest: bool) -> Line:
    style = DIM if not newest else "" if outcome.accepted else BAD
    text = " / ".join(outcome.text.split("\n"))
    return [(GOOD if outcome.accepted else BAD, f" {marks[outcome.accepted]} "), (style, text)]


def _fit(line: Line, columns: int) -> Line:
    """The line, cut at the right edge."""
    out: Line = []
    for style, text in line:
        out.append((style, cut(text, columns)))
        columns -= get_cwidth(out[-1][1])
    return out


def width(line: Line) -> int:
    """How many columns a line takes."""
    return sum(get_cwidth(text) for _, text in line)
