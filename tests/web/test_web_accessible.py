"""Every page as axe-core judges it, in both colour schemes, narrow, wide and at 200 %, with data
and without.
"""

import itertools
from pathlib import Path

import pytest
from support.axe import violations
from support.browser import looks, page, until
from support.history_made import evenings, journal
from support.playing import code
from support.setup_site import set_up
from support.soak import SOAK

NARROW, WIDE, ZOOMED = (390, 844), (1280, 800), (640, 400)  # the last: WIDE at 200 %
# How each state is looked at, and whether in dark; `make soak` combines all.
LOOKS = {
    "out of touch": [(ZOOMED, False)],
    "empty": [(NARROW, True)],
    "with data": [(NARROW, False), (WIDE, True)],
}
SCANS = ("preset party-sampler", "badge red", "badge blue", "command next", "badge red")
DATA = ["*/events*", "*/state*", "*.json*", "*/codes", "*/pin"]
OPEN = "if (arguments[0]) for (const one of document.querySelectorAll(arguments[0])) one.click()"
SCROLLS = "return document.documentElement.scrollWidth > innerWidth"
CARDS = ("tofu/1", "wasabi/1", "squid-nigiri/1", "temaki/1", "temaki/1")  # the last is refused
# Where each page is, when it is there, and what opens all that can be opened.
PAGES = {
    "/": ("document.body.dataset.v || document.querySelector('#menus button')", ".seat button"),
    "/?scores": ("document.body.dataset.v", ""),
    "/tv": ("location.hash && document.body.dataset.v", ""),
    "/desk": ("document.body.dataset.n && document.querySelector('#labels b')", "[name=copies]"),
    "/join": ("document.querySelector('#hint').textContent", ""),
    "/menu": ("document.body.dataset.n", ""),
    "/menu?game=sushi-go-party": ("document.body.dataset.n > 9", ""),
    "/history": ("'of' in document.querySelector('#people').dataset", "#games button, summary"),
    "/history?player=Kim": ("'of' in document.querySelector('#people').dataset", ""),
    "/year": ("document.body.dataset.n", ""),
    "/recap": ("document.body.dataset.n", "#show"),
    "/photo": ("'ready' in document.body.dataset", ""),
    "/labels": ("document.querySelector('option')", ""),
    "/setup": ("document.querySelector('#more:not([hidden]) #stickers')", "summary, #look"),
}
ALIKE = ("/photo", "/labels")  # in every state


@pytest.mark.parametrize("state", LOOKS)
def test_axe_finds_nothing(tmp_path: Path, state: str) -> None:
    if state == "with data":
        journal(tmp_path / "state", evenings(9, seed=4))
    shown = [*itertools.product((NARROW, WIDE, ZOOMED), (False, True))] if SOAK else LOOKS[state]
    problems = set()
    with set_up(tmp_path) as site:
        if state == "with data":
            for line in (*SCANS, *(f"card sushi-go-party/{card}" for card in CARDS)):
                site.post("/scan", {"code": code(line)})
        with page("about:blank", still=True) as driver:
            if state == "out of touch":
                driver.execute_cdp_cmd("Network.enable", {})
                driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": DATA})
            for path, (ready, opens) in PAGES.items():
                if path in ALIKE and state != "with data" and not SOAK:
                    continue
                driver.get(f"{site.address}{path}#pin={site.pin.digits}")
                if state != "out of touch":
                    until(lambda: driver.execute_script(f"return {ready}"))  # noqa: B023
                    driver.execute_script(OPEN, opens)
                for size, dark in shown:
                    looks(driver, size, dark, still=True)
                    where = f"{path} {size} {'dark' if dark else 'light'}"
                    problems |= {f"{where} {violation}" for violation in violations(driver)}
                    if driver.execute_script(SCROLLS):
                        problems.add(f"{where} scrolls sideways")
    assert problems == set()
