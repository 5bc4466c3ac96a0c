"""What a settings file says wrongly -> sentences with line and "did you mean", for its owner."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from engine.notation import printable
from firmware.settings.checks import Check

LONGEST = 1000  # characters of a value that are shown of it
LONGEST_MISTAKE = 200  # where there is more to be said on the line
LONGEST_KEY = 100
DEEPEST = 5  # lists in lists
MOST = 50  # of a list's values
BIGGEST = 1 << 64  # more than TOML asks anybody to read


class Mistake(NamedTuple):
    """One sentence and where it belongs; line 0 is none in particular."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.what}"


class Layer(NamedTuple):
    """One file: where it is, its text, and what it says."""

    name: str
    text: str
    content: Mapping[str, Any]


class Mistakes:
    """Gathers what is wrong with one file, each with its line."""

    def __init__(self, layer: Layer, mistakes: list[Mistake], number: int = 1) -> None:
        self.name = layer.name
        self._layer, self._mistakes, self._number = layer, mistakes, number

    def of(self, number: int) -> Mistakes:
        """The same, of the section that is so many of its name."""
        return Mistakes(self._layer, self._mistakes, number)

    def __call__(self, section: str, key: str, what: str) -> None:
        named = printable(key, LONGEST_KEY)
        where = f"[{section}] {named}".strip() if section else f"[{named}]"
        line = line_of(self._layer.text, section, key, self._number)
        self._mistakes.append(Mistake(self._layer.name, line, f"{where}: {what}"))

    def known(self, key: str, keys: Any, section: str) -> bool:
        """Whether there is such a key; else tell which was probably meant."""
        if key in keys:
            return True
        import difflib

        close = difflib.get_close_matches(key[:LONGEST_KEY], list(keys), 1)
        meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(keys)}"
        self(section, key, f"there is no such key; {meant}")
        return False

    def unknown(self, content: Mapping[str, Any], keys: list[str], section: str) -> None:
        for key in content:
            self.known(key, keys, section)

    def table(self, content: Mapping[str, Any], section: str) -> Mapping[str, Any]:
        """A section; an empty one where something else stands."""
        found = content.get(section, {})
        if isinstance(found, dict):
            return found
        self(section, "", f"write it as a section: [{section}]")
        return {}

    def right(self, check: Check, value: Any, section: str, key: str) -> bool:
        """Whether the value fits; else tell what would."""
        if check.fits(value):
            return True
        found = printable(written(value), LONGEST_MISTAKE)
        self(section, key, f"{found} won't do; it takes {check.takes}")
        return False


def line_of(text: str, section: str, key: str, of: int = 1) -> int:
    """The line, from 1, where a section's key stands; the section's own for no key; 0 if unseen.

    `of` which of its name, where there are several: [[scanner]].
    """
    here, found, seen = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].strip()
        if words.startswith("["):
            here = words.strip("[] ").replace('"', "")
            seen += here == section
            if max(seen, 1) == of and here in (section or key, f"{section}.{key}"):
                found = number if here != section else found or number
        elif here == section and max(seen, 1) == of and words.split("=", 1)[0].strip(' "') == key:
            return number
    return found


def written(value: Any, within: int = DEEPEST) -> str:
    """A value as it stands in a TOML file; what is long or nested deeply is cut."""
    text = _whole(value, within)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _whole(value: Any, within: int) -> str:
    if isinstance(value, dict | list) and value and not within:
        return "…"  # nobody follows further, and a nested call is not had without end
    if isinstance(value, dict):
        pairs = islice(value.items(), MOST)
        return "{ " + ", ".join(f"{key} = {written(one, within - 1)}" for key, one in pairs) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(one, within - 1) for one in value[:MOST]) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= BIGGEST:
        return "a number that long"  # Python writes none of more than 4300 digits
    return f'"{value}"' if isinstance(value, str) else str(value)
