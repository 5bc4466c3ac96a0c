"""A photo's bytes to the grey picture that is read, within limits checked before it is decoded."""

from __future__ import annotations

import ctypes
import io

from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from engine.message import Value
from firmware.core.photo.errors import (
    CUT_SHORT,
    IS_HEIC,
    NO_PHOTO,
    TOO_MANY_PIXELS,
    PhotoRefused,
)

# A JPEG is decoded at a fraction of its size; the others must be unpacked whole, and so must
# what a progressive JPEG is made of, of two bytes each.
MOST_MEGAPIXELS = {"JPEG": 50, "MPO": 50, "PNG": 12, "WEBP": 12}
MOST_COEFFICIENTS = 24_000_000
LONG_SIDE = 2016  # pixels: a label of 10 mm has 55 of them where one tray fills the photo
OF_DECODERS = OSError, SyntaxError, ValueError, TypeError  # what Pillow's raise of damage
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypavif")

Image.MAX_IMAGE_PIXELS = None  # it warns of what is refused here


def open_photo(photo: bytes) -> tuple[Image.Image, float]:
    """Return it upright and grey, and how many pixels of the photo one of its pixels is across.

    Raises PhotoRefused if it is no photo, too large, or cut short.
    """
    if photo[4:12] in HEIC:
        raise PhotoRefused(IS_HEIC)
    try:
        picture = Image.open(io.BytesIO(photo), formats=["JPEG", "PNG", "WEBP"])
    except UnidentifiedImageError:
        cut = photo[8:12] == b"WEBP"  # the others can be opened
        raise PhotoRefused(CUT_SHORT if cut else NO_PHOTO) from None
    except OF_DECODERS:
        raise PhotoRefused(CUT_SHORT) from None
    limit = MOST_MEGAPIXELS[picture.format or "PNG"]
    long_side, pixels = max(picture.size), picture.width * picture.height
    if pixels > limit * 1_000_000:
        values: dict[str, Value] = {"width": picture.width, "height": picture.height}
        values |= {"format": picture.format or "PNG", "limit": limit}
        raise PhotoRefused(TOO_MANY_PIXELS._replace(values=values))
    if picture.info.get("progressive") and pixels * _coefficients(picture) > MOST_COEFFICIENTS:
        raise MemoryError
    shrunk = _times(picture)
    picture.draft("L", (picture.width // shrunk or 1, picture.height // shrunk or 1))
    try:
        turned = _turned(picture)
        if picture.format == "WEBP":
            del picture  # it has a copy of the photo
            grey = _webp(photo)
        else:
            grey = _grey(picture)
    except OF_DECODERS:
        raise PhotoRefused(CUT_SHORT) from None
    grey.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.BOX, reducing_gap=None)
    grey.getexif()[ExifTags.Base.Orientation] = turned
    upright = ImageOps.exif_transpose(grey)
    return upright, long_side / max(upright.size)


def _turned(picture: Image.Image) -> int:
    """How the camera was held, as in Exif; 1, upright, where that cannot be read."""
    try:
        return int(picture.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # Pillow raises what it likes; labels are read any way up
        return 1


def _times(picture: Image.Image) -> int:
    """By how many whole pixels it may shrink: 4000 are halved, too."""
    return round(max(picture.size) / LONG_SIDE - 0.4) or 1


def _grey(picture: Image.Image) -> Image.Image:
    """Shrink it, a strip at a time: a picture in colour takes four bytes a pixel."""
    times = _times(picture)
    grey = Image.new("L", (-(-picture.width // times), -(-picture.height // times)))
    for top in range(0, picture.height, 64 * times):
        strip = (0, top, picture.width, min(top + 64 * times, picture.height))
        grey.paste(picture.crop(strip).convert("L").reduce(times), (0, top // times))
    return grey


def _coefficients(picture: Image.Image) -> float:
    """How many a JPEG has for a pixel: 1 of brightness, and 0.5 to 2 of colours."""
    areas = [across * down for _, across, down, _ in picture.layer]  # type: ignore[attr-defined]
    if not any(areas):
        raise PhotoRefused(CUT_SHORT)
    return float(sum(areas) / max(areas))


def _webp(photo: bytes) -> Image.Image:
    """Unpack a WebP's brightness alone. Pillow unpacks all of it, four times."""
    from PIL import _webp as pillow

    library = ctypes.CDLL(pillow.__file__)
    library.WebPDecodeYUV.restype = ctypes.c_void_p
    width, height, stride, colours = (ctypes.c_int() for _ in range(4))
    u, v = ctypes.c_void_p(), ctypes.c_void_p()
    sizes = (ctypes.byref(width), ctypes.byref(height), ctypes.byref(u), ctypes.byref(v))
    strides = (ctypes.byref(stride), ctypes.byref(colours))
    address = library.WebPDecodeYUV(photo, ctypes.c_size_t(len(photo)), *sizes, *strides)
    if not address:
        raise ValueError
    rows = (ctypes.c_ubyte * (stride.value * height.value)).from_address(address)
    size = width.value, height.value
    whole = Image.frombuffer("L", size, rows, "raw", "L", stride.value, 1)  # type: ignore[arg-type]
    grey = _grey(whole)
    library.WebPFree(ctypes.c_void_p(address))
    return grey
