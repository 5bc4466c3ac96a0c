"""The newest picture in, one display that shows it out: opened, kept right, lost and found again.

Law: nothing is taken for shown that may have been lost. After an error, and each time the picture
swims, everything is sent again, so a display whose plug came loose for a moment heals by itself.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from drivers.display.burn_in import Care, Rest
from drivers.display.bus import Line, Wire, losses
from drivers.display.paged import PAGED, PagedOled
from drivers.display.via_luma import SIZES, LumaOled, Want
from drivers.parts import PartFound, PartLost, PartSink, Trouble, mistake

NAME = "display"
PATIENCE = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds from try to try
ENDING = 1.0  # seconds for the last picture


class Hopeless(Exception):
    """No trying again will help: a setting, or what is installed, has to change."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(*trouble)
        self.trouble = trouble


class Newest(NamedTuple):
    """The newest picture; `stirs` counts pictures and wishes to see, `stopping` ends the work."""

    pages: bytes
    stirs: int
    stopping: bool = False


class Glass(Protocol):
    def forget(self) -> None: ...
    def step(self, line: Line, want: Want) -> bool: ...


def glass_for(driver: str, width: int, height: int, rotate: int, gap: int) -> Glass:
    """The way to draw on a display; Hopeless with what is wrong with the settings."""
    if driver not in SIZES:
        unknown = f'there is no display "{driver}"'
        raise Hopeless(Trouble(unknown, f"take one of {', '.join(SIZES)}"))
    try:
        from luma.core.error import DeviceDisplayModeError
    except ImportError as error:
        raise Hopeless(missing(error)) from error
    try:
        if driver in PAGED and rotate % 2 == 0:
            return PagedOled(driver, width, height, rotate, gap)
        return LumaOled(driver, width, height, rotate)
    except ImportError as error:
        raise Hopeless(missing(error)) from error
    except DeviceDisplayModeError as error:
        usual = "its usual are {} x {}".format(*SIZES[driver])
        found = f"no {driver} has {width} x {height} pixels"
        raise Hopeless(Trouble(found, usual)) from error


def missing(error: ImportError) -> Trouble:
    """What to install, for the owner."""
    return Trouble(f"not installed ({error})", "pip install 'okanjo[display]'", there=False)


class Display:
    """One display and what is known of it; whoever owns it calls `turn` again and again."""

    def __init__(
        self,
        glass: Glass,
        wire: Wire,
        newest: Callable[[], Newest],
        sink: PartSink,
        care: Care,
        clock: Callable[[], float],
        patience: Sequence[float] = PATIENCE,
    ) -> None:
        self._glass = glass
        self._wire = wire
        self._newest = newest
        self._sink = sink
        self._clock = clock
        self._looked_at = clock()
        self._rest = Rest(care, self._looked_at)
        self._patience = patience
        self._losses = losses()
        self._line: Line | None = None
        self._stirs = self._strokes = self._tries = self._tried_for = 0
        self._known: bool | None = None  # whether it was last said to be found, or lost
        self._tried_at = 0.0

    def turn(self) -> float | None:
        """Show the newest picture; gives when to come again, if no newer one comes before."""
        try:
            return self._turn()
        except Hopeless:
            raise
        except self._losses as error:
            return self._lose(self._wire.trouble(error))
        except Exception as error:  # whatever it is: a display has to come back by itself
            return self._lose(mistake(error))

    def _turn(self) -> float | None:
        self._notice()
        again = self._too_early()
        if again is not None:
            return again
        if self._line is None:
            self._line = self._open()
        while not self._newest().stopping and self._glass.step(self._line, self._want()):
            pass
        self._tries = 0
        self._say_found()
        # As of the last look: what has come due since then must not be taken for seen to.
        return self._rest.due(self._looked_at)

    def end(self, stays: bool) -> None:
        """The last turn: leave the newest picture there, or nothing, and give the line back."""
        until = self._clock() + ENDING
        with suppress(Exception):  # it is the end in any case
            while self._line and self._clock() < until:
                want = self._want() if stays else self._want()._replace(contrast=None)
                if not self._glass.step(self._line, want):
                    break
        self._close()

    def _too_early(self) -> float | None:
        """While it is lost: when to try again. Once somebody scans, not so long after all."""
        if not self._tries:
            return None
        now, again = self._clock(), self._tried_at + self._pause()
        if self._stirs != self._tried_for:
            again = min(again, self._tried_at + self._patience[0])
        return again if now < again else None

    def _pause(self) -> float:
        return self._patience[min(self._tries, len(self._patience)) - 1]

    def _open(self) -> Line:
        try:
            return self._wire.open()
        except ImportError as error:
            raise Hopeless(missing(error)) from error
        except ValueError as error:
            do = "correct it in [display]"
            raise Hopeless(Trouble(f"the display's settings do not fit: {error}", do)) from error

    def _notice(self) -> Newest:
        newest = self._newest()
        if newest.stirs != self._stirs:
            self._stirs = newest.stirs
            self._rest.stir(self._clock())
        return newest

    def _want(self) -> Want:
        newest = self._notice()
        self._looked_at = self._clock()
        look = self._rest.look(self._looked_at)
        if self._rest.strokes != self._strokes:
            self._strokes = self._rest.strokes
            self._glass.forget()
        return Want(newest.pages, look.x, look.y, look.contrast)

    def _lose(self, trouble: Trouble) -> float:
        """Say so, once; when to try again."""
        self._close()
        self._tried_at = self._clock()
        self._tries += 1
        self._tried_for = self._stirs
        if self._known is not False:
            self._known = False
            self._sink(PartLost(NAME, trouble))
        return self._tried_at + self._pause()

    def _close(self) -> None:
        self._glass.forget()
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):  # it is gone already, and that has been said
                line.cleanup()

    def _say_found(self) -> None:
        if self._known is not True:
            self._known = True
            self._sink(PartFound(NAME))
