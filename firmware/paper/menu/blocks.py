"""Blocks of marks that are laid beside and below each other: a paragraph, a row, a stack.

Rule 1: a block's corner is at (0, 0), and nothing of it is outside its size. So who fits blocks
into a page has only to look at these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware.paper.render import fonts
from firmware.paper.render.marks import (
    BLACK,
    POINTS_PER_MM,
    Box,
    Colour,
    DrawnMark,
    Text,
    placed,
)
from firmware.words.line import folded, is_wide

NARROWER = (0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58)  # of the room, for lines alike
LEADING = 1.22  # from line to line, in parts of the font's size


class Block(NamedTuple):
    """Marks, and the size in mm of what they take up."""

    width: float
    height: float
    marks: tuple[DrawnMark, ...]

    def at(self, x: float, y: float, scale: float = 1.0) -> Iterator[DrawnMark]:
        """Yield its marks with its corner there."""
        for mark in self.marks:
            yield placed(mark, x, y, scale)


EMPTY = Block(0.0, 0.0, ())


def paragraph(
    text: str, points: float, room: float, bold: bool = False, colour: Colour = BLACK
) -> Block:
    """Set a text in lines, bold ones about alike. Only a word that is wider than the room makes the
    block wider.
    """
    step = points * LEADING / POINTS_PER_MM
    lines = (_balanced if bold else _lines)(text, points, room, bold)
    width = max((_width(line, points, bold) for line in lines), default=0.0)
    above = (LEADING - fonts.BELOW - 0.02) * points / POINTS_PER_MM
    marks = (
        Text(0.0, above + number * step, line, points, bold, colour=colour)
        for number, line in enumerate(lines)
    )
    return Block(width, len(lines) * step, tuple(marks))


def _balanced(text: str, points: float, room: float, bold: bool) -> list[str]:
    """Part a text into as few lines, none of them much shorter than the others; one of Japanese
    after a comma or a sentence, if it can be.
    """
    ways = [_lines(text, points, room, bold)]
    for share in NARROWER if len(ways[0]) > 1 else ():
        narrower = _lines(text, points, room * share, bold)
        if len(narrower) > len(ways[0]):
            break
        ways.append(narrower)
    whole = (way for way in reversed(ways) if all(line[-1] in "、。" for line in way[:-1]))
    return next(whole, ways[-1])


def _lines(text: str, points: float, room: float, bold: bool) -> list[str]:
    """Part a text into lines that are no wider than the room, as far as single words allow."""
    if any(map(is_wide, text)):
        return folded(text, room, lambda part: fonts.width(part, points, bold))
    lines, wide, blank = list[str](), 0.0, fonts.width(" ", points, bold)
    for word in text.split(" ") if text else []:
        width = fonts.width(word, points, bold)
        if lines and wide + blank + width <= room:
            lines[-1], wide = f"{lines[-1]} {word}", wide + blank + width
        else:
            lines.append(word)
            wide = width
    return lines


def _width(line: str, points: float, bold: bool) -> float:
    """How wide a line is, word by word: these are measured once, however often lines are broken."""
    words = line.split(" ")
    blanks = (len(words) - 1) * fonts.width(" ", points, bold)
    return blanks + sum(fonts.width(word, points, bold) for word in words)


def stacked(blocks: Sequence[Block], gap: float = 0.0) -> Block:
    """Lay blocks below each other, with a gap between those that have a height."""
    marks, y = list[DrawnMark](), 0.0
    for block in blocks:
        if block.height:
            y += gap if y else 0.0
            marks += block.at(0.0, y)
            y += block.height
    return Block(max((block.width for block in blocks), default=0.0), y, tuple(marks))


def beside(blocks: Sequence[Block], gap: float = 0.0) -> Block:
    """Lay blocks in a row, their middles level."""
    high, marks, x = max((block.height for block in blocks), default=0.0), list[DrawnMark](), 0.0
    for block in blocks:
        marks += block.at(x, (high - block.height) / 2)
        x += block.width + gap
    return Block(max(0.0, x - gap), high, tuple(marks))


def flowed(blocks: Sequence[Block], room: float, gap: float) -> Block:
    """Lay blocks in rows, as many in each as there is room for."""
    rows: list[list[Block]] = []
    for block in blocks:
        if rows and beside([*rows[-1], block], gap).width <= room:
            rows[-1].append(block)
        else:
            rows.append([block])
    return stacked([beside(row, gap) for row in rows], gap)


def padded(block: Block, across: float, down: float) -> Block:
    """Leave that much free round a block."""
    marks = tuple(block.at(across, down))
    return Block(block.width + 2 * across, block.height + 2 * down, marks)


def framed(block: Block, frame: Box) -> Block:
    """Draw a block on a frame, which gets its size."""
    behind = frame._replace(width=block.width, height=block.height)
    return block._replace(marks=(behind, *block.marks))
