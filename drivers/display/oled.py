"""Pictures in, shown on an OLED by a thread of its own; facts about the display out on a sink.

Law: nobody ever waits for the display. The newest picture replaces one that is still waiting,
and a bus that hangs holds up this thread and no other.
"""

import itertools
import threading
import time
from collections.abc import Callable, Sequence

from drivers.display.burn_in import Care
from drivers.display.bus import I2c, Wire
from drivers.display.session import ENDING, NAME, PATIENCE, Display, Hopeless, Newest, glass_for
from drivers.parts import PartLost, PartSink, mistake


class Oled:
    """One OLED. `driver` is luma's name for it; pictures are `width` times `height` pixels.

    `rotate` turns by so many quarters, `stays` leaves the last picture there after `stop`.
    Nothing is imported or opened before `start`, and then by the thread. `tried` is set once the
    first picture is there, or it is known that there will be none for now.
    """

    def __init__(
        self,
        sink: PartSink,
        driver: str = "ssd1306",
        wire: Wire = I2c(),  # noqa: B008 (a NamedTuple: nobody can change it)
        width: int = 128,
        height: int = 64,
        rotate: int = 0,
        care: Care = Care(),  # noqa: B008
        stays: bool = True,
        *,
        clock: Callable[[], float] = time.monotonic,
        patience: Sequence[float] = PATIENCE,
    ) -> None:
        self._sink = sink
        self._driver, self._wire = driver, wire
        self._width, self._height, self._rotate = width, height, rotate
        self._care, self._stays = care, stays
        self._clock, self._patience = clock, patience
        self._newest = Newest(bytes(width * height // 8), 0)
        self._news = threading.Condition()
        self.tried = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to show; returns at once, whether a display is there or not."""
        self._newest = self._newest._replace(stopping=False)
        self._thread = threading.Thread(target=self._run, name=NAME, daemon=True)
        self._thread.start()

    def show(self, pages: bytes) -> None:
        """The picture to show from now on, as an SSD1306 takes it: never waits, the newest wins."""
        if len(pages) != len(self._newest.pages):
            raise ValueError(f"{len(pages)} bytes are no {self._width} x {self._height} pixels")
        with self._news:
            if pages != self._newest.pages:
                self._newest = Newest(bytes(pages), self._newest.stirs + 1)
                self._news.notify()

    def wake(self) -> None:
        """Somebody is there: bright again, even if the picture is the same."""
        with self._news:
            self._newest = self._newest._replace(stirs=self._newest.stirs + 1)
            self._news.notify()

    def stop(self) -> None:
        """Leave the last picture, or darkness, and end; a second call does nothing."""
        if self._thread is None:
            return
        with self._news:
            self._newest = self._newest._replace(stopping=True)
            self._news.notify()
        # A bus that hangs for longer is left to itself: the thread is a daemon.
        self._thread.join(2 * ENDING)
        self._thread = None

    def _run(self) -> None:
        """Until `stop`; what nobody thought of is told once, and all is begun anew."""
        told = False
        for tries in itertools.count():
            try:
                self._show_all(self._display())
                return
            except Hopeless as hopeless:
                self._sink(PartLost(NAME, hopeless.trouble))
                return
            except Exception as error:  # not of the display: that looks after itself
                if not told:
                    self._sink(PartLost(NAME, mistake(error)))
                told = True
            finally:
                self.tried.set()
            if self._stopped_within(self._patience[min(tries, len(self._patience) - 1)]):
                return

    def _display(self) -> Display:
        way = glass_for(self._driver, self._width, self._height, self._rotate, self._wire.gap)
        return Display(
            way, self._wire, self._now, self._sink, self._care, self._clock, self._patience
        )

    def _show_all(self, display: Display) -> None:
        while not self._newest.stopping:
            seen = self._newest
            due = display.turn()
            self.tried.set()
            with self._news:
                while self._newest is seen and (due is None or self._clock() < due):
                    self._news.wait(None if due is None else due - self._clock())
        display.end(self._stays)

    def _stopped_within(self, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self._newest.stopping, seconds)

    def _now(self) -> Newest:
        return self._newest
