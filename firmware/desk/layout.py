"""What the desk shows: a DeskView and the input line in, lines of styled spans out. Pure.

From the top: the title with the sound, the display's picture, the score track with its pawns, the
last scans, a hint, the input line. Narrow or low terminals get the picture in braille (half as
wide and high), with the pawns beside it; still smaller ones go without, and say so.
"""

from typing import NamedTuple

from firmware.desk.glass import braille, half_blocks
from firmware.desk.line_editor import InputLine
from firmware.desk.terminal import BADGES, Line, Look, Span, cells, cut, fit, visible, wide
from firmware.screen.raster import Picture
from firmware.view.commands import Word

SIDE = 13  # columns of a pawn: its letter, a name of seven and three digits
SIDE_MOST = 26
SIDE_FOR_SCANS = 40
FEWEST_SCANS = 2
HINT_LINES = 3


class Lamp(NamedTuple):
    """A pawn on the track. place: from 0; label: the score, with whose it is before it."""

    place: int
    colour: str
    dim: bool = False
    label: str = ""


class Outcome(NamedTuple):
    """A scan and what became of it; a refusal's message may have two lines. `typed`: it came from
    this desk, not from a scanner beside it."""

    accepted: bool
    text: str
    typed: bool = True


class DeskView(NamedTuple):
    """Everything the desk shows. heard: how many texts from the desk's sink have been answered;
    the last so many typed ones of `recent` (newest last) are theirs. words: what may be typed,
    best first. address: where the page is. sticker: a foreign one is awaited, to be taught."""

    picture: Picture = Picture(0, 0, b"")
    lamps: tuple[Lamp, ...] = ()
    track: int = 0
    sound: str = ""
    recent: tuple[Outcome, ...] = ()
    unsaved: bool = False
    hint: str = ""
    words: tuple[Word, ...] = ()
    heard: int = 0
    address: str = ""
    sticker: bool = False

    def answers(self) -> tuple[Outcome, ...]:
        """What became of the scans typed here, newest last."""
        return tuple(outcome for outcome in self.recent if outcome.typed)


class Asked(NamedTuple):
    """What the desk itself has to say: a note in the hint's place, help in the picture's."""

    note: str = ""
    help: tuple[str, ...] = ()


def layout(
    view: DeskView, line: InputLine, asked: Asked, size: tuple[int, int], look: Look
) -> tuple[list[Line], tuple[int, int]]:
    """Exactly as many lines as the terminal has, and where the cursor stands (row, column)."""
    columns, rows = size
    room = max(rows - 3, 0)  # title, hint and input line are always there
    hint = _hint(view, line, asked, columns)
    if not (asked.note or asked.help or line.choices):
        hint += _too_small(view, columns, rows, look)
    body = _body(view, asked, columns, room, look)
    body = [*body, *[()] * room][: room + 1 - len(hint)]  # a long hint covers old scans
    entry, at = _entry(line, columns)
    lines = [_title(view, columns), *body, *hint, entry]
    return [fit(each, columns) for each in lines][-rows:], (rows - 1, at)


def _body(view: DeskView, asked: Asked, columns: int, room: int, look: Look) -> list[Line]:
    """Picture, track, pawns and scans, newest first; pawns and scans beside the picture where
    there is space."""
    track = _track(view, columns)
    marks = "✗✓" if look.braille else "×√"  # the kernel's console has but 256 letters
    scans = [_scan(each, marks, at == 0) for at, each in enumerate(reversed(view.recent))]
    glass = [_text(f" {text}") for text in asked.help]
    if not asked.help:
        glass = _glass(view.picture, columns, room - len(track), look)
    side = columns - max(map(wide, glass), default=columns)
    if asked.help or side < SIDE + 2:
        legend = [_legend(view.lamps, columns)] if view.lamps else []
        return [*glass, *track, *legend, *scans]
    width = min(side - 2, SIDE_MOST)
    beside: list[Line] = [(("  ", ""), *_pawn(lamp, width - 5, width)) for lamp in view.lamps]
    if side >= SIDE_FOR_SCANS:
        beside += [(), *((("  ", ""), *scan) for scan in scans)]
        scans = []
    return [*_beside(glass, beside, side), *track, *scans]


def _text(text: str, style: str = "") -> Line:
    return ((text, style),)


def _title(view: DeskView, columns: int) -> Line:
    left: list[Span] = [(" Okanjo", "bold")]
    if view.address:
        left.append((f"  {view.address}", "note"))
    right: list[Span] = []
    if view.unsaved:
        right += [(" UNSAVED ", "alert"), ("  ", "")]
    if view.sound:
        right.append((f"♪ {cut(view.sound, 24)} ", "note"))
    return (*left, (" " * (columns - wide((*left, *right))), ""), *right)


def _glass(picture: Picture, columns: int, room: int, look: Look) -> list[Line]:
    """The picture as large as it fits, framed if there is room for that too."""
    room -= FEWEST_SCANS + 1
    drawn: list[str] = []
    if picture.width <= columns and (picture.height + 1) // 2 <= room:
        drawn = half_blocks(picture)
    elif look.braille and (picture.width + 1) // 2 <= columns and (picture.height + 3) // 4 <= room:
        drawn = braille(picture)
    if not drawn:
        return []
    across = len(drawn[0])
    if across + 2 > columns:
        return [_text(row, "glass") for row in drawn]
    if len(drawn) + 2 + 2 * FEWEST_SCANS > room + FEWEST_SCANS:
        return [((" ", ""), (row, "glass")) for row in drawn]
    return [
        _text(f"╭{'─' * across}╮", "dim"),
        *((("│", "dim"), (row, "glass"), ("│", "dim")) for row in drawn),
        _text(f"╰{'─' * across}╯", "dim"),
    ]


def _too_small(view: DeskView, columns: int, rows: int, look: Look) -> list[Line]:
    """How large a terminal shows the picture, where this one does not."""
    each = 2 if look.braille else 1
    wide_, high = -(-view.picture.width // each), -(-view.picture.height // (2 * each))
    high += len(_track(view, max(columns, wide_))) + FEWEST_SCANS + 4  # title, hint, input, a gap
    if not view.picture.width or (columns >= wide_ and rows >= high):
        return []
    return [_text(f" (The display needs a terminal of {wide_}x{high}.)", "dim")]


def _beside(glass: list[Line], beside: list[Line], side: int) -> list[Line]:
    rest = iter(beside)
    return [(*row, *fit(next(rest, ()), side)) for row in glass]


def _track(view: DeskView, columns: int) -> list[Line]:
    """A cell a light, two where they fit; shared places show how many pawns stand there."""
    if view.track <= 0:
        return []
    each = 2 if 2 * view.track <= columns - 2 else 1
    at: dict[int, list[Lamp]] = {}
    for lamp in view.lamps:
        at.setdefault(lamp.place % view.track, []).append(lamp)
    lights: list[Span] = []
    for place in range(view.track):
        pawns = at.get(place, [])
        if not pawns:
            lights.append(("·".ljust(each), "dim"))
        elif len(pawns) > 1:
            lights.append((str(len(pawns)).ljust(each), "many"))
        else:
            style = f"{'' if pawns[0].dim else 'on '}{_colour(pawns[0])}"
            lights.append((pawns[0].colour[:1].upper().ljust(each), style))
    a_row = max((columns - 2) // each, 1)
    return [((" ", ""), *lights[start : start + a_row]) for start in range(0, len(lights), a_row)]


def _colour(lamp: Lamp) -> str:
    return lamp.colour if lamp.colour in BADGES else "white"


def _legend(lamps: tuple[Lamp, ...], columns: int) -> Line:
    """All pawns in a row; names give way where they do not fit."""
    for longest in (24, 10, 6, 0):
        pawns = [_pawn(lamp, longest) for lamp in lamps]
        if sum(map(wide, pawns)) + 3 * len(pawns) <= columns:
            break
    return tuple(span for pawn in pawns for span in ((" ", ""), *pawn, ("  ", "")))


def _pawn(lamp: Lamp, longest: int, width: int = 0) -> Line:
    """The pawn as it stands on the track, then whose it is and the score."""
    name, _, score = (lamp.label or str(lamp.place)).rpartition(" ")
    name, score = cut(name or lamp.colour, longest), cut(score, 6)
    gap = " " * max(width - 3 - cells(name) - cells(score), 1)
    style = ("", "dim") if lamp.dim else ("on ", "bold")
    mark = (lamp.colour[:1].upper() or " ", style[0] + _colour(lamp))
    return (mark, (f" {name}" if name else "", ""), (gap, ""), (score, style[1]))


def _scan(outcome: Outcome, marks: str, newest: bool) -> Line:
    mark = (f" {marks[outcome.accepted]} ", "good" if outcome.accepted else "bad")
    style = "dim" if not newest else "" if outcome.accepted else "bad"
    return (mark, (" / ".join(outcome.text.split("\n")), style))


def _hint(view: DeskView, line: InputLine, asked: Asked, columns: int) -> list[Line]:
    """What Tab offers while something is typed, else what there is to say."""
    if asked.note:
        return _wrapped(asked.note, "note", columns)
    if not line.choices:
        return _wrapped(view.hint, "", columns)
    first = max(line.chosen - 3, 0)  # the chosen one stays in sight
    spans: list[Span] = [(" Tab: ", "dim")]
    for number, choice in enumerate(line.choices[first:], first):
        spans.append((choice.name, "chosen" if number == line.chosen else ""))
        if number == max(line.chosen, 0) and choice.title.lower() != choice.name.replace("-", " "):
            spans.append((f" {choice.title}", "dim"))
        spans.append(("  ", ""))
        if wide(tuple(spans)) > columns:
            break
    return [tuple(spans)]


def _wrapped(text: str, style: str, columns: int) -> list[Line]:
    lines = [""]
    for word in visible(text[: HINT_LINES * columns]).split(" "):
        if lines[-1] and cells(lines[-1]) + 1 + cells(word) > columns:
            lines.append("")
        lines[-1] += f" {word}"
    return [_text(each, style) for each in lines[:HINT_LINES]]


def _entry(line: InputLine, columns: int) -> tuple[Line, int]:
    """The input line, scrolled so that the cursor is in sight, and the cursor's column."""
    room = max(columns - 4, 1)
    before = visible(line.text[: line.at][-room:])
    scrolled = line.at > room or cells(before) > room
    while cells(before) > room - 1:
        before = before[1:]
    mark = ("…" if scrolled else " ", "dim")
    behind = line.text[line.at :][:columns]
    spans: Line = (("›", "bold"), mark, (before, ""), (behind, ""), (line.ghost, "dim"))
    return fit(spans, columns - 1), 2 + cells(before)
