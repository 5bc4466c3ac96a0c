"""Take a test photo by the camera over the table: how large, sharp and evenly lit labels are in it.

The limits are measured on made photos (tests/doctor/test_doctor_camera.py).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from engine.message import Message, gettext, ngettext
from firmware.core.app.parts import build_camera
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Finding
from firmware.words.numbers import Figure
from firmware.words.worded import WordedError

if TYPE_CHECKING:
    from PIL import Image

    from firmware.core.photo.client import Corners

MODULES = 10  # of a symbol's side
# Short of where labels begin to be missed: 1.7 pixels, an edge of 1.7 modules. In made photos light
# is no limit, down to a white of 31 and a fifth of the brightest; a true sensor wants more.
SMALL, BLURRED, DARK, UNEVEN = 2.3, 1.35, 50, 0.3
NEARER = gettext("hang the camera nearer, so that one tray fills the picture")
FOCUS = gettext(
    "set its focus to the table (a lens that can be turned), wipe it, and hold it still"
)
LAMP = gettext("switch on a lamp above the table, beside the camera, not behind it")
MIDDLE = gettext("move the lamp above the middle of the tray, or add another from the other side")
NONE = gettext(
    "lay labelled cards under the camera and run this again; if they lie there: nearer, more light"
)
SEE_DOCS = gettext("docs/photo.md, “A camera over the table”")
TAKEN = ngettext(
    "test photo of {width} × {height} pixels in {s} s, {count} label read",
    "test photo of {width} × {height} pixels in {s} s, {count} labels read",
    0,
)
PIXELS = gettext("labels have {pixels} pixels a module")
EDGES = gettext("edges are {modules} modules wide")
WHITE = gettext("white is {white} of 255")
LIGHT = gettext("the darkest label is lit at {percent}%")


class CameraLook(NamedTuple):
    """Of the labels in a photo: the pixels of a module where they are smallest, as the reader
    sees it; how many modules wide the edge from black to white is where it is widest; how
    bright, of 255, white is where it is darkest, and that by where it is brightest.
    """

    pixels: float
    edge: float
    white: int
    even: float


def camera(case: Case) -> Iterator[Finding]:
    """Check the camera, if one is set: that it takes a picture, then each thing that decides
    whether labels can be read.
    """
    from PIL import Image

    from drivers.camera import CameraFault
    from firmware.core.photo.client import Reader
    from firmware.core.photo.errors import PhotoRefused
    from firmware.core.photo.picture import open_photo

    take, reader = build_camera(case.settings.camera), Reader()
    if take is None:
        return
    began = case.machine.clock()
    try:
        photo = take()
        took_s = case.machine.clock() - began
        *_, read = reader.read(photo)
        picture, scale = open_photo(photo)
    except (CameraFault, PhotoRefused) as why:
        yield Finding("camera", MISSING, _fault(why), SEE_DOCS)
        return
    finally:
        reader.close()
    width, height = Image.open(io.BytesIO(photo)).size
    taken = TAKEN._replace(
        values={
            "width": width,
            "height": height,
            "s": Figure(f"{took_s:.1f}"),
            "count": len(read.codes),
        }
    )
    yield Finding("camera", OK, taken) if read.codes else Finding("camera", MISSING, taken, NONE)
    if read.codes:
        seen = [[[x / scale, y / scale] for x, y in corners] for corners in read.codes.values()]
        look = measured(picture, seen)
        for good, text, do in (
            (
                look.pixels >= SMALL,
                PIXELS._replace(values={"pixels": Figure(f"{look.pixels:.1f}")}),
                NEARER,
            ),
            (
                look.edge <= BLURRED,
                EDGES._replace(values={"modules": Figure(f"{look.edge:.1f}")}),
                FOCUS,
            ),
            (look.white >= DARK, WHITE._replace(values={"white": look.white}), LAMP),
            (
                look.even >= UNEVEN,
                LIGHT._replace(values={"percent": f"{100 * look.even:.0f}"}),
                MIDDLE,
            ),
        ):
            yield Finding("camera", OK, text) if good else Finding("camera", WRONG, text, do)


def _fault(why: Exception) -> Message:
    """The sentence of a CameraFault, or a PhotoRefused."""
    return why.message if isinstance(why, WordedError) else Message(str(why))


def measured(picture: Image.Image, labels: Iterable[Corners]) -> CameraLook:
    """`labels` are corners in the pixels of this grey picture; one at least."""
    from PIL import ImageChops

    sizes, edges, whites = list[float](), list[float](), list[int]()
    for a, b, c, d in labels:
        size = (dist(a, b) + dist(b, c) + dist(c, d) + dist(d, a)) / 4 / MODULES
        xs, ys = zip(a, b, c, d, strict=True)
        part = picture.crop((int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1))
        black, white = (_rank(part, share) for share in (0.05, 0.9))
        steep = max(
            _rank(ImageChops.difference(part, ImageChops.offset(part, *step)), 0.9)
            for step in ((1, 0), (0, 1))
        )
        sizes.append(size)
        edges.append((white - black) / max(1, steep) / size)
        whites.append(white)
    return CameraLook(min(sizes), max(edges), min(whites), min(whites) / max(1, *whites))


def _rank(picture: Image.Image, share: float) -> int:
    """The grey that so much of a picture is not brighter than."""
    left = share * picture.width * picture.height
    for grey, many in enumerate(picture.histogram()):
        left -= many
        if left <= 0:
            return grey
    return 255
