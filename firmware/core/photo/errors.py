"""Why a photo was not read, in sentences that say what to do."""

from engine.message import gettext, ngettext
from firmware.words.worded import WordedError

MOST_BYTES = 12_000_000
MOST_WAITING = 4


class PhotoRefused(WordedError):
    """The sentence is shown to the sender of the photo."""


TOO_LARGE = gettext(
    "The file has more than {size} MB. Send a smaller one.", size=MOST_BYTES // 1_000_000
)
QUEUED = ngettext(
    "{count} photo is waiting. Try again in a moment.",
    "{count} photos are waiting. Try again in a moment.",
    MOST_WAITING,
)
TOO_LONG = gettext("Reading took too long and was stopped. Fill the picture with one tray.")
ENDED = gettext("Reading this photo stopped halfway. Send it again, or a smaller one.")
LIBRARY_MISSING = gettext(
    "Photos need {library}, which is not installed: pip install 'okanjo[photo]'"
)
NOT_FOR_32_BITS = gettext(
    "Photos need {library}, which 32-bit systems do not have: use a 64-bit one"
)
CUT_SHORT = gettext("The file is damaged or cut short. Send it again.")
IS_HEIC = gettext("This is HEIC, not JPEG. Set the camera to “Most compatible”.")
NO_PHOTO = gettext("This is not a photo. Send a JPEG, PNG or WebP.")
TOO_MANY_PIXELS = gettext(
    "{width} × {height} pixels are too many. Send a {format} of {limit} megapixels at most."
)
MUCH_MEMORY = gettext("This photo takes too much memory. Send a smaller one.")
ODD = gettext("This photo cannot be read ({why}). Take another.")
OF_READER = (CUT_SHORT, IS_HEIC, NO_PHOTO, TOO_MANY_PIXELS, MUCH_MEMORY, ODD)  # all it may answer
