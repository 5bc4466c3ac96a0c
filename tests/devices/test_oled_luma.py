"""Displays that luma draws, and displays on SPI: the picture, as each takes it."""

import inspect

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image
from support.display_models import CHIPS, SpiDev
from support.oled_table import EVERY_CHIP, pictures, rows

from drivers.display.bus import Spi
from drivers.display.oled import Oled, Picture, renderer_for
from drivers.display.via_luma import SIZES, DeferredLink, Frame, LumaOled
from drivers.events import PartEvent, PartFound, PartLost

pytestmark = pytest.mark.filterwarnings(
    # luma's, at every drawing; gone with its next release, or with Pillow below 14
    "ignore:Image.Image.getdata is deprecated:DeprecationWarning"
)


class Recorder(DeferredLink):
    """A link that keeps what it is sent."""

    def draw(self, position, pixels):
        self.command(*position)
        self.data(pixels)


def sent(glass, *wants):
    """All that a display is sent until it shows these, one after the other."""
    line = Recorder()
    for want in wants:
        while glass.step(line, want):
            pass
    return line.written


def test_the_sizes_are_lumas_own():
    from luma.oled import device

    letters_only = {"ws0010", "winstar_weh"}
    assert set(SIZES) == set(device.__all__) - letters_only
    for name, size in SIZES.items():
        usual = inspect.signature(getattr(device, name).__init__).parameters
        assert (usual["width"].default, usual["height"].default) == size


@pytest.mark.parametrize("driver", SIZES)
def test_every_display_that_luma_knows_is_drawn_dimmed_and_put_out(driver):
    width, height = SIZES[driver]
    first, second = pictures(2, size=width * height // 8)
    glass = renderer_for(driver, width, height, 0)
    bright = sent(glass, Frame(first, 0, 0, 200))
    assert sum(len(message[1]) for message in bright) > width * height // 8
    assert sent(glass, Frame(first, 0, 0, 200)) == []
    assert 0 < len(sent(glass, Frame(first, 0, 0, 20))) <= 3
    assert sent(glass, Frame(second, 0, 0, 20))
    assert sent(glass, Frame(second, 0, 0, None))
    assert sent(glass, Frame(second, 0, 0, None)) == []
    assert len(sent(glass, Frame(second, 0, 0, 20))) >= len(bright) - 1


@pytest.mark.parametrize("driver", ["ssd1322", "ssd1327", "ssd1331", "ssd1351", "sh1107", "ch1115"])
def test_what_is_drawn_is_the_picture_as_luma_draws_it(driver):
    from luma.oled import device

    width, height = SIZES[driver]
    glass = LumaOled(driver, width, height, 0)
    blank = bytes(width * height // 8)
    sent(glass, Frame(blank, 0, 0, 127))
    line = DeferredLink()
    by_luma = getattr(device, driver)(line, width=width, height=height)
    by_luma.persist = True
    for picture in pictures(3, size=len(blank)):
        before = len(line.written)
        image = Image.new(by_luma.mode, by_luma.size)
        for down, row in enumerate(rows(picture, width, 1, 1)):
            for across, pixel in enumerate(row):
                if pixel == "#":
                    image.putpixel((across, down), 1 if by_luma.mode == "1" else (255, 255, 255))
        by_luma.display(image)
        assert sent(glass, Frame(picture, 1, 1, 127)) == line.written[before:]


def test_a_tall_display_laid_on_its_side():
    """An SH1107 of 64 x 128 turned by a quarter: its RAM, column by column, is the picture."""
    glass = LumaOled("sh1107", 128, 64, 1)
    picture = next(pictures(1))
    written = sent(glass, Frame(picture, 0, 0, 127))
    pages = [content for is_command, content in written if not is_command]
    assert [len(page) for page in pages] == [64] * 16
    tall = rows(bytes(byte for page in pages for byte in page), 64)
    turned = ["".join(tall[down][63 - across] for down in range(128)) for across in range(64)]
    assert turned == rows(picture, 128)


def test_a_small_change_of_a_grey_display_is_sent_small():
    glass = LumaOled("ssd1322", 256, 64, 0)
    picture = bytes(2048)
    sent(glass, Frame(picture, 0, 0, 127))
    change = sent(glass, Frame(bytes(500) + b"\x18" * 8 + bytes(1540), 0, 0, 127))
    assert 0 < sum(len(content) for _, content in change) < 40


class OnSpi:
    """A display on SPI whose D/C and RES pins are gpiozero's."""

    def __init__(self, driver):
        self.pins = MockFactory()
        self.chip = CHIPS[driver]()
        self.spi = SpiDev(self.chip, lambda: self.pins.pin(24).state)
        self.now, self.events = 0.0, list[PartEvent]()
        bus = Spi(open_spi=lambda: self.spi, pin_factory=self.pins)
        self.oled = Oled(self.events.append, driver, bus, clock=lambda: self.now)

    def show(self, pages):
        self.oled.show(Picture(pages))
        return self.oled.turn(self.now)


@EVERY_CHIP
def test_pictures_over_spi(driver):
    display = OnSpi(driver)
    for picture in pictures(300, seed=2):
        display.show(picture)
        assert display.chip.glass() == rows(picture, 128)
    display.oled._end()
    display.oled.close()
    assert not display.spi.is_open
    assert display.pins.pin(24).function == "input"  # given back
    assert display.chip.lit


def test_spi_that_fails_and_comes_back():
    display = OnSpi("ssd1309")
    picture = next(pictures(1))
    display.show(picture)
    display.spi.fails = True
    due = display.show(picture[::-1])
    display.spi.fails, display.now = False, due
    display.oled.turn(display.now)
    assert display.chip.glass() == rows(picture[::-1], 128)
    assert [type(event) for event in display.events] == [PartFound, PartLost, PartFound]
    lost = display.events[1]
    assert isinstance(lost, PartLost)
    assert str(lost.trouble) == (
        "SPI bus 0 fails (OSError: [Errno 5] transfer failed): check the display's wires"
    )


def test_pins_that_are_taken():
    """By something else of gpiozero's: said with the pins' numbers, and tried again."""
    from gpiozero import LED

    display = OnSpi("ssd1309")
    with LED(24, pin_factory=display.pins):
        due = display.show(bytes(1024))
        (lost,) = display.events
        assert isinstance(lost, PartLost)
        assert str(lost.trouble).startswith("pins 24 and 25: ")
        assert lost.trouble.do == "stop the program that uses them, or choose others in [display]"
        assert lost.trouble.there
    display.now = due
    display.oled.turn(display.now)
    assert display.events[1:] == [PartFound("display")]
