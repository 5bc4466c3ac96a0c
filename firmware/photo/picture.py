"""A photo's bytes to the grey picture that is read, within limits checked before it is decoded."""

from __future__ import annotations

import io

from PIL import Image, ImageOps

from firmware.photo.errors import PhotoRefused

# A JPEG is decoded at a fraction of its size; the others must be unpacked whole.
MOST_MEGAPIXELS = {"JPEG": 50, "MPO": 50, "PNG": 12, "WEBP": 12}
LONG_SIDE = 2016  # pixels: a label of 10 mm has 55 of them where one tray fills the photo
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypavif")

Image.MAX_IMAGE_PIXELS = None  # it warns of what is refused here


def open_photo(photo: bytes) -> tuple[Image.Image, float]:
    """Return it upright and grey, and how many of the photo's pixels one of its own is.

    PhotoRefused if it is no photo, too large, or cut short.
    """
    if photo[4:12] in HEIC:
        raise PhotoRefused("This is HEIC, not JPEG. Set the camera to “Most compatible”.")
    try:
        picture = Image.open(io.BytesIO(photo), formats=["JPEG", "PNG", "WEBP"])
    except OSError:
        raise PhotoRefused("This is not a photo. Send a JPEG, PNG or WebP.") from None
    limit = MOST_MEGAPIXELS[picture.format or "PNG"]
    long_side = max(picture.size)
    if picture.width * picture.height > limit * 1_000_000:
        raise PhotoRefused(
            f"{picture.width} × {picture.height} pixels are too many. "
            f"Send a {picture.format} of {limit} megapixels at most."
        )
    shrunk = long_side // LONG_SIDE or 1
    picture.draft("L", (picture.width // shrunk, picture.height // shrunk))
    try:
        grey = picture.convert("L")
    except (OSError, SyntaxError, ValueError) as why:
        if picture.info.get("progressive") and "truncated" not in str(why):
            raise MemoryError from None  # libjpeg's own name for it is "broken data stream"
        raise PhotoRefused("The file is damaged or cut short. Send it again.") from None
    grey.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.BOX, reducing_gap=None)
    upright = ImageOps.exif_transpose(grey)
    return upright, long_side / max(upright.size)
