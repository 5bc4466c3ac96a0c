"""The input line: bytes from a keyboard (or from a scanner that types) in, entered lines out."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from firmware.desk.words import Choice, Words

LONGEST = 8192  # characters; the rest of a longer line is dropped. No label holds as many.
SCANNER_GAP_S = 0.05  # nobody types as fast as that, digit after digit
SILENCE_S = 0.1  # ends a code of a scanner that sends no Enter; ends a lone Escape too
REMEMBERED = 50

_TOKEN = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[ -~]|\x1b[ -NP-Z\\-~]|[^\x00-\x1f\x7f]+|.", re.S
)
_CUT_SHORT = re.compile(r"\x1b(\[[0-?]{0,30}[ -/]{0,30}|O)?\Z")
_KEYS = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x01": "home",
    "\x02": "left",
    "\x03": "leave",
    "\x04": "end-of-file",
    "\x05": "end",
    "\x06": "right",
    "\x0b": "cut-right",
    "\x0c": "redraw",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "cut-left",
    "\x17": "cut-word",
}
_KEYS |= {f"\x1b{lead}{end}": name for lead in "[O" for end, name in zip(
    "ABCDHF", ("up", "down", "right", "left", "home", "end"), strict=True)}  # fmt: skip
_KEYS |= {f"\x1b[{number}~": name for number, name in (
    (1, "home"), (3, "delete"), (4, "end"), (7, "home"), (8, "end"))}  # fmt: skip
_KEYS["\x1b[Z"] = "tab-back"
_SEPARATORS = "\x1c\x1d\x1e\x1f"  # the control characters a 2D code may rightly hold


class Key(NamedTuple):
    """name "" is text typed; else what the key does."""

    name: str
    text: str = ""


class KeyReader:
    """Bytes to keys, however the bytes are cut up."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
        self._rest = ""

    @property
    def half(self) -> bool:
        """An Escape, or the beginning of what some key sends: only silence tells."""
        return bool(self._rest)

    def read(self, chunk: bytes) -> Iterator[Key]:
        text = self._rest + self._decode(chunk)
        cut = _CUT_SHORT.search(text)
        self._rest = cut.group() if cut else ""
        yield from self._keys(text[: len(text) - len(self._rest)])

    def silence(self) -> Iterator[Key]:
        """Nothing came after: then it was the Escape key, and characters."""
        text, self._rest = self._rest, ""
        yield from self._keys(text)

    def _keys(self, text: str) -> Iterator[Key]:
        for token in _TOKEN.findall(text):
            if token in _KEYS:
                yield Key(_KEYS[token])
            elif token[0] >= " " or token in _SEPARATORS:
                yield Key("", token)


class InputLine:
    """What stands in the line, the cursor, what Tab would make of it, and earlier lines."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.text, self.at = "", 0
        self.choices: list[Choice] = []
        self.chosen = -1
        self._stem: tuple[int, str] = (0, "")  # where the word in question begins, as typed
        self._earlier: list[str] = []
        self._looking_at = 0

    @property
    def ghost(self) -> str:
        """What Tab would add, to be shown behind the cursor."""
        stub = self._stem[1]
        if self.chosen >= 0 or not self.choices or self.at < len(self.text) or not stub:
            return ""
        name = self.choices[0].name
        return name[len(stub) :] if name.startswith(stub.lower()) else ""

    def press(self, key: Key) -> str | None:
        """Takes a key; gives the line if the key entered it."""
        if key.name == "tab" and self.text.isdecimal():
            key = Key("enter")  # a scanner that ends its codes with Tab
        if key.name == "enter":
            return self._enter()
        if key.name in ("tab", "tab-back"):
            self._choose(1 if key.name == "tab" else -1)
            return None
        if key.name in ("up", "down"):
            self._look_back(-1 if key.name == "up" else 1)
        else:
            self._edit(key)
        self.offer()
        return None

    def offer(self) -> None:
        """Works out anew what the word before the cursor may become."""
        before = self.text[: self.at]
        self.chosen = -1
        if not before or before.isdecimal():
            self.choices, self._stem = [], (0, "")
            return
        begin, self.choices = self.words.complete(before)
        self._stem = (begin, before[begin:])

    def _enter(self) -> str | None:
        text = self.text
        self.text, self.at = "", 0
        self.offer()
        if not text.strip():
            return None
        if not text.isdecimal() and self._earlier[-1:] != [text]:
            self._earlier = [*self._earlier, text][-REMEMBERED:]
        self._looking_at = len(self._earlier)
        return text

    def _edit(self, key: Key) -> None:
        text, at = self.text, self.at
        if key.name == "":
            typed = key.text[: LONGEST - len(text)]
            self.text, self.at = text[:at] + typed + text[at:], at + len(typed)
        elif key.name == "backspace" and at:
            self.text, self.at = text[: at - 1] + text[at:], at - 1
        elif key.name == "delete":
            self.text = text[:at] + text[at + 1 :]
        elif key.name == "cut-right":
            self.text = text[:at]
        elif key.name == "cut-left":
            self.text, self.at = text[at:], 0
        elif key.name == "cut-word":
            kept = text[:at].rstrip(" ,/")
            kept = kept[: max(kept.rfind(" "), kept.rfind(","), kept.rfind("/")) + 1]
            self.text, self.at = kept + text[at:], len(kept)
        elif key.name == "escape":
            self.text, self.at = "", 0
        else:
            self._move(key.name)

    def _move(self, key: str) -> None:
        if key == "right" and self.ghost:
            self.text += self.ghost
            self.at = len(self.text)
            return
        to = {"left": self.at - 1, "right": self.at + 1, "home": 0, "end": len(self.text)}
        self.at = min(max(to.get(key, self.at), 0), len(self.text))

    def _choose(self, step: int) -> None:
        """Puts the first choice in the word's place; the next one when pressed again."""
        if not self.choices:
            begin, self.choices = self.words.complete(self.text[: self.at])
            self._stem = (begin, self.text[begin : self.at])
        if not self.choices:
            return
        before = self.chosen if self.chosen >= 0 else min(-step, 0)
        self.chosen = (before + step) % len(self.choices)
        name = self.choices[self.chosen].name
        behind = self.text[self.at :]
        self.text = self.text[: self._stem[0]] + name + behind
        self.at = self._stem[0] + len(name)

    def _look_back(self, step: int) -> None:
        self._looking_at = min(max(self._looking_at + step, 0), len(self._earlier))
        self.text = (*self._earlier, "")[self._looking_at]
        self.at = len(self.text)
