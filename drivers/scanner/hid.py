"""Read all keyboard-type scanners in one thread; report what they do to a sink.

Law: an ordinary keyboard is never touched, heard or reported. A device is a scanner once a code
of ours has come from it faster than anybody types, or because its owner named it; from then on,
and at once after a replug, it is grabbed, so that nothing it reads is typed anywhere else.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from drivers.events import GrabRefused, Lane, ReaderMissing, ScannerLost, ScannerSink, reason
from drivers.inotify import Watch
from drivers.scanner.code_collector import SILENCE, Code
from drivers.scanner.evdev_device import Device, Keyboard, names_of, open_evdev
from drivers.scanner.keymap import types_codes
from drivers.threads import AGAIN_S, Clock, ReaderThread

FASTER_THAN_HANDS_MS = 50  # a digit
READER = "keyboard-type scanners"
MISSING = "keyboard-type scanners need evdev"
_TRIES = 5  # a second apart, at a node that does not open


class HidScanners(ReaderThread):
    """Every keyboard-type scanner of this machine.

    `is_ours` knows a valid code. `lanes` names scanners, by "vendor:product" in hex or, to tell
    twins apart, by "vendor:product/" and the place they are plugged in (evdev's `phys`) or their
    own number (its `uniq`), and gives each its lane. `remembered` are the sources of earlier
    `ScannerFound(learnt=True)`. `counted` is called at the start and at each change with
    how many devices are open that are scanners or might be.
    """

    def __init__(
        self,
        sink: ScannerSink,
        is_ours: Callable[[str], bool],
        lanes: Mapping[str, Lane] | None = None,
        remembered: Iterable[str] = (),
        *,
        folder: str = "/dev/input",
        open_device: Callable[[str], Device] = open_evdev,
        clock: Clock = time.monotonic,
        counted: Callable[[int], None] = lambda number: None,
    ) -> None:
        super().__init__(READER, sink, clock)
        self.looked = threading.Event()  # every scanner that was plugged in at the start is open
        self._is_ours = is_ours
        self._lanes = {name.lower(): lane for name, lane in (lanes or {}).items()}
        self._remembered = set(remembered)
        self._folder = folder
        self._open_device = open_device
        self._counted = counted
        self._open: dict[str, Keyboard] = {}
        self._look_at: float | None = None  # when to try again what did not open
        self._tries = 0

    def _run(self) -> None:
        from importlib.util import find_spec  # evdev itself takes its time to import

        if self._open_device is open_evdev and find_spec("evdev") is None:
            self._sink(ReaderMissing(MISSING))
            self.looked.set()
            return
        watch = Watch(self._folder)  # before the first look: what comes in between is news
        try:
            self._look()
            self._counted(len(self._open))
            self.looked.set()
            self._reads()
            while not self._stopping:
                self._turn(watch)
        except ImportError as error:  # installed, but built for another Python
            self._sink(ReaderMissing(f"{MISSING}: {error}"))
        finally:
            self.looked.set()
            watch.close()
            for keyboard in self._open.values():
                self._close(keyboard)
            self._open.clear()

    def _turn(self, watch: Watch) -> None:
        """Wait for keys, silence or a change of the folder, and handle it."""
        keyboards = list(self._open.values())
        dues = [self._look_at, *(keyboard.due for keyboard in keyboards)]
        before = self._clock()
        due = min((due for due in dues if due is not None), default=None)
        ready = self._wait([watch.fd, *(keyboard.fd for keyboard in keyboards)], due)
        for keyboard in keyboards:
            if keyboard.fd in ready:
                self._drain(keyboard)
            else:
                self._silence(keyboard, before)
        if watch.fd in ready:
            watch.drain()
            self._tries = 0
            self._look()
        elif self._look_at is not None and self._look_at <= before:
            self._tries += 1
            self._look()

    def _drain(self, keyboard: Keyboard) -> None:
        losses = keyboard.keys.losses
        try:
            for kind, code, value, typed_at in keyboard.events(self._clock):
                ended = keyboard.keys.take(kind, code, value, typed_at)
                if ended:
                    self._hear(keyboard, ended)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(keyboard, error)
            return
        if keyboard.known and keyboard.keys.losses > losses:
            self._sink(keyboard.dropped("keys were lost"))
        if keyboard.grab_due is not None and keyboard.keys.idle:
            self._grab(keyboard)

    def _silence(self, keyboard: Keyboard, quiet_at: float) -> None:
        """End what a silence at this moment ends: a code, or the wait before a grab."""
        due = keyboard.keys.collector.due
        if due is not None and due <= quiet_at:
            ended = keyboard.keys.collector.end()
            if ended:
                self._hear(keyboard, ended)
        if keyboard.grab_due is not None and keyboard.grab_due <= quiet_at:
            self._grab(keyboard)

    def _hear(self, keyboard: Keyboard, code: Code) -> None:
        if not keyboard.known:
            if code.ms_per_digit >= FASTER_THAN_HANDS_MS or not self._is_ours(code.text):
                return
            keyboard.known = True
            self._remembered.add(keyboard.source)
            self._sink(keyboard.found(learnt=True))
        if not keyboard.grabbed:
            # Not before its Enter is up: who saw it go down would take it as held for ever.
            keyboard.grab_due = code.moment + SILENCE
        self._sink(keyboard.read(code))

    def _grab(self, keyboard: Keyboard) -> None:
        keyboard.grab_due = None
        try:
            keyboard.device.grab()
        except OSError as error:
            if not keyboard.refusal_reported:
                self._sink(GrabRefused(keyboard.source, reason(error), keyboard.place))
            keyboard.refusal_reported = True
        else:
            keyboard.grabbed = True

    def _lose(self, keyboard: Keyboard, error: OSError) -> None:
        del self._open[keyboard.path]
        self._close(keyboard)
        self._tries, self._look_at = 0, self._clock() + AGAIN_S
        self._counted(len(self._open))
        why = reason(error)
        if keyboard.known:
            if keyboard.keys.collector.holds:
                self._sink(keyboard.dropped(why))
            self._sink(ScannerLost(keyboard.source, why, keyboard.place, keyboard.name))

    def _close(self, keyboard: Keyboard) -> None:
        with suppress(OSError):
            keyboard.device.close()

    def _look(self) -> None:
        """Try every node that is not open: one may have come, or be permitted now."""
        self._look_at = None
        try:
            names = [name for name in os.listdir(self._folder) if name.startswith("event")]
        except OSError:
            names = []
        paths = {os.path.join(self._folder, name) for name in names}
        for path in sorted(paths - self._open.keys()):
            self._try(path)

    def _try(self, path: str) -> None:
        try:
            keyboard = self._opened(path)
        except PermissionError:
            return  # when its group is set, its attributes change
        except (OSError, ValueError):  # ValueError: a name that is no UTF-8
            if self._tries < _TRIES:
                self._look_at = self._clock() + AGAIN_S
            return
        if keyboard is None:
            return
        self._open[path] = keyboard
        self._counted(len(self._open))
        if keyboard.known:
            self._sink(keyboard.found())
            self._grab(keyboard)

    def _opened(self, path: str) -> Keyboard | None:
        """Open a node, and recognise a known scanner; None if it is no keyboard."""
        device = self._open_device(path)
        try:
            if not types_codes(device.capabilities(absinfo=False).get(1, ())):
                device.close()
                return None
            keyboard = Keyboard(path, device)
        except BaseException:
            device.close()
            raise
        for name in names_of(keyboard.model, device.phys, device.uniq):
            if name in self._lanes:
                keyboard.known, keyboard.lane, keyboard.name = True, self._lanes[name], name
        keyboard.known = keyboard.known or keyboard.source in self._remembered
        return keyboard
