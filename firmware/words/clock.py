"""The clock of a tournament's round."""

from __future__ import annotations

from engine.message import Message, gettext, pgettext
from firmware.common.facts.round_clock import ClockFace

TIME, PAUSED = gettext("Time!"), gettext("paused")
MINUTES, SECONDS = gettext("{minutes} min"), gettext("{seconds} s")
SHORT_MINUTES, SHORT_SECONDS = pgettext("line", "{minutes}'"), pgettext("line", "{seconds}s")
STANDS = Message("‖{time}")  # as on a button that pauses


def on_page(face: ClockFace) -> Message:
    """What is left, with all its words."""
    if face.is_over:
        return TIME
    left = _left(face, MINUTES, SECONDS)
    if face.runs:
        return left
    return gettext("{time} · {stands}", time=left, stands=PAUSED)


def in_heading(face: ClockFace) -> tuple[Message, Message]:
    """The same for a display: as it should be, and where there is less room."""
    if face.is_over:
        return TIME, SHORT_MINUTES._replace(values={"minutes": 0})
    texts = _left(face, MINUTES, SECONDS), _left(face, SHORT_MINUTES, SHORT_SECONDS)
    if face.runs:
        return texts
    return STANDS._replace(values={"time": texts[0]}), STANDS._replace(values={"time": texts[1]})


def _left(face: ClockFace, minutes: Message, seconds: Message) -> Message:
    if face.minutes:
        return minutes._replace(values={"minutes": face.minutes})
    return seconds._replace(values={"seconds": face.seconds})
