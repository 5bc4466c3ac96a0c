"""The desk's two ways to show itself: keys and pictures on a terminal, or plain lines where the
terminal is none or a dumb one. Bytes in, entered lines out; views in, and drawn or printed."""

import codecs
import re
import time
from collections.abc import Iterator

from firmware.desk.layout import Asked, DeskView, Outcome, layout
from firmware.desk.line_editor import LONGEST, SCANNER_GAP_S, SILENCE_S, InputLine, Key, KeyReader
from firmware.desk.terminal import Terminal, plain
from firmware.desk.words import Words

A_CODE = 6  # digits of a code of ours; other stickers have more


class Full:
    """The whole screen. A line that is None: leave at once."""

    waits = False  # codes need not wait for each other's answers

    def __init__(self, terminal: Terminal) -> None:
        self.line = InputLine(Words())
        self._terminal = terminal
        self._keys = KeyReader()
        self._asked = Asked()
        self._fast, self._last = True, 0.0  # is the line typed as only a scanner types, till when

    def open(self) -> None:
        self._terminal.enter()

    def close(self) -> None:
        self._terminal.restore()

    def learn(self, words: Words) -> None:
        self.line.words = words
        self.line.offer()

    def patience(self) -> float | None:
        """How long to wait for more of a key, or of a code without Enter; else for ever."""
        return SILENCE_S if self._keys.half or self._code_stands() else None

    def _code_stands(self) -> bool:
        return self._fast and self.line.text.isdecimal() and len(self.line.text) >= A_CODE

    def feed(self, chunk: bytes) -> Iterator[str | None]:
        now = time.monotonic()
        slow = now - self._last > SCANNER_GAP_S
        self._fast, self._last = not self.line.text or (self._fast and not slow), now
        for key in self._keys.read(chunk):
            yield from self._press(key)

    def silence(self) -> Iterator[str | None]:
        if self._code_stands():
            yield from self._press(Key("enter"))
        for key in self._keys.silence():
            yield from self._press(key)

    def _press(self, key: Key) -> Iterator[str | None]:
        self._asked = Asked()
        if key.name == "leave" or (key.name == "end-of-file" and not self.line.text):
            yield None
        elif key.name == "redraw":
            self._terminal.enter()
        elif entered := self.line.press(key._replace(name="delete") if key.name == "end-of-file"
                                        else key):  # fmt: skip
            yield entered

    def say(self, note: str) -> None:
        self._asked = Asked(note=note)

    def help(self, lines: tuple[str, ...]) -> None:
        self._asked = Asked(help=lines)

    def draw(self, view: DeskView) -> None:
        size = self._terminal.size()
        self._terminal.draw(*layout(view, self.line, self._asked, size, self._terminal.seen))


class Plain:
    """A line in, a line out for its answer, nothing else."""

    waits = True  # each answer is printed before the next scan is sent

    def __init__(self, stdout_fd: int, person: bool) -> None:
        self._stdout, self._person = stdout_fd, person
        self._decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
        self._begun = ""
        self._printed = 0
        self._hint = ""

    def open(self) -> None:
        pass

    def close(self) -> None:
        pass

    def learn(self, words: Words) -> None:
        pass

    def patience(self) -> float | None:
        return None

    def feed(self, chunk: bytes) -> Iterator[str | None]:
        """The lines that are complete; an empty chunk (the end) completes the last."""
        *lines, begun = re.split("[\r\n]", self._decode(chunk, final=not chunk))
        for line in lines:
            yield from self._entered(self._begun + line)
            self._begun = ""
        self._begun = (self._begun + begun)[:LONGEST]
        if not chunk:
            yield from self._entered(self._begun)

    def _entered(self, line: str) -> Iterator[str]:
        if line.strip() and not line.lstrip().startswith("#"):
            yield line[:LONGEST]

    def silence(self) -> Iterator[str | None]:
        return iter(())

    def say(self, note: str) -> None:
        plain(self._stdout, f"refused {note}")

    def help(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            plain(self._stdout, line)

    def draw(self, view: DeskView) -> None:
        """Prints the answers that are new, and for a person the hint when it changes."""
        fresh = view.heard - self._printed
        self._printed = view.heard
        for outcome in view.answers()[-fresh:] if fresh > 0 else ():
            self._answer(outcome, view.unsaved)
        if self._person and view.hint not in ("", self._hint):
            self._hint = view.hint
            plain(self._stdout, self._hint)

    def _answer(self, outcome: Outcome, unsaved: bool) -> None:
        mark = ("accepted" if outcome.accepted else "refused") + " UNSAVED" * unsaved
        plain(self._stdout, f"{mark} {' / '.join(outcome.text.split(chr(10)))}")
