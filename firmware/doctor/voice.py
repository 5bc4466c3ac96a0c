"""Try the voice: have a sentence said as the program does it. Whether it is heard is for whoever
listens.

While the program runs, it is asked: it may be speaking just now.
"""

from __future__ import annotations

import queue
from collections.abc import Iterator

from drivers.events import PartEvent, PartLost
from engine.message import Message, gettext
from firmware.core.app.parts import build_voice
from firmware.doctor.machine import OK, WRONG, Case, Finding
from firmware.doctor.parts import from_program, lost

OFF = gettext('switched off: say = "off" in [voice]')
NOTHING_SAID = gettext(
    "Okanjo has said nothing yet: it has just started, SOUND is off, or these are quiet hours"
)
SPOKE = gettext("spoke by {card}. Not testable: did you hear it?")
DEFAULT_CARD = gettext("the default sound card")
LOUDER = gettext("if not: turn it up with alsamixer, or choose another sound card: card in [voice]")
NODES = "/dev/snd/controlC*"


def voice(case: Case) -> Iterator[Finding]:
    """Check the voice, if it is on."""
    if case.settings.voice.say == "off":
        yield Finding("voice", OK, OFF, wanted=False)
        return
    if case.status is not None and "voice" not in case.status.get("parts", {}):
        yield Finding("voice", OK, NOTHING_SAID, wanted=False)
        return
    spoke = SPOKE._replace(values={"card": case.settings.voice.card or DEFAULT_CARD})
    finding = from_program("voice", case, spoke) or _barred(case) or _try(case, spoke)
    yield finding._replace(do=LOUDER) if finding.found == spoke else finding


def _barred(case: Case) -> Finding | None:
    """Why no card may be used: ALSA says of such cards only that they are not there."""
    nodes = case.machine.like(NODES)
    if not nodes or not all(map(case.barred, nodes)):
        return None
    text = gettext("no permission for {node}", node=nodes[0])
    return Finding("voice", WRONG, text, case.allow(nodes[0]))


def _try(case: Case, spoke: Message) -> Finding:
    """Say a sentence."""
    from firmware.core.app.voice_output import trial

    events = queue.SimpleQueue[PartEvent]()
    thread = build_voice(case.settings, events.put, case.machine.root)
    thread.start()
    try:
        thread.say(lambda: trial(case.settings))
        event = events.get()
    finally:
        thread.stop()
    if isinstance(event, PartLost):
        return lost("voice", event.trouble)
    return Finding("voice", OK, spoke)
