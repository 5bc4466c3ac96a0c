"""Days and times in numbers, in the order that a language has."""

from __future__ import annotations

import time

from engine.message import Message, gettext

ISO = "%Y-%m-%d"


def day(iso: str) -> Message:
    """A day that is written as 2026-11-28."""
    year, month, of_month = iso.split("-")
    return DAY._replace(values={"year": year, "month": month, "day": of_month})


def day_at(seconds: float) -> Message:
    """The day of a moment, on the clock of this device."""
    return day(time.strftime(ISO, time.localtime(seconds)))


def moment(seconds: float) -> Message:
    """A moment to the second, on the clock of this device."""
    clock = time.strftime("%H:%M:%S", time.localtime(seconds))
    return gettext("{day} {time}", day=day_at(seconds), time=clock)


DAY = gettext("{year}-{month}-{day}")
