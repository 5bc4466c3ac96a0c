"""What is wrong in a settings file, as messages with line and "did you mean" for its owner."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.message import Message, Value, gettext
from engine.notation import printable
from firmware.common.settings.schema import Check
from firmware.common.system.text import english

SERVICE_GOES_ON = (
    "The service continues with the last valid settings. Run by hand, Okanjo does not start."
)
LONGEST_VALUE = 200  # characters of a value that are shown of it
LONGEST_KEY = 100


class Mistake(NamedTuple):
    """A sentence, and where it belongs: line 0 is none in particular, and `key` ("names.red") is ""
    where no setting alone is wrong.
    """

    file: str
    line: int
    key: str
    what: Message

    @property
    def sentence(self) -> Message:
        """With file and line."""
        if not self.line:
            return gettext("{file}: {what}", file=self.file, what=self.what)
        return gettext(
            "{file}, line {line}: {what}", file=self.file, line=self.line, what=self.what
        )


class SettingsError(Exception):
    """Everything that is wrong, for the owner; as a text a sentence a line, in English."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes

    @property
    def message(self) -> Message:
        """All sentences, one a line."""
        lines = {f"line{n}": mistake.sentence for n, mistake in enumerate(self.mistakes)}
        return Message("\n".join(f"{{{name}}}" for name in lines), lines)

    def __str__(self) -> str:
        return english(self.message)


def unusable(file: str, why: Value) -> SettingsError:
    """A file that cannot be read at all."""
    return SettingsError([Mistake(file, 0, "", Message("{why}", {"why": why}))])


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

    def add(self, section: str, key: str, message: Message) -> None:
        named = printable(key, LONGEST_KEY)
        where = f"[{section}] {named}".strip() if section else f"[{named}]"
        sentence = gettext("{where}: {what}", where=where, what=message)
        line, above = line_of(self._layer.text, section, key, self._number), section
        while not line and "." in above:  # written into the line of a section above
            above, _, name = above.rpartition(".")
            line = line_of(self._layer.text, above, name)
        self._mistakes.append(
            Mistake(self._layer.name, line, f"{section}.{key}".strip("."), sentence)
        )

    def is_key(self, key: str, keys: Collection[str], section: str) -> bool:
        """Whether there is such a key; else add which was probably meant."""
        if key in keys:
            return True
        import difflib

        close = difflib.get_close_matches(key[:LONGEST_KEY], keys, 1)
        meant = gettext("unknown key; did you mean {key}?", key=close[0] if close else "")
        known = gettext("unknown key; known: {keys}", keys=", ".join(keys))
        self.add(section, key, meant if close else known)
        return False

    def table(
        self, content: Mapping[str, object], section: str, within: str = ""
    ) -> Mapping[str, object]:
        """The content of a section; an empty one, and a mistake, where something else stands."""
        section_content = content.get(section, {})
        if isinstance(section_content, dict):
            return section_content
        if within:
            self.add(within, section, as_section(f"{within}.{section}"))
        else:
            self.add(section, "", as_section(section))
        return {}

    def fits(self, check: Check, value: object, section: str, key: str) -> bool:
        """Whether the value fits; else add what would."""
        if check.fits(value):
            return True
        try:
            shown: Value = printable(written(value), LONGEST_VALUE)
        except ValueError:  # a number of thousands of digits
            shown = gettext("this")
        wrong = gettext("{value} is not valid; use {takes}", value=shown, takes=check.takes)
        self.add(section, key, wrong)
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


def as_section(section: str) -> Message:
    return gettext("write it as a section: [{section}]", section=section)


def in_order(mistakes: Sequence[Mistake]) -> list[Mistake]:
    """The mistakes, each once, in the order of files and lines."""
    once = {(mistake.file, mistake.line, english(mistake.what)): mistake for mistake in mistakes}
    return sorted(once.values(), key=lambda mistake: (mistake.file, mistake.line))


def line_of(text: str, section: str, key: str, of: int = 1) -> int:
    """The line, from 1, where a section's key stands; the section's own for no key; 0 if unseen.

    `of` says which section, where several have that name: [[scanner]].
    """
    here, line_number, seen, within = "", 0, 0, f"{section}.{key}".strip(".") + "."
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].strip()
        if words.startswith("["):
            here = words.strip("[] ").replace('"', "")
            seen += here == section
            if max(seen, 1) == of and here in (section or key, f"{section}.{key}"):
                line_number = number if here != section else line_number or number
            elif here.startswith(within):
                line_number = line_number or number
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
