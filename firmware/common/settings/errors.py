"""What is wrong in a settings file, as sentences with line and "did you mean" for its owner."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from engine.notation import printable
from firmware.common.settings.schema import Check

SERVICE_GOES_ON = (
    "The service continues with the last valid settings. Run by hand, Okanjo does not start."
)
LONGEST_VALUE = 200  # characters of a value that are shown of it
LONGEST_KEY = 100


class SettingsError(Exception):
    """Everything that is wrong, a sentence a line, for the owner."""


class Mistake(NamedTuple):
    """One sentence and where it belongs; line 0 is none in particular."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.what}"


class Layer(NamedTuple):
    """One file: its name, its text, and the content of that."""

    name: str
    text: str
    content: Mapping[str, object]


class Errors:
    """Collects what is wrong in one file, each with its line."""

    def __init__(self, layer: Layer, mistakes: list[Mistake], number: int = 1) -> None:
        self.name = layer.name
        self._layer, self._mistakes, self._number = layer, mistakes, number

    def numbered(self, number: int) -> Errors:
        """The same collector for the section that is so many of its name."""
        return Errors(self._layer, self._mistakes, number)

    def add(self, section: str, key: str, what: str) -> None:
        named = printable(key, LONGEST_KEY)
        where = f"[{section}] {named}".strip() if section else f"[{named}]"
        line = line_of(self._layer.text, section, key, self._number)
        self._mistakes.append(Mistake(self._layer.name, line, f"{where}: {what}"))

    def is_key(self, key: str, keys: Collection[str], section: str) -> bool:
        """Whether there is such a key; else add which was probably meant."""
        if key in keys:
            return True
        import difflib

        close = difflib.get_close_matches(key[:LONGEST_KEY], keys, 1)
        meant = f"did you mean {close[0]}?" if close else f"known: {', '.join(keys)}"
        self.add(section, key, f"unknown key; {meant}")
        return False

    def table(self, content: Mapping[str, object], section: str) -> Mapping[str, object]:
        """The content of a section; an empty one, and a mistake, where something else stands."""
        section_content = content.get(section, {})
        if isinstance(section_content, dict):
            return section_content
        self.add(section, "", f"write it as a section: [{section}]")
        return {}

    def fits(self, check: Check, value: object, section: str, key: str) -> bool:
        """Whether the value fits; else add what would."""
        if check.fits(value):
            return True
        try:
            shown = printable(written(value), LONGEST_VALUE)
        except ValueError:  # a number of thousands of digits
            shown = "this"
        self.add(section, key, f"{shown} is not valid; use {check.takes}")
        return False

    def right_values(
        self, content: Mapping[str, object], section: str, takes: Mapping[str, Check]
    ) -> dict[str, Any]:
        """The keys and values of a section that are right: each of the type declared for it."""
        return {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in content.items()
            if self.is_key(key, takes, section) and self.fits(takes[key], value, section, key)
        }


def sentences(mistakes: list[Mistake]) -> list[str]:
    """The mistakes as sentences, each once, in the order of files and lines."""
    in_order = sorted(dict.fromkeys(mistakes), key=lambda mistake: (mistake.file, mistake.line))
    return list(map(str, in_order))


def line_of(text: str, section: str, key: str, of: int = 1) -> int:
    """The line, from 1, where a section's key stands; the section's own for no key; 0 if unseen.

    `of` says which section, where several have that name: [[scanner]].
    """
    here, line_number, seen = "", 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].strip()
        if words.startswith("["):
            here = words.strip("[] ").replace('"', "")
            seen += here == section
            if max(seen, 1) == of and here in (section or key, f"{section}.{key}"):
                line_number = number if here != section else line_number or number
        elif here == section and max(seen, 1) == of and words.split("=", 1)[0].strip(' "') == key:
            return number
    return line_number


def written(value: object) -> str:
    """A value as it stands in a TOML file."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
