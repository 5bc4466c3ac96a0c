"""What scanners read, and what is typed at the desk."""

import shutil
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fuzz.reading import Read, scratch


def serial_scanner() -> Read:
    """Bytes of a serial port, to the table and what it shows."""
    from drivers.scanner.code_collector import Collector

    table = _Table(scratch() / "serial")

    def codes(content: bytes) -> Iterator[str]:
        collector, now = Collector(), 1000.0
        for character in content.decode("latin-1"):
            now += 1.0 if character == "\x1c" else 0.001
            if code := collector.add(character, now):
                yield code.text
        if code := collector.end():
            yield code.text

    return lambda content: table.read(codes(content))


def keyboard_scanner() -> Read:
    """Events as the kernel writes them: kind, code, value, milliseconds before it."""
    from drivers.scanner.keystrokes import Keystrokes

    table = _Table(scratch() / "keys")

    def codes(content: bytes) -> Iterator[str]:
        keys, now = Keystrokes(), 1000.0
        for kind, key, value, ms in struct.iter_unpack("<BHBB", content[: len(content) // 5 * 5]):
            now += ms / 1000
            if code := keys.take(kind, key, value, now):
                yield code.text
        if code := keys.collector.end():
            yield code.text

    return lambda content: table.read(codes(content))


def typed_lines() -> Read:
    """Lines typed at the desk, or from a pipe."""
    from firmware.core.app.messages import Typed

    table = _Table(scratch() / "desk")

    def read(content: bytes) -> None:
        for line in content.decode("utf-8", "surrogateescape").splitlines():
            table.take(Typed(line))

    return read


class _Table:
    """A table that plays on and on; after some scans it begins anew."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begin()

    def _begin(self) -> None:
        from support.table_app import AppTable

        shutil.rmtree(self._folder, ignore_errors=True)
        self._table = AppTable(self._folder, synchronous="OFF")

    def read(self, codes: Iterable[str]) -> None:
        """What a scanner reads."""
        from support.table_app import SCANNER

        from drivers.events import Reading

        for text in codes:
            assert 0 < len(text) <= 257
            self.take(Reading(text, SCANNER, 0, self._table.now, 3.0))
        assert self._table.panel

    def take(self, message: Any) -> None:
        from support.log_lines import RECORDS

        table = self._table
        table.now += 1
        table.app.take(message)
        assert not [line for line in table.log if "a bug" in line], table.log[-3:]
        del table.shows[:-1], RECORDS[:]
        if len(table.app.table.past) > 300:
            table.unplugged()
            self._begin()
