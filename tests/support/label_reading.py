"""Render labels as a printer puts them down, and read them back as a scanner does."""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image, ImageFilter
from support.soak import SOAK

zxingcpp = pytest.importorskip(
    "zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7): nothing here reads codes"
)

FORMATS = {
    "code128": zxingcpp.BarcodeFormat.Code128,
    "datamatrix": zxingcpp.BarcodeFormat.DataMatrix,
}
# What `--code` puts on a label.
SYMBOLS = {
    "code128": ("code128",),
    "datamatrix": ("datamatrix",),
    "both": ("code128", "datamatrix"),
}
BLACK = 128  # where a printer without grey decides


class Read(NamedTuple):
    """A code found: which, what, and the middle of it in dots."""

    symbol: str
    text: str
    x: float
    y: float


def rasters(pdf: bytes, dpi: int) -> Iterator[Image.Image]:
    """Each page, one pixel a dot, as a printer has it: from its upper left corner, unstretched.

    (pdfium's own way to a bitmap rounds the page up to whole pixels and stretches it to them.)
    """
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        for page in document:
            yield _raster(page, dpi / 72)
    finally:
        document.close()


def _raster(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    size = [round(side * scale) for side in page.get_size()]
    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
    matrix = pdfium.FS_MATRIX(scale, 0, 0, scale, 0, 0)
    whole = pdfium.FS_RECTF(0, 0, *size)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, whole, 0)
    image = bitmap.to_pil().copy()
    page.close()
    return image


def one_bit(image: Image.Image) -> Image.Image:
    """Black or white, as on a printer; still in grey's form, for the reader."""
    return image.point([0 if grey < BLACK else 255 for grey in range(256)])


def read(image: Image.Image, thorough: bool = False, **how: bool) -> list[Read]:
    """Every code the reader finds, of any kind whatever if `thorough`."""
    formats = zxingcpp.BarcodeFormat.AllReadable if thorough else _both()
    barcodes = zxingcpp.read_barcodes(image, formats=formats, **how)
    return [_read_from(barcode) for barcode in barcodes]


def read_sheet(image: Image.Image, dpi: int) -> list[Read]:
    """Every code on a sheet, of any kind whatever. Where it has many dots, only those that stand
    upright: with OKANJO_SOAK=1 however they lie, which takes four times as long.
    """
    quick = dpi > 203 and not SOAK
    return read(image, thorough=True, try_rotate=not quick, try_invert=not quick)


def _both() -> object:
    return zxingcpp.BarcodeFormats(list(FORMATS.values()))


def _read_from(barcode: Any) -> Read:
    corners = [
        getattr(barcode.position, corner)
        for corner in ("top_left", "top_right", "bottom_right", "bottom_left")
    ]
    names = {symbol: name for name, symbol in FORMATS.items()}
    symbol = names.get(barcode.format, str(barcode.format))
    x, y = (sum(getattr(corner, axis) for corner in corners) / 4 for axis in "xy")
    return Read(symbol, barcode.text, x, y)


def blurred(image: Image.Image, dots: float) -> Image.Image:
    """As a lens a little out of focus sees it."""
    return image.filter(ImageFilter.GaussianBlur(dots))
