"""The camera over the table, at the whole program: PHOTO takes a photo, shows what it would score,
and only PHOTO again scores it.
"""

import pytest

pytest.importorskip("luma.oled", reason="the display's driver needs luma.oled")
pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
from support.flat_photos import flat
from support.table_checks import display_is_right, flash_is_right, sound_is_right
from support.waiting import until
from support.whole_table import WholeTable

from drivers.buttons import Buttons
from engine.codes import codebook
from firmware.words.spoken import spoken

CARD = "card sushi-go-party/"
TRAY = [CARD + one for one in ("tempura/1", "tempura/2", "sashimi/1", "maki-2/1", "maki-1/1")]
SQUID, WASABI = CARD + "squid-nigiri/1", CARD + "wasabi/1"
ON_WASABI = {WASABI: (220, 20), SQUID: (220, 50)}
PHOTO, UNDO, BADGE = "command photo", "command undo", "badge red"
START = ("preset my-first-meal", BADGE, "badge green", "command next", BADGE)
CAMERA = '\n[camera]\nkind = "files"\nfolder = "{}"\n'


class AtCamera(WholeTable):
    """A table whose camera sees the pictures that are put there."""

    def __init__(self, folder):
        self.pictures = folder / "pictures"
        self.pictures.mkdir()
        super().__init__(folder, more=CAMERA.format(self.pictures))

    def sees(self, picture):
        for name in self.pictures.iterdir():
            name.unlink()
        (self.pictures / "table.jpg").write_bytes(picture)

    def scan(self, *lines):
        """Scan, and check all that answers; several times where more comes of it by itself."""
        for line in lines:
            before, self.now = self.told, self.now + 1
            self.type(codebook().label(*line.split()).code)
            self.answers(1, *before)

    @property
    def told(self):
        return self.newest.number, len(self.pins.heard)

    def answers(self, times, number, heard):
        number += times
        until(lambda: self.newest.number >= number)
        until(lambda: display_is_right(self) or self.nudge())
        until(lambda: flash_is_right(self))
        until(lambda: sound_is_right(self, heard) or self.newest.number > number)

    def photo(self, take=lambda at: at.scan(PHOTO)):
        """Take a photo, until it is read or has failed; what the display says then, which has been
        compared with the chip's own pixels.
        """
        before = self.told
        take(self)
        self.answers(2, *before)
        self._nudges = 0
        return self.words

    def hold_page(self):
        page = self.pins[self.settings.buttons.pins["page"]]
        before = self.told
        page.drive_low()
        self.now += 2.1
        buttons = self.runtime.parts.others[-1]
        assert isinstance(buttons, Buttons)
        buttons._bell.put(None)  # its own clock stands still
        self.answers(1, *before)
        page.drive_high()
        self.now += 1

    @property
    def words(self):
        return spoken(self.newest.panel)

    @property
    def live(self):
        return [seat.live for seat in self.newest.standings.seats]


@pytest.fixture
def table(tmp_path):
    at = AtCamera(tmp_path)
    yield at
    at.leave()


def test_a_photo_is_shown_then_scored_by_another_then_taken_back_by_one_undo(table):
    table.sees(flat(*TRAY, SQUID, WASABI, at=ON_WASABI))
    table.scan(*START)
    says = (
        "Photo of Chris, 7 of 10. 1 Nigiri +9. 2 Maki roll +6. 2 Tempura +5. 1 Sashimi +0."
        " 1 Wasabi +0. +20. 7 of 10: covered? PHOTO: score it."
    )
    assert table.photo() == says
    assert (table.live, table.newest.table.last.scan.label.type) == ([0, 0], "badge")
    assert table.newest.photo.picture.startswith(b"\xff\xd8")
    table.scan(PHOTO)
    assert (table.live, table.newest.photo) == ([20, 0], None)
    table.scan(UNDO)
    assert table.live == [0, 0]
    # by the button; and another scan in between drops it, and counts as itself
    assert table.photo(AtCamera.hold_page) == says
    table.scan(CARD + "sashimi/2")
    assert (table.newest.photo, table.live) == (None, [0, 0])
    assert "8 of 10" in table.photo()
    table.scan(PHOTO)
    assert table.live == [20, 0]
