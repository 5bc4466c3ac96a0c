"""The terminal's manners: styled spans in, safe bytes out; raw mode on, the old mode always back.

Every text a frame is made of passes `visible`, so nothing a barcode or a name holds can steer the
terminal: the only escape sequences written are the ones spelled out in this file.
"""

import os
import re
import sys
import termios
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

Span = tuple[str, str]  # text, style
Line = tuple[Span, ...]

# ASCII, and what pictures are drawn with: a column each.
_NARROW = re.compile("[\x20-\x7e\u2500-\u259f\u2800-\u28ff]*").fullmatch

ENTER = b"\x1b[?1049h\x1b[?7l\x1b[2J\x1b[H"  # own screen, no wrapping, empty
LEAVE = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
BEGIN_FRAME, END_FRAME = "\x1b[?2026h\x1b[?25l", "\x1b[?25h\x1b[?2026l"

# badge: (red, green, blue), the nearest of 256 colours, the nearest of 16
BADGES: dict[str, tuple[tuple[int, int, int], int, int]] = {
    "red": ((232, 62, 52), 196, 31),
    "orange": ((255, 145, 20), 208, 33),
    "yellow": ((250, 222, 60), 226, 93),
    "green": ((70, 190, 85), 40, 32),
    "cyan": ((80, 215, 225), 51, 36),
    "blue": ((80, 120, 255), 33, 34),
    "magenta": ((225, 90, 205), 201, 35),
    "white": ((240, 240, 240), 231, 97),
}
# style: with colours, without
STYLES = {
    "": ("", ""),
    "bold": ("1", "1"),
    "dim": ("90", ""),
    "good": ("32", ""),
    "bad": ("1;31", "1"),
    "alert": ("1;97;41", "1;7"),
    "note": ("33", "1"),
    "chosen": ("7", "7"),
    "many": ("30;47", "7"),
    "glass": ("38;5;195;48;5;16", ""),
}


class Look(NamedTuple):
    """What a terminal can show. colours: 0, 16, 256 or 1 << 24."""

    colours: int = 0
    braille: bool = True


def look(environ: Mapping[str, str]) -> Look | None:
    """None for a terminal that takes plain lines only: dumb, or not UTF-8."""
    term = environ.get("TERM", "")
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "UTF-8"
    if term in ("", "dumb", "unknown") or "utf" not in locale.lower():
        return None
    if environ.get("NO_COLOR") or term.startswith(("vt1", "vt2")):
        colours = 0
    elif environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith("direct"):
        colours = 1 << 24
    else:
        colours = 256 if "256" in term else 16
    return Look(colours, braille=term != "linux")  # the kernel's console has no braille


def visible(text: str) -> str:
    """The text with everything that is not plainly printable (control, direction) spelled out."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def cells(text: str) -> int:
    """How many columns the text takes."""
    if _NARROW(text):
        return len(text)
    import unicodedata  # late: a name outside ASCII is the only one who needs it

    return sum(
        0
        if unicodedata.category(c) in ("Mn", "Me")
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def cut(text: str, columns: int) -> str:
    """The text made visible, and no wider than that many columns."""
    # A character is at least a column, but for marks: 8 of them on a letter are plenty.
    text = visible(text[: 8 * max(columns, 0)])
    if cells(text) <= columns:
        return text
    while text and cells(text) > columns - 1:
        text = text[: min(len(text) - 1, columns)] if text.isascii() else text[:-1]
    return text + "…" if columns > 0 else ""


def fit(line: Line, columns: int) -> Line:
    """The line, cut at the right edge."""
    out: list[Span] = []
    for text, style in line:
        out.append((cut(text, columns), style))
        columns -= cells(out[-1][0])
    return tuple(out)


def wide(line: Line) -> int:
    return sum(cells(text) for text, _ in line)


def sgr(style: str, colours: int) -> str:
    """The escape sequence of a style: one of STYLES, a badge or "on <badge>" (as ground)."""
    how, _, badge = style.rpartition(" ")
    if badge not in BADGES:
        codes = STYLES.get(style, STYLES[""])[colours == 0]
    elif colours == 0:
        codes = "1;7" if how == "on" else ""
    else:
        codes = ("1;30;" if how == "on" else "") + _badge(badge, colours, how == "on")
    return f"\x1b[{codes}m" if codes else ""


def _badge(badge: str, colours: int, behind: bool) -> str:
    rgb, of_256, of_16 = BADGES[badge]
    if colours > 256:
        return f"{48 if behind else 38};2;{rgb[0]};{rgb[1]};{rgb[2]}"
    if colours == 256:
        return f"{48 if behind else 38};5;{of_256}"
    return str(of_16 + 10 * behind)


def encode(line: Line, colours: int) -> str:
    parts = []
    for text, style in line:
        paint = sgr(style, colours)
        parts.append(f"{paint}{visible(text)}\x1b[0m" if paint else visible(text))
    return "".join(parts)


class Terminal:
    """One terminal, held in raw mode between `enter` and `restore`."""

    def __init__(self, stdin_fd: int, stdout_fd: int, seen: Look) -> None:
        self.seen = seen
        self._stdin, self._stdout = stdin_fd, stdout_fd
        self._before = termios.tcgetattr(stdin_fd)
        self._gone = False
        self._writing = threading.Lock()  # a signal restores while the desk's thread may draw
        self._shown: list[Line] = []

    def enter(self) -> None:
        """Raw mode and an empty screen of our own; again after a resize or a stop."""
        mode: list[Any] = [*self._before[:6], list(self._before[6])]
        mode[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR | termios.IXON | termios.ISTRIP)
        mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        if not self._gone:
            termios.tcsetattr(self._stdin, termios.TCSANOW, mode)
        self._shown = []
        self._write(ENTER)

    def restore(self) -> None:
        """As it was, for good; twice is once. What is typed but unread is thrown away: it was
        meant for the desk, and a shell must not carry it out."""
        if self._gone:
            return
        self._write(LEAVE)
        self._gone = True
        with suppress(OSError, termios.error):  # hung up: nobody is left to restore it for
            termios.tcflush(self._stdin, termios.TCIFLUSH)
            termios.tcsetattr(self._stdin, termios.TCSANOW, self._before)

    def size(self) -> tuple[int, int]:
        """Columns and rows; 80x24 where nobody knows (a serial console says 0x0)."""
        try:
            columns, rows = os.get_terminal_size(self._stdout)
        except OSError:
            columns, rows = 0, 0
        return columns or 80, rows or 24

    def draw(self, lines: list[Line], cursor: tuple[int, int]) -> None:
        """Writes the lines that changed, in one go, and sets the cursor (row, column from 0)."""
        columns, _ = self.size()
        parts = [BEGIN_FRAME]
        for row, line in enumerate(lines):
            if row < len(self._shown) and self._shown[row] == line:
                continue
            rest = "\x1b[K" if wide(line) < columns else ""
            parts.append(f"\x1b[{row + 1};1H{encode(line, self.seen.colours)}{rest}")
        parts.append(f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H{END_FRAME}")
        self._shown = lines
        self._write("".join(parts).encode("utf-8", "backslashreplace"))

    def _write(self, frame: bytes) -> None:
        # A thread stuck in a stalled terminal must not keep a signal from ending the program.
        held = self._writing.acquire(timeout=1)
        try:
            while frame and held and not self._gone:
                frame = frame[os.write(self._stdout, frame) :]
        except OSError:
            self._gone = True
        finally:
            if held:
                self._writing.release()


def plain(fd: int, line: str) -> None:
    """One plain line out, escaped, at once. What cannot be written is owed to standard output's
    end: the scans that it answers are saved, and more may come.
    """
    encoding = "utf-8" if sys.getfilesystemencoding() == "utf-8" else "ascii"
    rest = (visible(line) + "\n").encode(encoding, "backslashreplace")
    try:
        while rest:
            rest = rest[os.write(fd, rest) :]
    except BrokenPipeError:
        return  # nobody listens any more
    except OSError as why:
        owe = getattr(sys.stdout, "owe", None)  # only the program's own has one
        if owe is not None:
            owe(why.strerror)
