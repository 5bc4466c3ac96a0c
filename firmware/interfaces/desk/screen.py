"""The desk on a whole terminal, by prompt_toolkit: the table as a picture, a line to type in."""

from __future__ import annotations

import asyncio
import os
import re
import termios
import time
from collections.abc import Sequence
from contextlib import suppress

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import Completion
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples as Line
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import AfterInput
from prompt_toolkit.output import Output, create_output

from engine.message import gettext
from firmware.interfaces.desk import layout
from firmware.interfaces.desk.output import DeskView
from firmware.interfaces.desk.words import LONGEST_LINE, DeskWords
from firmware.words.language import say

A_CODE = 6  # digits of a code of ours; other stickers have more
SCANNER_GAP_S = 0.05  # nobody types as fast as that, digit after digit
SILENCE_S = 0.1  # ends a code of a scanner that sends no Enter; ends a lone Escape too
SEPARATORS = ("c-\\", "c-]", "c-^", "c-_")  # control characters that a 2D code may rightly hold

REST_OF_HELP = gettext("Press Enter for the rest of the help.")


class Screen:
    """The face of a desk on a terminal. `dots`: its font has braille."""

    def __init__(self, source: Input, output: Output, dots: bool = True) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._source, self._output, self._dots = source, output, dots
        self._view, self._words = DeskView(), DeskWords()
        self._note = ""
        self._help: Sequence[str] = ()
        self._more: Sequence[str] = ()  # of the help, for Enter
        self._began = 0.0  # when the first key of the line was pressed
        self._silence: asyncio.TimerHandle | None = None
        self._buffer = Buffer(multiline=False)
        self._app = self._application()

    def _application(self) -> Application[None]:
        entry = BufferControl(self._buffer, [AfterInput(self._ghost, layout.DIM)])
        text = FormattedTextControl
        title = Window(text(self._title), wrap_lines=True, dont_extend_height=True)
        state = Window(text(self._state), dont_extend_width=True)
        prompt = Window(text([("bold", "›")]), width=2)
        rows = [
            VSplit([title, state]),
            Window(text(self._body)),
            Window(text(self._hint), dont_extend_height=True),
            VSplit([prompt, Window(entry)], height=1),
        ]
        app: Application[None] = Application(
            Layout(HSplit(rows, window_too_small=Window()), entry),
            key_bindings=self._keys(),
            include_default_pygments_style=False,
            full_screen=True,
            terminal_size_polling_interval=None,  # it is told of a new size
            input=self._source,
            output=self._output,
        )
        app.ttimeoutlen = app.timeoutlen = SILENCE_S
        app.key_processor.before_key_press += self._key_pressed
        return app

    async def run(self) -> None:
        """Read keys until the person leaves or the terminal hangs up.

        What is typed but unread is thrown away: it was meant for the desk, and a shell must not
        carry it out.
        """
        try:
            with suppress(EOFError, OSError):
                await self._app.run_async(set_exception_handler=False, handle_sigint=False)
        finally:
            with suppress(termios.error):  # hung up
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)
            self.lines.put_nowait(None)

    def show(self, view: DeskView, words: DeskWords) -> None:
        self._view, self._words = view, words
        self._app.invalidate()

    def say(self, note: str, is_long: bool = False) -> None:
        """Say why a line was not taken; a long one need not be typed again."""
        self._note = note + " Arrow up brings the line back." * is_long
        self._app.invalidate()

    def help(self, lines: Sequence[str]) -> None:
        self._help = lines
        self._app.invalidate()

    def resized(self) -> None:
        self._app.renderer.clear()
        self._app.invalidate()

    # What is shown

    def _title(self) -> Line:
        return layout.title(self._view, self._output.get_size().columns)

    def _state(self) -> Line:
        return layout.state(self._view, self._output.get_size().columns)

    def _helped(self) -> tuple[list[str], Sequence[str]]:
        """What is shown of the help, and what is not."""
        rows, columns = self._output.get_size()
        return layout.help_page(self._help, columns, rows - layout.TITLE_HINT_AND_INPUT)

    def _body(self) -> Line:
        rows, columns = self._output.get_size()
        lines = layout.body(self._view, self._helped()[0], columns, rows, self._dots)
        return layout.joined(lines)

    def _hint(self) -> Line:
        rows, columns = self._output.get_size()
        if self._note:
            return layout.wrapped(self._note, layout.NOTE, columns, max(rows // 2, 3))
        if self._help:
            more = say(REST_OF_HELP, self._view.language) if self._helped()[1] else ""
            return layout.wrapped(more, layout.NOTE, columns)
        typed = self._buffer.document.text_before_cursor
        if typed and not typed.isdecimal() and (choices := self._choices()):
            state = self._buffer.complete_state
            return layout.offer(choices, state.complete_index if state else None, columns)
        return layout.wrapped(self._view.hint, "", columns)

    def _ghost(self) -> str:
        """What Tab would add, to be shown behind the cursor."""
        choices, document = self._choices(), self._buffer.document
        if self._buffer.complete_state or not choices or document.text_after_cursor:
            return ""
        name, start = choices[0].text, choices[0].start_position
        stub = document.text_before_cursor[start:].lower() if start else ""
        return name[len(stub) :] if stub and name.startswith(stub) else ""

    def _choices(self) -> list[Completion]:
        """What the word before the cursor may become; once Tab is pressed, those to go through."""
        if self._buffer.complete_state:
            return self._buffer.complete_state.completions
        before = self._buffer.document.text_before_cursor
        begin, choices = self._words.complete(before)
        start = begin - len(before)
        return [Completion(name, start, display_meta=title) for name, title in choices.items()]

    # What is typed

    def _keys(self) -> KeyBindings:
        """Add to prompt_toolkit's usual keys what a desk, and a scanner that types, need."""
        keys, buffer = KeyBindings(), self._buffer
        is_code = Condition(lambda: buffer.text.isdecimal())
        for separator in SEPARATORS:
            keys.add(separator, eager=True)(self._insert)
        keys.add(Keys.Any)(self._insert)
        keys.add(Keys.BracketedPaste)(lambda event: self._paste(event.data))
        keys.add("enter")(lambda event: self._enter())
        keys.add("tab", filter=is_code)(lambda event: self._enter())  # so some scanners end it
        keys.add("tab", filter=~is_code)(lambda event: self._choose(1))
        keys.add("s-tab")(lambda event: self._choose(-1))
        keys.add("right", filter=Condition(lambda: bool(self._ghost())))(
            lambda event: buffer.insert_text(self._ghost())
        )
        keys.add("escape")(lambda event: buffer.reset())
        keys.add("c-c")(lambda event: event.app.exit())
        keys.add("c-d", filter=Condition(lambda: not buffer.text))(lambda event: event.app.exit())
        keys.add("c-z")(lambda event: None)  # scanners elsewhere are still scored
        return keys

    def _key_pressed(self, sender: object) -> None:
        """Take back what the desk said."""
        self._more = self._helped()[1]
        self._note, self._help = "", ()
        if self._silence:
            self._silence.cancel()

    def _insert(self, event: KeyPressEvent) -> None:
        """Insert a character. Digits that came as fast as a scanner types end with silence."""
        now = time.monotonic()
        if not self._buffer.text:
            self._began = now
        self._buffer.insert_text(event.data)
        code = self._buffer.text
        fast = now < self._began + SCANNER_GAP_S * len(code)
        if fast and len(code) >= A_CODE and code.isdecimal():
            self._silence = asyncio.get_running_loop().call_later(SILENCE_S, self._enter)

    def _paste(self, text: str) -> None:
        """Enter every whole line; leave the last one, which has no end, to be edited."""
        *lines, rest = re.split("\r\n|\r|\n", text)
        for line in lines:
            self._buffer.insert_text(line)
            self._enter()
        self._buffer.insert_text(rest)

    def _enter(self) -> None:
        text = self._buffer.text[:LONGEST_LINE]
        if not text.isdecimal():
            self._buffer.append_to_history()
        self._buffer.reset()
        if text.strip():
            known = text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
            self.lines.put_nowait(known)
        elif self._more:
            self.help(self._more)

    def _choose(self, step: int) -> None:
        """Put the first choice in the word's place; the next one when pressed again."""
        buffer = self._buffer
        if not buffer.complete_state:
            buffer.complete_state = CompletionState(buffer.document, self._choices())
        if step > 0:
            buffer.complete_next()
        else:
            buffer.complete_previous()


def open_screen() -> Screen:
    """Make a screen on the terminal, as colourful as that can show."""
    return Screen(create_input(), create_output(), dots=os.environ["TERM"] != "linux")
