"""The desk on a whole terminal, by prompt_toolkit: the table as a picture, a line to type in."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import termios
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from prompt_toolkit.application import Application, in_terminal
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, HSplit, Layout, UIControl, VSplit, Window
from prompt_toolkit.layout.controls import UIContent
from prompt_toolkit.layout.processors import AfterInput
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from firmware.desk import layout
from firmware.desk.output import DeskView
from firmware.desk.words import LONGEST_LINE, Words

A_CODE = 6  # digits of a code of ours; other stickers have more
SCANNER_GAP_S = 0.05  # nobody types as fast as that, digit after digit
SILENCE_S = 0.1  # ends a code of a scanner that sends no Enter; ends a lone Escape too
SEPARATORS = ("c-\\", "c-]", "c-^", "c-_")  # control characters that a 2D code may rightly hold


class Screen:
    """`dots`: the terminal's font has braille."""

    waits = False

    def __init__(
        self, source: Input, output: Output, depth: ColorDepth | None = None, dots: bool = True
    ) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.signals: Mapping[signal.Signals, Callable[[], None]] = {
            signal.SIGWINCH: self._redraw,
            signal.SIGCONT: self._continue,
            signal.SIGTSTP: self._suspend,
        }
        self._source, self._output, self._dots = source, output, dots
        self._view, self._words = DeskView(), Words()
        self._note, self._help = "", ()  # type: tuple[str, tuple[str, ...]]
        self._offered: tuple[object, list[Completion]] = (None, [])
        self._at_once = False
        self._fast, self._last = True, 0.0  # is the line typed as only a scanner types, till when
        self._silence: asyncio.TimerHandle | None = None
        self._buffer = Buffer(multiline=False)
        self._continued = asyncio.Event()
        self._continued.set()
        self._app = self._application(depth)
        try:
            self._before = termios.tcgetattr(source.fileno())
        except termios.error:  # a test's pipe
            self._before = []

    def _application(self, depth: ColorDepth | None) -> Application[None]:
        entry = BufferControl(self._buffer, [AfterInput(self._ghost, layout.DIM)])
        rows = [
            VSplit(
                [
                    Window(_Lines(lambda columns, rows: [layout.title(self._view)])),
                    Window(
                        _Lines(lambda columns, rows: [layout.state(self._view)]),
                        dont_extend_width=True,
                    ),
                ],
                height=1,
            ),
            Window(_Lines(self._body)),
            Window(_Lines(self._hint), dont_extend_height=True),
            VSplit(
                [Window(_Lines(lambda columns, rows: [[("bold", "›")]]), width=2), Window(entry)],
                height=1,
            ),
        ]
        app: Application[None] = Application(
            Layout(HSplit(rows, window_too_small=Window()), entry),
            key_bindings=self._keys(),
            include_default_pygments_style=False,
            full_screen=True,
            color_depth=depth,
            # Not the main thread: signals are passed on to it instead of polling.
            terminal_size_polling_interval=None,
            input=self._source,
            output=self._output,
        )
        app.ttimeoutlen = app.timeoutlen = SILENCE_S
        app.key_processor.before_key_press += self._key_pressed
        app.after_render += self._rendered
        return app

    async def run(self) -> None:
        """Read keys until the person leaves or the terminal hangs up."""
        with suppress(EOFError):
            await self._app.run_async(set_exception_handler=False, handle_sigint=False)

    def show(self, view: DeskView, words: Words) -> None:
        self._view, self._words = view, words
        self._app.invalidate()

    def say(self, note: str) -> None:
        self._note = note
        self._app.invalidate()

    def help(self, lines: tuple[str, ...]) -> None:
        self._help = lines
        self._app.invalidate()

    def close(self) -> None:
        """Restore the terminal, even if its thread is stuck in writing to it.

        What is typed but unread is thrown away: it was meant for the desk, and a shell must not
        carry it out.
        """
        before, self._before = self._before, []
        if before:
            with suppress(termios.error):  # hung up: nobody is left to restore it for
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)
                termios.tcsetattr(self._source.fileno(), termios.TCSANOW, before)

    def _redraw(self) -> None:
        self._app.renderer.clear()
        self._app.invalidate()

    def _continue(self) -> None:
        """Go on after a stop, in which a shell may have changed the terminal's mode."""
        if self._continued.is_set():
            self._source.raw_mode().__enter__()
            self._redraw()
        self._continued.set()

    def _suspend(self) -> None:
        async def stop() -> None:
            async with in_terminal():
                if self._before:  # its own idea of a usual mode is not quite this terminal's
                    termios.tcsetattr(self._source.fileno(), termios.TCSANOW, self._before)
                self._continued.clear()
                os.kill(os.getpid(), signal.SIGSTOP)
                await self._continued.wait()  # this thread may run on for a moment

        if self._app.is_running:
            self._app.create_background_task(stop())

    # What is shown

    def _body(self, columns: int, rows: int) -> list[layout.Line]:
        room = self._output.get_size().rows - 3  # a long hint covers old scans, not the picture
        return layout.body(self._view, self._help, columns, room, self._dots)[:rows]

    def _hint(self, columns: int, rows: int) -> list[layout.Line]:
        if self._note:
            return layout.wrapped(self._note, layout.NOTE, columns)
        choices = [(one.text, one.display_meta_text) for one in self._choices()]
        if choices:
            state = self._buffer.complete_state
            return [layout.offer(choices, state.complete_index if state else None, columns)]
        lines = layout.wrapped(self._view.hint, "", columns)
        if not self._help:
            lines += layout.too_small(self._view, *self._output.get_size()[::-1], self._dots)
        return lines

    def _ghost(self) -> str:
        """What Tab would add, to be shown behind the cursor."""
        choices, document = self._choices(), self._buffer.document
        if self._buffer.complete_state or not choices or document.text_after_cursor:
            return ""
        begin = choices[0].start_position
        stub = document.text_before_cursor[begin:].lower() if begin else ""
        return choices[0].text[len(stub) :] if stub and choices[0].text.startswith(stub) else ""

    def _choices(self) -> list[Completion]:
        """What the word before the cursor may become; once Tab is pressed, those to go through."""
        if self._buffer.complete_state:
            return self._buffer.complete_state.completions
        before = self._buffer.document.text_before_cursor
        return self._completions(before) if before and not before.isdecimal() else []

    def _completions(self, before: str) -> list[Completion]:
        if self._offered[0] != (before, self._words):
            begin, choices = self._words.complete(before)
            start = begin - len(before)
            found = [Completion(one.name, start, display_meta=one.title) for one in choices]
            self._offered = (before, self._words), found
        return self._offered[1]

    # What is typed

    def _keys(self) -> KeyBindings:
        """Add to prompt_toolkit's usual keys what a desk, and a scanner that types, need."""
        keys, buffer = KeyBindings(), self._buffer
        for separator in SEPARATORS:
            keys.add(separator, eager=True)(self._insert)
        keys.add(Keys.Any)(self._insert)
        keys.add(Keys.BracketedPaste)(lambda event: self._paste(event.data))
        keys.add("enter")(lambda event: self._enter())
        keys.add("tab", filter=Condition(lambda: buffer.text.isdecimal()))(
            lambda event: self._enter()  # a scanner that ends its codes with Tab
        )
        keys.add("tab", filter=Condition(lambda: not buffer.text.isdecimal()))(
            lambda event: self._choose(1)
        )
        keys.add("s-tab")(lambda event: self._choose(-1))
        keys.add("right", filter=Condition(lambda: bool(self._ghost())))(
            lambda event: buffer.insert_text(self._ghost())
        )
        keys.add("escape")(lambda event: buffer.reset())
        keys.add("c-c")(lambda event: event.app.exit())
        keys.add("c-d", filter=Condition(lambda: not buffer.text))(lambda event: event.app.exit())
        keys.add("c-z")(lambda event: None)  # scanners elsewhere are still scored
        return keys

    def _insert(self, event: KeyPressEvent) -> None:
        room = LONGEST_LINE - len(self._buffer.text)
        self._buffer.insert_text(event.data[: max(room, 0)])
        if self._fast and len(self._buffer.text) >= A_CODE and self._buffer.text.isdecimal():
            self._silence = asyncio.get_running_loop().call_later(SILENCE_S, self._enter)

    def _paste(self, text: str) -> None:
        """Enter every whole line; leave the last one, which has no end, to be edited."""
        *lines, rest = re.split("\r\n|\r|\n", text)
        for line in lines:
            self._buffer.insert_text(line[:LONGEST_LINE])
            self._enter()
        self._buffer.insert_text(rest[:LONGEST_LINE])

    def _enter(self) -> None:
        text = self._buffer.text
        if not text.isdecimal():
            self._buffer.append_to_history()
        self._buffer.reset()
        if text.strip():
            known = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            self.lines.put_nowait(known)

    def _choose(self, step: int) -> None:
        """Put the first choice in the word's place; the next one when pressed again."""
        buffer = self._buffer
        if not buffer.complete_state:
            choices = self._completions(buffer.document.text_before_cursor)
            if not choices:
                return
            buffer.complete_state = CompletionState(buffer.document, choices)
        state = buffer.complete_state
        at = state.complete_index
        if at is None:
            at = min(-step, 0)
        buffer.go_to_completion((at + step) % len(state.completions))

    def _key_pressed(self, sender: object) -> None:
        """Take back what the desk said; tell a scanner's typing from a person's."""
        self._note, self._help = "", ()
        now = time.monotonic()
        slow = not self._at_once and now - self._last > SCANNER_GAP_S
        self._at_once = bool(self._app.key_processor.input_queue)  # more came with this key
        self._fast, self._last = not self._buffer.text or (self._fast and not slow), now
        if self._silence:
            self._silence.cancel()

    def _rendered(self, sender: object) -> None:
        gc.collect(1)  # what a drawing leaves behind is large, and refers to itself
        self._last = time.monotonic()  # the time of drawing is not the typist's


class _Lines(UIControl):
    """Lines that are made anew for each drawing, and kept by nobody: their caches are large."""

    def __init__(self, read: Callable[[int, int], list[layout.Line]]) -> None:
        self._read = read

    def preferred_width(self, max_available_width: int) -> int:
        return max(map(layout.width, self._read(max_available_width, 0)), default=0)

    def preferred_height(
        self, width: int, max_available_height: int, wrap_lines: bool, get_line_prefix: object
    ) -> int:
        return len(self._read(width, max_available_height))

    def create_content(self, width: int, height: int | None) -> UIContent:
        lines = self._read(width, height or 0)
        return UIContent(lambda at: list(lines[at]), len(lines), show_cursor=False)


class _Output(Vt100_Output):
    """A terminal that may be gone: its input tells so, too."""

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def screen_on(stdin_fd: int, stdout_fd: int, environ: Mapping[str, str]) -> Screen:
    """Make a screen on a terminal, as colourful as that can show."""
    term = environ.get("TERM", "")
    stdout = open(stdout_fd, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    source = Vt100Input(open(stdin_fd, encoding="utf-8", closefd=False))  # noqa: SIM115
    output = _Output.from_pty(stdout, term=term)
    return Screen(source, output, depth(environ), dots=term != "linux")


def depth(environ: Mapping[str, str]) -> ColorDepth:
    """Read from its environment how many colours a terminal has."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term.startswith(("vt1", "vt2")):
        return ColorDepth.DEPTH_1_BIT
    if environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith("direct"):
        return ColorDepth.DEPTH_24_BIT
    return ColorDepth.DEPTH_8_BIT if "256" in term else ColorDepth.DEPTH_4_BIT
