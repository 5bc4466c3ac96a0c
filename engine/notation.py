"""Parse the one-line form of a scan: the text a scanner would have given, and its lane.

Everything on the table has this one-line form: `062453`, `2:062453`, `red:062453`,
`card sushi-go-party/maki-1/2`, `badge red`, `command next`. Tests, files and the desk share it.
"""

from typing import NamedTuple, get_args

from engine.cards import BADGES
from engine.codes import Codebook, LabelType
from engine.position import SHARED_LANE, LaneName

TYPES = get_args(LabelType)
LONGEST_LANE = 4
LONGEST_LINE = 1000
NO_BREAK_SPACES = "\xa0\u202f"  # as French sentences have them, and numbers
BLANKS = str.maketrans("\t\r\n", "   ")


class ScanLine(NamedTuple):
    """One scan: the text of its code, ours or foreign, and the lane it came from."""

    text: str
    lane: LaneName


class BadLine(ValueError):
    """A line that is no scan; the text says what would be one."""


def read(line: str, codebook: Codebook) -> ScanLine | None:
    """Parse a line; None for a comment or blank line. BadLine for an unknown type or slug."""
    words = words_of(line)
    if not words:
        return None
    first, lane = _lane(words[0])
    if len(words) == 1:
        return ScanLine(first, lane)
    if len(words) > 2 or first not in TYPES:
        raise BadLine(
            f"not a scan: {printable(line)}. Write a code, or a type and a slug: badge red"
        )
    try:
        return ScanLine(codebook.label(first, words[1]).code, lane)
    except KeyError:
        raise BadLine(
            f"there is no {first} {printable(words[1])}. To list all: okanjo codes"
        ) from None


def read_or_foreign(line: str, codebook: Codebook) -> ScanLine | None:
    """Read a typed line: a scan, or a foreign code with blanks in it, to be taught."""
    try:
        return read(line, codebook)
    except BadLine:
        words = words_of(line)
        return None if words[0] in TYPES else ScanLine(" ".join(words), SHARED_LANE)


def words_of(line: str) -> list[str]:
    """Split a line without its comment at blanks and tabs; a foreign code may hold GS or FS."""
    line = line.translate(BLANKS).split(" #", 1)[0]
    words = [word for word in line.split(" ") if word]
    return [] if words and words[0].startswith("#") else words


def parted(word: str) -> tuple[str, str]:
    """Split `red:062453` or `2:062453` into lane with colon and rest; other words have no lane,
    foreign codes with a colon in them included.
    """
    name, colon, rest = word.partition(":")
    number = name.isascii() and name.isdigit() and len(name) <= LONGEST_LANE
    return (f"{name}:", rest) if colon and rest and (number or name in BADGES) else ("", word)


def _lane(word: str) -> tuple[str, LaneName]:
    prefix, rest = parted(word)
    name = prefix.removesuffix(":")
    return rest, SHARED_LANE if not name else int(name) if name.isdigit() else name


def printable(text: str, longest: int = 60) -> str:
    """Make foreign text safe to print: escape control characters, cut it if it is long."""
    safe = "".join(
        character
        if character.isprintable() or character in NO_BREAK_SPACES
        else character.encode("unicode_escape").decode()
        for character in text
    )
    return safe if len(safe) <= longest else f"{safe[: longest - 1]}…"


def printable_lines(text: str) -> str:
    """Make foreign text of several lines safe to print, line by line."""
    return "\n".join(printable(line, LONGEST_LINE) for line in text.split("\n"))
