"""Read a scanner on a serial port (USB-serial, UART; one thread each); report to a sink.

Law: every byte is kept as the character of the same number, control characters too; only CR,
LF, CRLF, Tab or 100 ms of silence end a code. What was cut by an unplug is thrown away.
"""

import os
import termios
import time
from typing import TYPE_CHECKING

from drivers.events import (
    NO_PORT,
    Lane,
    PartialDropped,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
    ScannerSink,
    reason,
)
from drivers.inotify import Watch
from drivers.scanner.code_collector import Code, Collector
from drivers.threads import AGAIN_S, Clock, ReaderThread

if TYPE_CHECKING:
    from serial import Serial

MISSING = "serial scanners need pyserial"
_ABSENT = "not there"


class SerialScanner(ReaderThread):
    """The scanner on one named port, present or absent; `port` is its source, too."""

    def __init__(
        self,
        sink: ScannerSink,
        port: str,
        lane: Lane = 0,
        baud: int = 9600,
        *,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__(port, sink, clock)
        self._port, self._lane, self._baud = port, lane, baud
        self._lost = ""  # why the port is not read, as last reported

    def _run(self) -> None:
        watch = Watch(os.path.dirname(os.path.abspath(self._port)))
        try:
            while not self._stopping:
                line = self._open()
                self._reads()
                if line is not None:
                    with line:
                        self._read(line)
                self._await(watch)
        except ImportError:
            self._sink(ReaderMissing(MISSING, "pyserial"))
        finally:
            watch.close()

    def _open(self) -> "Serial | None":
        import serial  # 4 ms of CPU, only for who has such a scanner

        if not os.path.exists(self._port):
            self._lose(_ABSENT)
            return None
        try:
            line = serial.Serial(self._port, self._baud, timeout=0, exclusive=True)
        except (OSError, ValueError, termios.error) as error:
            why = reason(error, NO_PORT) if isinstance(error, OSError) else str(error)[:64]
            self._lose(why)
            return None
        self._lost = ""
        self._sink(ScannerFound(self._port, name=self._port))
        return line

    def _await(self, watch: Watch) -> None:
        """Wait for the port to come, or a second if it is there but could not be opened."""
        again_at = self._clock() + AGAIN_S if os.path.lexists(self._port) else None
        ready = self._wait([watch.fd], again_at)
        if watch.fd in ready:
            watch.drain()

    def _read(self, line: "Serial") -> None:
        """Drain the port until it is gone or it is time to stop."""
        collector = Collector()
        while not self._stopping:
            before = self._clock()
            due = collector.due
            if line.fd in self._wait([line.fd], due):
                try:
                    chunk = line.read(4096)
                except OSError as error:  # pyserial's own is one
                    if collector.holds:
                        self._sink(PartialDropped(self._port, "unplugged", lane=self._lane))
                    self._lose(reason(error))
                    return
                now = self._clock()
                for character in chunk.decode("latin-1"):
                    self._hear(collector.add(character, now))
            elif due is not None and due <= before:
                self._hear(collector.end())

    def _hear(self, code: Code | None) -> None:
        if code:
            self._sink(Reading(code.text, self._port, self._lane, code.moment, code.ms_per_digit))

    def _lose(self, reason: str) -> None:
        """Report once why the port is not read, and again if it is there and cannot be opened."""
        if not self._lost or reason not in (self._lost, _ABSENT):
            self._lost = reason
            self._sink(ScannerLost(self._port, reason, name=self._port))
