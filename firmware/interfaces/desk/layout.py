"""What the desk's screen shows, as prompt_toolkit's formatted text. Pure.

From the top: the title with the sound, the display's picture, the score track with its pawns, the
last scans, a hint, the input line. Narrow or low terminals get the picture in braille (half as
wide and high), with the pawns beside it; still smaller ones get it in words, and the track only
where it has room. Scans take as many lines as they need: the newest is whole, the oldest go where
the room ends.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from prompt_toolkit.completion import Completion
from prompt_toolkit.formatted_text import StyleAndTextTuples as Line
from prompt_toolkit.formatted_text.utils import fragment_list_width
from prompt_toolkit.utils import get_cwidth

from engine.notation import printable
from firmware.core.screen.raster import Bitmap
from firmware.interfaces.desk.output import DeskOutcome, DeskView, Lamp
from firmware.words.language import Language, say
from firmware.words.line import folded
from firmware.words.numbers import numeral
from firmware.words.sheets import NO_SCORE, REMOVING

SIDE = 15  # columns beside the picture for a pawn: its letter, a name of seven and three digits
SIDE_MOST = 26
HELP_COLUMN = 32  # where a help's second column begins
FEWEST_SCANS = 2
TITLE_HINT_AND_INPUT = 3  # rows; a long hint covers old scans, not the picture
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


def joined(lines: Sequence[Line]) -> Line:
    """Lines as one formatted text."""
    return [part for line in lines for part in (*line, ("", "\n"))][:-1]


def title(view: DeskView, columns: int = 80) -> Line:
    """The name gives way to an address that has no room beside it."""
    has_room = columns >= len(view.address) + 9 + fragment_list_width(state(view, columns))
    name: Line = [("bold", " Okanjo"), ("", " ")] if has_room else []
    return [*name, (NOTE, f" {view.address}")]


def state(view: DeskView, columns: int = 80) -> Line:
    """At the right of the title: whether scans are saved, whether REMOVE waits, and in a wide one
    the last sound.
    """
    marks = ["UNSAVED"] * view.unsaved + [say(REMOVING, view.language)] * view.removing
    alerts = [part for mark in marks for part in ((ALERT, f" {mark} "), ("", "  "))]
    return [*alerts, (NOTE, f"♪ {view.sound} " if view.sound and columns >= 60 else "")]


def body(
    view: DeskView, help_lines: Sequence[str], columns: int, rows: int, dots: bool
) -> list[Line]:
    """Lay out picture, its words or help, track, pawns and scans, newest first. The pawns stand
    beside the picture where there is space for them.
    """
    track, legend = _track(view, columns), _legend(view, columns)
    marks = "✗✓" if dots else "×√"  # the kernel's console has but 256 letters
    blocks = [
        _scan(each, marks, not index, columns) for index, each in enumerate(view.recent[::-1])
    ]
    scans = [line for lines in blocks for line in lines]
    newest = len((blocks or [[]])[0])  # which is whole
    high = rows - len(track) - max(newest - FEWEST_SCANS - 1, 0)
    glass = [] if help_lines else _glass(view, columns, high, dots)
    side = columns - max(map(fragment_list_width, glass), default=columns)
    if side < SIDE:
        texts = help_lines or ([] if glass else _folded(view.spoken, columns - 1))
        glass += [[("", f" {text}")] for text in texts]
        rows -= len(glass) + newest + len(_folded(view.hint, columns - 1, 3)) + 2
        legend = legend if len(legend) <= rows else []
        track = track if len(legend) + len(track) <= rows else []
        return [*glass, *track, *legend, *scans]
    across, each = min(side - 2, SIDE_MOST), len(glass) // max(len(view.lamps), 1)
    pawns = [
        row for lamp in view.lamps for row in _tall_pawn(lamp, across, max(each, 1), view.language)
    ]
    for row, pawn in zip(glass, pawns, strict=False):
        row += [("", "  "), *pawn]
    return [*glass, *track, *scans]


def help_page(lines: Sequence[str], columns: int, rows: int) -> tuple[list[str], Sequence[str]]:
    """Return as much of a help text as fits, and the lines that do not."""
    shown: list[str] = []
    for index, line in enumerate(lines):
        hang = 4 * (line[:1] == " ")
        if hang and columns > 2 * HELP_COLUMN:
            hang = HELP_COLUMN
        else:
            line = re.sub("(?<=[^ ])   +", ": ", line)
        more = _hanging(line, max(columns - 1, hang + 1), hang) or [""]
        if shown and len(shown) + len(more) > rows:
            return shown, lines[index:]
        shown += more
    return shown, ()


def _hanging(line: str, columns: int, hang: int) -> list[str]:
    """A line in several, those after the first begin so many columns to the right."""
    if get_cwidth(line) == len(line):
        return wrap(line, columns, subsequent_indent=" " * hang)
    start = len(line) - len(line.lstrip())
    first, *_ = folded(line[start:], columns - start, get_cwidth) or [""]
    rest = line[start + len(first) :].strip()
    more = folded(rest, columns - hang, get_cwidth) if rest else []
    return [" " * start + first, *(" " * hang + text for text in more)]


def wrapped(text: str, style: str, columns: int, most: int = 3) -> Line:
    """A text as a few lines at most."""
    return [(style, "\n".join(f" {line}" for line in _folded(text, columns - 1, most)))]


def _folded(text: str, columns: int, most: int | None = None) -> list[str]:
    """A text, safe to print, in lines of that many columns."""
    text, columns = printable(text, LONGEST), max(columns, 1)
    if get_cwidth(text) == len(text):
        return wrap(text, columns, max_lines=most, placeholder="…")
    lines = folded(text, columns, get_cwidth)
    if most and len(lines) > most:
        lines = lines[:most]
        while get_cwidth(lines[-1]) >= columns:
            lines[-1] = lines[-1][:-1]
        lines[-1] += "…"
    return lines


def offer(choices: Sequence[Completion], chosen: int | None, columns: int) -> Line:
    """What Tab may put in the word's place: names, and the title of the one it would."""
    offered: list[Line] = []
    for number, choice in enumerate(choices):
        words = choice.display_meta_text
        is_told = number == (chosen or 0) and words.lower() != choice.text.replace("-", " ")
        name = ("reverse" if number == chosen else "", choice.text)
        offered.append([name, *[(DIM, f" {words}")] * is_told, ("", "  ")])
    first = last = chosen or 0  # which stays in sight
    room = columns - 4 - fragment_list_width(offered[first])
    while first and last - first < 3 and room >= fragment_list_width(offered[first - 1]):
        first -= 1
        room -= fragment_list_width(offered[first])
    for line in offered[last + 1 :]:
        room -= fragment_list_width(line)
        last += room >= 0
    return [(DIM, " Tab: "), *(part for line in offered[first : last + 1] for part in line)]


@lru_cache(maxsize=1)  # a key typed redraws the line, not the picture
def half_blocks(picture: Bitmap) -> list[str]:
    """Render a picture with a character for each pixel and the one below."""
    return ["".join([half[byte] for byte in page]) for page in _pages(picture) for half in _HALVES]


@lru_cache(maxsize=1)
def braille(picture: Bitmap) -> list[str]:
    """Render a picture with a character for 2x4 pixels."""
    return [
        "".join(
            chr(0x2800 + _LEFT[left >> shift & 15] + _RIGHT[right >> shift & 15])
            for left, right in zip(page[::2], page[1::2], strict=False)
        )
        for page in _pages(picture)
        for shift in (0, 4)
    ]


def _pages(picture: Bitmap) -> list[bytes]:
    width, pages = picture.width, picture.pages
    return [pages[start : start + width] for start in range(0, len(pages), width or 1)]


def _glass(view: DeskView, columns: int, rows: int, dots: bool) -> list[Line]:
    """The picture as large as it fits, framed if there is room for that too."""
    room = rows - FEWEST_SCANS - 1 - TITLE_HINT_AND_INPUT
    for small in (1, 2)[: 1 + dots]:
        across, high = view.picture.width // small, view.picture.height // (2 * small)
        if across <= columns and high <= room:
            break
    else:
        return []
    drawn = half_blocks(view.picture) if small == 1 else braille(view.picture)
    if across + 2 > columns:
        return [[(GLASS, row)] for row in drawn]
    if high + 2 + FEWEST_SCANS > room:
        return [[("", " "), (GLASS, row)] for row in drawn]
    framed: list[Line] = [[(DIM, "│"), (GLASS, row), (DIM, "│")] for row in drawn]
    return [[(DIM, f"╭{'─' * across}╮")], *framed, [(DIM, f"╰{'─' * across}╯")]]


def _track(view: DeskView, columns: int) -> list[Line]:
    """A cell a light, two where they fit, or letters need them; shared places show how many pawns
    stand there.
    """
    widest = max((get_cwidth(lamp.letters) for lamp in view.lamps), default=1)
    each = max(widest, 2 if 2 * view.track <= columns - 2 else 1)
    lights: Line = []
    for place in range(view.track):
        pawns = [lamp for lamp in view.lamps if lamp.place == place]
        if not pawns:
            lights.append((DIM, "·".ljust(each)))
        elif len(pawns) > 1:
            lights.append((MANY, str(len(pawns)).ljust(each)))
        else:
            lights.append((_mark(pawns[0]), _filled(pawns[0].letters, each)))
    a_row = max((columns - 2) // each, 1)
    return [[("", " "), *lights[start : start + a_row]] for start in range(0, len(lights), a_row)]


def _filled(letters: str, cells: int) -> str:
    return letters + " " * (cells - get_cwidth(letters))


def _mark(lamp: Lamp) -> str:
    """The style of a pawn: black on its colour, or the letter alone in it."""
    colour = BADGES[lamp.colour]
    return colour if (lamp.score or 0) < 0 else f"bold reverse {colour} bg:#000000"


def _legend(view: DeskView, columns: int) -> list[Line]:
    """All pawns in a row; names give way where they do not fit."""
    if not view.lamps:
        return []
    for longest in (24, 10, 6, 0):
        pawns = [_pawn(lamp, longest, view.language) for lamp in view.lamps]
        if sum(map(fragment_list_width, pawns)) + 3 * len(pawns) <= columns:
            break
    rows: list[Line] = [[]]
    for pawn in pawns:
        if fragment_list_width(rows[-1]) + fragment_list_width(pawn) + 1 > columns:
            rows.append([])
        rows[-1] += [("", " "), *pawn, ("", "  ")]
    return rows


def _pawn(lamp: Lamp, longest: int, language: Language) -> Line:
    """The pawn as it stands on the track, then whose it is and the score."""
    name = printable(lamp.name, longest) if longest else ""
    return [_letter(lamp), ("", f" {name}" if name else ""), ("", " "), _points(lamp, language)]


def _tall_pawn(lamp: Lamp, columns: int, rows: int, language: Language) -> list[Line]:
    """Lay out a pawn with a long name in several rows, and its score at the right."""
    score = _points(lamp, language)
    names = _folded(lamp.name, columns - 2, rows) or [""]
    if get_cwidth(names[-1]) + len(score[1]) + 3 > columns:
        names = [*_folded(lamp.name, columns - 2, max(rows - 1, 1)), ""]
    lines: list[Line] = [
        [_letter(lamp) if not row else ("", " "), ("", f" {name}")]
        for row, name in enumerate(names)
    ]
    gap = " " * max(columns - fragment_list_width(lines[-1]) - len(score[1]), 1)
    lines[-1] += [("", gap), score]
    return lines


def _letter(lamp: Lamp) -> tuple[str, str]:
    return _mark(lamp), lamp.letters


def _points(lamp: Lamp, language: Language) -> tuple[str, str]:
    score = NO_SCORE if lamp.score is None else numeral(lamp.score, language.code)
    return DIM if (lamp.score or 0) < 0 else "bold", score


def _scan(outcome: DeskOutcome, marks: str, newest: bool, columns: int) -> list[Line]:
    """Write a scan in as many lines as it needs."""
    style = DIM if not newest else "" if outcome.accepted else BAD
    text = " / ".join(outcome.text.split("\n"))
    mark = (GOOD if outcome.accepted else BAD, f" {marks[outcome.accepted]} ")
    if outcome.asks:
        mark = (NOTE, " ? ")
    lines = _folded(text, columns - 3) or [""]
    return [[("", "   ") if row else mark, (style, line)] for row, line in enumerate(lines)]
