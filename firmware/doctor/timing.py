"""Probes in, their lines out in order, in bounded time: what hangs is told and left behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from firmware.doctor.machine import WRONG, Case, Line, Probe

WITHIN_S = 4.5  # for all probes together
APART_S = 0.5  # a probe that takes longer no longer has the machine to itself
LAST_CHANCE_S = 1.0  # what begins last still gets


class Look(NamedTuple):
    """A probe under way; what it has found so far."""

    part: str
    thread: threading.Thread
    lines: list[Line]


def looked(
    probes: Mapping[str, Probe],
    case: Case,
    hangs: Mapping[str, str],
    clock: Callable[[], float] = time.monotonic,
    within_s: float = WITHIN_S,
) -> Iterator[Line]:
    """Every probe's lines. One after the other, so that what is measured is not disturbed; one
    that takes long goes on beside the next. `hangs`: what to do about one that never ends.
    """
    until = clock() + within_s
    looks = []
    for part, probe in probes.items():
        look = _begun(part, probe, case)
        looks.append(look)
        look.thread.join(max(0.0, min(APART_S, until - LAST_CHANCE_S - clock())))
    for look in looks:
        look.thread.join(max(0.0, until - clock()))
        yield from list(look.lines)
        if look.thread.is_alive():
            found = f"no answer within {within_s:g} s"
            yield Line(look.part, WRONG, found, hangs.get(look.part, "restart the Pi"))


def _begun(part: str, probe: Probe, case: Case) -> Look:
    lines: list[Line] = []

    def run() -> None:
        try:
            lines.extend(probe(case))
        except Exception as error:  # one probe's mistake must not hide what the others found
            found = f"could not be looked at: {type(error).__name__} {error}"
            lines.append(Line(part, WRONG, found, "tell us: this is a mistake of Okanjo's"))

    # A daemon: a driver that hangs in the kernel must not keep the doctor from ending.
    thread = threading.Thread(target=run, name=part, daemon=True)
    thread.start()
    return Look(part, thread, lines)
