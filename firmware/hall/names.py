"""Names of players as organisers bring them: typed, pasted, or a spreadsheet's CSV. Pure.

Rule: a name is what a table's display takes: 1 to 24 characters in one line.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.message import Message, gettext, ngettext
from firmware.common.settings.load import composed
from firmware.common.settings.schema import LONGEST_NAME
from firmware.common.system.text import unguarded
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.views import plain

MOST = 4000  # lines
SEPARATORS = "\t;,|"
WHOLE = {"name", "names", "player", "players", "full name", "nickname", "spieler", "spielername"}
WHOLE |= {"joueur", "jugador", "giocatore", "spielerin", "teilnehmer", "participant"}
FIRST = {"first name", "firstname", "given name", "vorname", "prenom", "nombre", "nome"}
LAST = {"last name", "lastname", "surname", "family name", "nachname", "familienname", "nom"}
LAST |= {"apellido", "apellidos", "cognome"}


class Sorted(NamedTuple):
    """Names that can join, and why each of the others cannot."""

    good: list[str]
    bad: list[Message]


def cleaned(text: str) -> str:
    """Return a name in one line, without invisible characters. An accent and its letter become one
    character.
    """
    seen = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in text)
    return " ".join(composed(seen).split())


def sort_out(names: Iterable[str], known: Iterable[str]) -> Sorted:
    """Separate names that can join from those that are there already, twice, or too long."""
    taken, good, bad = {plain(name): name for name in known}, list[str](), list[Message]()
    for name in filter(None, map(cleaned, names)):
        if len(name) > LONGEST_NAME:
            bad.append(_too_long(name))
        elif plain(name) in taken:
            bad.append(
                gettext("{name} (there is {other} already)", name=name, other=taken[plain(name)])
            )
        else:
            taken[plain(name)] = name
            good.append(name)
    return Sorted(good, bad)


def _too_long(name: str) -> Message:
    return ngettext(
        "{name} (has {count} character; {most} at most)",
        "{name} (has {count} characters; {most} at most)",
        len(name),
        name=name[:60],
        most=LONGEST_NAME,
    )


def listed(text: str) -> list[str]:
    """Read the names in a text: one in each line, several in one line, or columns with or without a
    head. Raises NotPossible.
    """
    lines = [line for line in text.replace("\0", "").splitlines() if line.strip(" \t;,|")]
    if len(lines) > MOST:
        raise _unreadable(gettext("These are more than {most} lines", most=MOST))
    rows = max((_rows(lines, separator) for separator in SEPARATORS), key=_evenness)
    if len(rows) == 1 and not _head(rows[0]):
        return rows[0]
    if _evenness(rows) <= 0 or max(map(len, rows), default=0) < 2:
        rows = _rows(lines, "\x1f")  # a name in each line, whatever is in it
    head = _head(rows[0]) if rows else []
    columns = head or _likely(rows)
    return [
        " ".join(row[column] for column in columns if column < len(row))
        for row in rows[1 if head else 0 :]
    ]


def _unreadable(why: Message) -> NotPossible:
    return NotPossible("names-unreadable", why=why)


def _rows(lines: Sequence[str], separator: str) -> list[list[str]]:
    try:
        rows = csv.reader(lines, delimiter=separator, skipinitialspace=True)
        return [[unguarded(cell.strip()) for cell in row] for row in rows]
    except csv.Error as why:
        raise _unreadable(gettext("This is no table: {why}", why=str(why))) from None


def _evenness(rows: Sequence[Sequence[str]]) -> float:
    """How much it looks as though that separator made the columns: lines of the same width."""
    width, lines = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 1)
    return 0 if width < 2 else lines / len(rows) - 0.5


def _head(row: Sequence[str]) -> list[int]:
    """Return the columns of the name if this row is a head, else []."""
    words = [" ".join(plain(cell).replace("_", " ").split()) for cell in row]
    for heads in ((FIRST, LAST), (WHOLE,), (FIRST,), (LAST,)):
        columns = [
            next((column for column, word in enumerate(words) if word in head), -1)
            for head in heads
        ]
        if -1 not in columns:
            return columns
    return []


def _likely(rows: Sequence[Sequence[str]]) -> list[int]:
    """Guess the columns of the name where there is no head: both columns of words if there are two,
    else the first.
    """
    width = max(map(len, rows), default=0)
    words = [
        column
        for column in range(width)
        if _are_words([row[column] for row in rows if column < len(row)])
    ]
    return words if len(words) == 2 else words[:1]


def _are_words(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    worded = [cell for cell in filled if "@" not in cell and any(map(str.isalpha, cell))]
    return len(worded) * 2 > len(cells)
