"""The camera over the table, at the whole program: PHOTO takes a photo, shows what it would score,
and only PHOTO again scores it.
"""

import pytest

pytest.importorskip("luma.oled", reason="the display's driver needs luma.oled")
pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
from support.flat_photos import flat
from support.table_checks import display_is_right, flash_is_right, sound_is_right
from support.table_whole import WholeTable
from support.waiting import until

from drivers.buttons import Buttons

CARD = "card sushi-go-party/"
TRAY = [CARD + card for card in ("tempura/1", "tempura/2", "sashimi/1", "maki-2/1", "maki-1/1")]
SQUID, WASABI = CARD + "squid-nigiri/1", CARD + "wasabi/1"
ON_WASABI = {WASABI: (220, 20), SQUID: (220, 50)}
PHOTO, UNDO, BADGE = "command photo", "command undo", "badge red"
START = ("preset my-first-meal", BADGE, "badge green", "command next", BADGE)
CAMERA = '\n[camera]\nkind = "files"\nfolder = "{}"\n'


@pytest.fixture
def table(tmp_path):
    (tmp_path / "pictures").mkdir()
    table = WholeTable(tmp_path, CAMERA.format(tmp_path / "pictures"))
    yield table
    table.leave()


def scan(table, *lines):
    """Scan, and check all that answers; several times where more comes of it by itself."""
    for line in lines:
        before = counts(table)
        table.scan(line)
        answers(table, 1, *before)


def counts(table):
    return table.shown.number, len(table.pins.heard)


def answers(table, times, number, heard):
    number += times
    table.acknowledges(number)
    until(lambda: display_is_right(table) or table.nudge())
    until(lambda: flash_is_right(table))
    until(lambda: sound_is_right(table, heard) or table.shown.number > number)


def photo(table, take=lambda table: scan(table, PHOTO)):
    """Take a photo, until it is read or has failed; what the display says then, which has been
    compared with the chip's own pixels.
    """
    before = counts(table)
    take(table)
    answers(table, 2, *before)
    return table.says


def hold_page(table):
    page = table.pins[table.settings.buttons.pins["page"]]
    before = counts(table)
    page.drive_low()
    table.now += 2.1
    buttons = table.runtime.parts.others[-1]
    assert isinstance(buttons, Buttons)
    buttons._bell.put(None)  # its own clock stands still
    answers(table, 1, *before)
    page.drive_high()
    table.moment()


def test_a_photo_is_shown_then_scored_by_another_then_taken_back_by_one_undo(table, tmp_path):
    picture = flat(*TRAY, SQUID, WASABI, places=ON_WASABI)
    (tmp_path / "pictures" / "table.jpg").write_bytes(picture)
    scan(table, *START)
    says = (
        "Photo of Chris, 7 of 10. 1 Nigiri +9. 2 Maki roll +6. 2 Tempura +5. 1 Sashimi +0."
        " 1 Wasabi +0. +20. 7 of 10: covered? PHOTO: score it."
    )
    assert photo(table) == says
    assert (table.live, table.table.last.scan.label.type) == ([0, 0], "badge")
    assert table.shown.photo.picture.startswith(b"\xff\xd8")
    scan(table, PHOTO)
    assert (table.live, table.shown.photo) == ([20, 0], None)
    scan(table, UNDO)
    assert table.live == [0, 0]
    # by the button; and another scan in between drops it, and counts as itself
    assert photo(table, hold_page) == says
    scan(table, CARD + "sashimi/2")
    assert (table.shown.photo, table.live) == (None, [0, 0])
    assert "8 of 10" in photo(table)
    scan(table, PHOTO)
    assert table.live == [20, 0]
