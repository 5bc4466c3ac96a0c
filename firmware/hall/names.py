"""Names of players as organisers bring them: typed, pasted, or a spreadsheet's CSV. Pure.

Rule: a name is what a table's display takes: 1 to 24 characters in one line.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from engine.message import Message, gettext, ngettext
from firmware.common.settings.schema import LONGEST_NAME
from firmware.common.system.text import composed, unguarded
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.wishes import MOST_GROUPS, group_in
from firmware.hall.views import plain

MOST = 10_000  # lines: a tournament has fewer players, but a cell may have several
SEPARATORS = "\t;,|"
WHOLE = {"name", "names", "player", "players", "full name", "nickname", "spieler", "spielername"}
WHOLE |= {"joueur", "jugador", "giocatore", "spielerin", "teilnehmer", "participant"}
FIRST = {"first name", "firstname", "given name", "vorname", "prenom", "nombre", "nome"}
LAST = {"last name", "lastname", "surname", "family name", "nachname", "familienname", "nom"}
LAST |= {"apellido", "apellidos", "cognome"}
GROUP = {"group", "club", "team", "family", "gruppe", "verein", "klub", "familie", "mannschaft"}
GROUP |= {"groupe", "equipe", "famille", "grupo", "equipo", "familia", "gruppo", "famiglia"}


class ListedName(NamedTuple):
    """A line of a list; `group` is its cell in the column of groups, or clubs."""

    name: str
    group: str = ""


class Sorted(NamedTuple):
    """Names that can join, and why each of the others cannot. `offered`: names that are free, for
    those that somebody else has.
    """

    good: list[str]
    bad: list[Message]
    offered: list[str]


def cleaned(text: str) -> str:
    """Return a name in one line, without invisible characters. An accent and its letter become one
    character.
    """
    seen = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in text)
    return " ".join(composed(seen).split())


def sort_out(names: Iterable[str], known: Iterable[str]) -> Sorted:
    """Separate names that can join from those that are there already, twice, or too long."""
    taken, good, bad = {plain(name): name for name in known}, list[str](), list[Message]()
    alike = list[str]()
    for name in filter(None, map(cleaned, names)):
        if len(name) > LONGEST_NAME:
            bad.append(_too_long(name))
        elif plain(name) in taken:
            alike.append(name)
            bad.append(
                gettext("{name} (there is {other} already)", name=name, other=taken[plain(name)])
            )
        else:
            taken[plain(name)] = name
            good.append(name)
    offered = list[str]()
    for name in alike:  # once all others have theirs
        free = next(new for new in _numbered_names(name) if plain(new) not in taken)
        taken[plain(free)] = free
        offered.append(free)
    return Sorted(good, bad, offered)


def _numbered_names(name: str) -> Iterator[str]:
    """Ben Schmidt (2), Ben Schmidt (3), and so on."""
    for number in count(2):
        mark = f" ({number})"
        yield name[: LONGEST_NAME - len(mark)].rstrip() + mark


def _too_long(name: str) -> Message:
    return ngettext(
        "{name} (has {count} character; {most} at most)",
        "{name} (has {count} characters; {most} at most)",
        len(name),
        name=name[:60],
        most=LONGEST_NAME,
    )


def listed(text: str) -> list[ListedName]:
    """Read the names in a text: one in each line, several in one line, or columns with or without a
    head; only a head tells which one has the groups. Raises NotPossible.
    """
    lines = [line for line in text.replace("\0", "").splitlines() if line.strip(" \t;,|")]
    if len(lines) > MOST:
        raise _unreadable(gettext("These are more than {most} lines", most=MOST))
    tables = [
        [[unguarded(cell.strip()) for cell in row] for row in rows]
        for separator in SEPARATORS
        for rows in _readings(lines, separator)
    ]
    rows = max(tables, key=_evenness)
    if len(lines) == 1 and not _head(rows[0]):
        return [*map(ListedName, rows[0])]
    if _evenness(rows) <= 0 or max(map(len, rows), default=0) < 2:
        # a name in each line, whatever is in it
        rows = [[unguarded(cell.strip()) for cell in _cells(line, "\x1f")] for line in lines]
    head = _head(rows[0]) if rows else []
    columns = head or _likely(rows)
    groups = _columns(rows[0], (GROUP,)) if head else []
    return [
        ListedName(_cell(row, columns), cleaned(_cell(row, groups)))
        for row in rows[1 if head else 0 :]
    ]


def _cell(row: Sequence[str], columns: Iterable[int]) -> str:
    """What stands in these columns."""
    return " ".join(row[column] for column in columns if column < len(row))


def numbered(groups: Iterable[str], used: Iterable[int]) -> dict[str, int]:
    """A group's number by what a list calls it: its own where all are letters, as in `A` and `B`;
    else one that is not used yet, the same for the same club. Raises NotPossible.
    """
    called = [*dict.fromkeys(filter(None, groups))]
    if all(len(text) <= 2 and text.isalpha() and text.isascii() for text in called):
        return {text: group_in(text) for text in called}
    taken, numbers = {*used}, dict[str, int]()
    free = (number for number in range(1, MOST_GROUPS + 1) if number not in taken)
    for club in dict.fromkeys(map(plain, called)):
        if not (number := next(free, 0)):
            raise NotPossible("too-many-groups", most=MOST_GROUPS)
        numbers[club] = number
    return {text: numbers[plain(text)] for text in called}


def _unreadable(why: Message) -> NotPossible:
    return NotPossible("names-unreadable", why=why)


def _readings(lines: Sequence[str], separator: str) -> Iterator[list[list[str]]]:
    """The rows, each in its line; and, where every mark is closed, those with cells that go over
    several lines between quotation marks, as a spreadsheet writes them.
    """
    yield [_cells(line, separator) for line in lines]
    with suppress(csv.Error):
        whole = (f"{line}\n" for line in lines)
        yield [*csv.reader(whole, delimiter=separator, skipinitialspace=True, strict=True)]


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line. A quotation mark that nothing closes is a letter."""
    is_paired = line.count('"') % 2 == 0
    for strict in (True, False) if is_paired else (True,):
        with suppress(csv.Error):
            reader = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=strict)
            return next(reader)
    return line.split(separator)


def _evenness(rows: Sequence[Sequence[str]]) -> float:
    """How much it looks as though that separator made the columns: lines of the same width."""
    width, lines = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 1)
    return 0 if width < 2 else lines / len(rows) - 0.5


def _head(row: Sequence[str]) -> list[int]:
    """Return the columns of the name if this row is a head, else []."""
    tries = (_columns(row, heads) for heads in ((FIRST, LAST), (WHOLE,), (FIRST,), (LAST,)))
    return next(filter(None, tries), [])


def _columns(row: Sequence[str], heads: Sequence[Collection[str]]) -> list[int]:
    """The columns with these heads, if all of them are there, else []."""
    words = [" ".join(plain(cell).replace("_", " ").split()) for cell in row]
    columns = [
        next((column for column, word in enumerate(words) if word in head), -1) for head in heads
    ]
    return [] if -1 in columns else columns


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
