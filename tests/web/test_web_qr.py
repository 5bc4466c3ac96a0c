"""A QR read back as a phone would: from the very pixels of a display's last page."""

import pytest
from support.displayed import draw
from support.pictures import image_of

from engine.position import empty
from engine.standings import standings
from firmware.common.facts.device import DeviceState, PageFound
from firmware.common.facts.sheets import Page
from firmware.common.http.qr import rows
from firmware.core.screen.raster import Bitmap
from firmware.core.screen.render import picture

zxingcpp = pytest.importorskip(
    "zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7): nothing here reads codes"
)
ADDRESSES = (
    "HTTP://OKANJO.LOCAL/BG/1",
    "http://raspberrypi.local:8080/bg/1234",
)
SIZES = ((128, 64), (128, 128), (256, 64))


def read(drawn: Bitmap) -> list[str]:
    """What is on it; each pixel is some pixels of a phone's camera, on a dark border."""
    from PIL import Image

    image = image_of(drawn, 6).convert("L")
    around = Image.new("L", (image.width + 160, image.height + 160), 20)
    around.paste(image, (80, 80))
    barcodes = zxingcpp.read_barcodes(around, formats=zxingcpp.BarcodeFormat.QRCode)
    return [barcode.text for barcode in barcodes]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("page", ["code", "link"])
def test_a_page_is_read_back(page: Page, address: str, size: tuple[int, int]) -> None:
    device = DeviceState(site=PageFound((), rows(address), rows(address)))
    assert read(picture(draw(standings(empty()), page, device).worded, *size)) == [address]


def test_a_short_address_in_capitals_is_the_smallest_code_there_is() -> None:
    assert len(rows("HTTP://OKANJO.LOCAL/BG/1")) == 21
    assert len(rows("http://okanjo.local/bg/12")) == 25
