"""What importing luma brings along: in a program of its own, as it can be imported only once."""

import subprocess
import sys
from pathlib import Path

import pytest

WHOLE = "import luma.oled.device"
SENT = """
from drivers.display.via_luma import SIZES, made
print([made(driver, width=w, height=h)[1].written for driver, (w, h) in SIZES.items()])
"""
SEEN = """
import sys, threading
from drivers.display.session import glass_for
glass_for("ssd1306", 128, 64, 0, 7)
late = {"multiprocessing", "cbor2", "luma.core.virtual", "luma.core.bitmap_font"}
print(late & set(sys.modules), threading.active_count())
"""
HAD = """
import multiprocessing
from luma.core.bitmap_font import embedded_fonts
from luma.core.virtual import viewport
print(multiprocessing.Process.__module__, embedded_fonts.__module__, viewport.__module__)
"""
NEEDY = """
from luma.core.virtual import character
class needy(character):
    size = 2 * character.size
"""


def said(words: str, *first: Path) -> str:
    """What a new interpreter says, to which that folder comes first."""
    ran = subprocess.run(
        [sys.executable, "-c", words],
        env={"PYTHONPATH": ":".join(map(str, [*first, Path(__file__).parents[2]]))},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return ran.stdout.strip()


@pytest.fixture
def luma() -> None:
    pytest.importorskip("luma.oled", reason="the display needs luma.oled")


def test_luma_comes_without_what_its_displays_of_letters_need(luma: None) -> None:
    assert said(SEEN) == "set() 1"


def test_it_can_be_had_by_others_afterwards(luma: None) -> None:
    modules = "multiprocessing.context luma.core.bitmap_font luma.core.virtual"
    assert said(SEEN + HAD).splitlines()[-1] == modules


def test_every_display_is_set_up_as_by_the_whole_of_luma(luma: None) -> None:
    assert said(SENT) == said(WHOLE + SENT) != ""


def test_what_is_there_already_is_left_there(luma: None) -> None:
    assert said(WHOLE + SEEN).endswith(" 5")  # luma's four threads


def test_a_luma_that_makes_more_of_it_has_it(tmp_path: Path) -> None:
    for folder in ("luma", "luma/core", "luma/oled"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "luma/core/virtual.py").write_text("class character:\n    size = 21\n")
    (tmp_path / "luma/oled/device.py").write_text(NEEDY)
    words = "from drivers.oled_luma import devices\nprint(devices().needy.size)"
    assert said(words, tmp_path) == "42"
