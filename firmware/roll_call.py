"""What scanners and parts tell of themselves -> what is missing, in words, and the log."""

from __future__ import annotations

from collections.abc import Callable

from drivers.parts import PartFound, PartLost
from drivers.readings import GrabRefused, ReaderMissing, ScannerFound, ScannerLost


class RollCall:
    """`missing` is shown on every display that is left; `learnt` keeps a scanner's source."""

    def __init__(
        self, missing: dict[str, str], log: Callable[[str], None], learnt: Callable[[str], None]
    ) -> None:
        self._missing, self._log, self._learnt = missing, log, learnt

    def take(self, fact: object) -> bool:
        """Whether the fact was one of these."""
        match fact:
            case ScannerFound(source, learnt):
                self._missing.pop(source, None)
                self._log(f"scanner found: {source}")
                if learnt:
                    self._learnt(source)
            case ScannerLost(source, reason):
                self._missing[source] = "Scanner unplugged"
                self._log(f"scanner lost: {source}: {reason}")
            case GrabRefused(source, reason):
                self._log(f"scanner not grabbed: {source}: {reason}")
            case ReaderMissing(reason):
                self._missing["reader"] = "No evdev: see README"
                self._log(reason)
            case PartFound(part):
                self._missing.pop(part, None)
                self._log(f"{part} found")
            case PartLost(part, reason):
                self._missing[part] = f"{part.capitalize()} missing"
                self._log(f"{part} lost: {reason}")
            case _:
                return False
        return True
