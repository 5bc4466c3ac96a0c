"""A slug in, its icon out: commands and games. Kinds and faces have theirs in `table_dishes`."""

from __future__ import annotations

from firmware.labels.icons.pen import (
    Icon,
    arc,
    area,
    block,
    box,
    disc,
    dot,
    line,
    oval,
    slice_of,
    words,
)
from firmware.labels.render.marks import BLACK

CARD: Icon = (box(6, 3, 12, 18, 1.6),)
BILL: Icon = (
    area(5, 3, 19, 3, 19, 21, 16.67, 18.5, 14.33, 21, 12, 18.5, 9.67, 21, 7.33, 18.5, 5, 21),
)

COMMANDS: dict[str, Icon] = {
    "next": (area(3, 9, 12, 9, 12, 4, 21, 12, 12, 20, 12, 15, 3, 15),),
    "score": (*BILL, line(8, 7, 16, 7), line(8, 10.5, 16, 10.5), line(12, 14, 16, 14, pen=2.4)),
    "undo": (
        arc(13, 13, 7, 7, -140, 120, pen=2.2),
        area(3, 9.5, 11.5, 12, 5.5, 4, fill=BLACK),
    ),
    "remove": (*CARD, line(9, 9, 15, 15, pen=2.2), line(15, 9, 9, 15, pen=2.2)),
    "flip": (
        box(3, 5, 8, 12, 1.2),
        box(13, 5, 8, 12, 1.2, BLACK),
        arc(12, 17, 5.5, 4, 20, 160),
        area(6.2, 16.6, 9.4, 19.2, 5.4, 20.4, fill=BLACK),
    ),
    "same-turn": (
        box(2, 4, 7.5, 12, 1.2),
        box(14.5, 4, 7.5, 12, 1.2),
        line(10.7, 9, 13.3, 9),
        line(10.7, 11.5, 13.3, 11.5),
        line(5.7, 18, 5.7, 20.5, 18.3, 20.5, 18.3, 18),
    ),
    "tally": (
        *(line(x, 5, x, 19, pen=1.8) for x in (5.5, 9.5, 13.5, 17.5)),
        line(3, 16.5, 21, 8, pen=1.8),
    ),
    "live": (area(13.5, 2, 5, 13.5, 10.5, 13.5, 9, 22, 19, 9.5, 13, 9.5),),
    "pass-both-ways": (
        area(2, 7.5, 8, 3, 8, 5.7, 20, 5.7, 20, 9.3, 8, 9.3, 8, 12),
        area(22, 16.5, 16, 12, 16, 14.7, 4, 14.7, 4, 18.3, 16, 18.3, 16, 21),
    ),
    "dummy": (
        slice_of(12, 21.5, 9, 8, 180, 360),
        box(7, 3.5, 10, 9, 2),
        dot(10, 7.5, 1.1),
        dot(14, 7.5, 1.1),
        line(10, 10.3, 14, 10.3),
        line(12, 3.5, 12, 1.5),
    ),
    "page": (
        box(2.5, 4, 19, 12, 1.5),
        line(5.5, 8, 14, 8),
        line(5.5, 11.8, 17, 11.8),
        dot(8, 20, 1.4),
        disc(12, 20, 1.2, pen=0.8),
        disc(16, 20, 1.2, pen=0.8),
    ),
    "sound": (
        area(3, 9, 7, 9, 12.5, 4.5, 12.5, 19.5, 7, 15, 3, 15),
        arc(12.5, 12, 4, 4.5, -50, 50),
        arc(12.5, 12, 8, 9, -50, 50),
    ),
    "teach": (
        area(6.5, 11, 17.5, 11, 17.5, 16.5, 12, 19, 6.5, 16.5),
        area(12, 4.5, 22.5, 9.5, 12, 14.5, 1.5, 9.5),
        line(12, 9.5, 20.5, 11.5, 20.5, 17.5),
        dot(20.5, 18, 1.4),
    ),
    "new-game": (
        area(2.2, 9.2, 8.6, 4.8, 14.6, 16.6, 7.8, 20.4),
        area(21.8, 9.2, 15.4, 4.8, 9.4, 16.6, 16.2, 20.4),
        box(7.6, 3.6, 8.8, 14, 1.2),
        area(12, 7, 13.1, 9.6, 15, 10.6, 13.1, 11.6, 12, 14.2, 10.9, 11.6, 9, 10.6, 10.9, 9.6),
    ),
}

GAMES: dict[str, Icon] = {
    "sushi-go-party": (
        *(disc(5 + 7 * (n % 3), 5 + 7 * (n // 3), 2.7) for n in range(9) if n != 4),
        dot(12, 12, 2.7),
    ),
    "sushi-go": (
        box(3, 6, 9, 13, 1.2),
        box(7.5, 5, 9, 13, 1.2),
        box(12, 4, 9, 13, 1.2),
        oval(16.5, 10.5, 2.6, 2.6),
        dot(16.5, 10.5, 1.2),
    ),
    "omakase": (*BILL, words(12, 14.5, "¥", 26.0)),
}
ANY_GAME: Icon = (*CARD, block(9, 8, 6, 1.4))


def command(slug: str) -> Icon:
    """A command that has no icon yet is a card."""
    return COMMANDS.get(slug, CARD)


def game(slug: str) -> Icon:
    return GAMES.get(slug, ANY_GAME)


def letter(one: str) -> Icon:
    """A badge, for whom colours say little."""
    return (disc(12, 12, 11), words(12, 17.4, one, 43.0))
