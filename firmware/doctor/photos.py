"""Look at what reads photos of trays: its libraries, and whether it answers."""

from base64 import b64decode
from collections.abc import Iterator

from engine.message import gettext
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding

BLANK = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAD0lEQVR42mP8z8DEQAICADIBAR/gNlhXAAAAAElFTkSuQmCC"
)


def photos(case: Case) -> Iterator[Finding]:
    """Check that photos can be read, with one that shows nothing."""
    from firmware.core.photo.client import missing
    from firmware.core.photo.errors import PhotoRefused

    if why := missing(case.machine.installed):
        yield Finding("photos", MISSING, why, gettext("see docs/photo.md"), wanted=False)
        return
    try:
        case.machine.read_photo(BLANK)
        yield Finding("photos", OK, gettext("labels in photos can be read"), wanted=False)
    except PhotoRefused:
        do = gettext("to see why: journalctl -u okanjo-photo -n 20")
        yield Finding("photos", WRONG, gettext("what reads photos does not answer"), do)
