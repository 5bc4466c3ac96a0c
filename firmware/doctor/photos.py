"""Look at what reads photos of trays: its libraries, and whether it answers."""

from base64 import b64decode
from collections.abc import Iterator

from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.words.language import say

BLANK = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQAAAAA3iMLMAAAAD0lEQVR42mP8z8DEQAICADIBAR/gNlhXAAAAAElFTkSuQmCC"
)


def photos(case: Case) -> Iterator[Finding]:
    """Check that photos can be read, with one that shows nothing."""
    from firmware.core.photo.client import missing
    from firmware.core.photo.errors import PhotoRefused

    if why := missing(case.machine.installed):
        text, _, do = say(why).partition(": ")
        yield Finding("photos", MISSING, text, do, wanted=False)
        return
    try:
        case.machine.read_photo(BLANK)
        yield Finding("photos", OK, "labels in photos can be read", wanted=False)
    except PhotoRefused:
        do = "to see why: journalctl -u okanjo-photo -n 20"
        yield Finding("photos", WRONG, "what reads photos does not answer", do)
