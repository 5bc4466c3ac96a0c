"""Why a photo was not read, in a sentence that says what to do."""


class PhotoRefused(Exception):
    """The text is shown to the sender of the photo; a page looks it up in its language."""
