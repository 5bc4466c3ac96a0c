"""How pages look, measured in a browser: words in the middle of their buttons, all on one axis."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import looks, page, until
from support.history_made import evenings, journal
from support.setup_site import SetUp, set_up

SIZES = (360, 640), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160)
# Where each page is, when it is there, and what opens all that can be opened.
PAGES = {
    "/?scores": ("document.body.dataset.v", ""),
    "/desk": ("document.querySelector('#labels b')", ""),
    "/history": ("document.body.dataset.n", "#games button, summary"),
    "/photo": ("'ready' in document.body.dataset", ""),
    "/labels": ("document.querySelector('option')", ""),
    "/setup": ("document.querySelector('#more:not([hidden]) #stickers')", "summary, #look"),
}
NAMES = {
    "red": "Wolfgang Amadeus Mozart.",
    "blue": "Maximilian-Alexander III",
    "green": "Élodie",
    "yellow": "Donaudampfschifffahrtge",
    "magenta": "Kim",
}
OPEN = "if (arguments[0]) for (const node of document.querySelectorAll(arguments[0])) node.click()"
PLACE = """const place = (node) => node.getBoundingClientRect();
const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    """In a round, with evenings behind it: players with long names, and more than 9,999 yen."""
    journal(tmp_path / "state", evenings(14, seed=4, names=NAMES))
    with set_up(tmp_path) as site:
        yield site


def opened(site: SetUp, *paths: str) -> Iterator[tuple[str, Any]]:
    """Each page, or these, at each size."""
    with page("about:blank", still=True) as driver:
        for path, (ready, opens) in PAGES.items():
            if paths and path not in paths:
                continue
            driver.get(f"{site.address}{path}#pin={site.pin.digits}")
            until(lambda: driver.execute_script(f"return {ready}"))  # noqa: B023
            driver.execute_script(OPEN, opens)
            for size in SIZES:
                looks(driver, size, still=True)
                yield f"{path} {size}", driver


def test_words_stand_in_the_middle_of_their_buttons(site: SetUp) -> None:
    for where, driver in opened(site):
        off = driver.execute_script(
            PLACE
            + """const seen = (button) => button.checkVisibility() &&
              parseFloat(getComputedStyle(button).fontSize);
            return [...document.querySelectorAll('.btn')].filter(seen).filter((button) => {
              const words = document.createRange();
              words.selectNode([...button.childNodes].find((node) => node.nodeType === 3));
              const [inner, outer] = [words, button].map(place);
              return Math.abs(inner.top + inner.bottom - outer.top - outer.bottom) > rem / 5 ||
                Math.abs(inner.left + inner.right - outer.left - outer.right) > rem / 5;
            }).map((button) => button.textContent)"""
        )
        assert off == [], where


def test_a_title_stands_above_the_edge_of_what_it_heads(site: SetUp) -> None:
    for where, driver in opened(site):
        title, edge = driver.execute_script(
            PLACE
            + """const [title] = document.getElementsByTagName('h1');
            const all = [...document.querySelectorAll('main :is(.card, .field, #device)')];
            const seen = all.filter((node) => node.checkVisibility());
            return [place(title).width > 2 ? place(title).left : null,
              Math.min(...seen.map((node) => place(node).left))]"""
        )
        assert title is None or abs(title - edge) < 2, where


def test_a_page_fills_half_of_the_widest_window(site: SetUp) -> None:
    """Its letters are larger there, or it would be a stamp in the middle."""
    for where, driver in opened(site, "/?scores", "/desk", "/history"):
        share = "return document.querySelector('main').offsetWidth / innerWidth"
        assert driver.execute_script(share) > 0.5, where


def test_a_forms_fields_fill_their_lines(site: SetUp) -> None:
    """Where two stand side by side, none stands alone but the last of an odd number; nothing empty
    keeps room; each column of ticks stands below its heading.
    """
    for where, driver in opened(site, "/setup"):
        holes, gaps, off = driver.execute_script(
            PLACE
            + """const middle = (node) => (place(node).left + place(node).right) / 2;
            const seen = (node) => node.checkVisibility();
            const holes = [...document.querySelectorAll('.two')].filter(seen).filter((box) => {
              const fields = [...box.children].filter(seen);
              const last = place(fields.at(-1)), even = fields.length % 2 === 0;
              return even && last.right < place(box).right - 2;
            });
            const gaps = [...document.querySelectorAll('#more section')].flatMap((section) => {
              const parts = [...section.children].filter((part) => seen(part) && part.offsetHeight);
              const starts = parts.slice(1).map((part) => place(part).top);
              const ends = [...starts, place(section).bottom];
              return parts.map((part, n) => (ends[n] - place(part).bottom) / rem);
            });
            const heads = [...document.querySelectorAll('.grid:not(.deck) thead th')].slice(3);
            const ticks = document.querySelectorAll('.grid tbody tr:first-child [type=checkbox]');
            return [holes.length, gaps, heads.map((head, n) => middle(head) - middle(ticks[n]))]"""
        )
        assert holes == 0, where
        assert max(gaps) < 1.25, where
        assert max(map(abs, off)) < 3, where


def test_the_history_cuts_no_name_and_no_number(site: SetUp) -> None:
    for where, driver in opened(site, "/history"):
        cut = driver.execute_script(
            """const names = [...document.querySelectorAll('thead bdi')];
            const split = (name) => name.textContent.length < 9 &&
              getComputedStyle(name).writingMode === 'horizontal-tb' &&
              name.offsetHeight > 2 * parseFloat(getComputedStyle(name).fontSize);
            const marks = [...document.querySelectorAll('figure text')];
            return [...names.filter((name) => name.scrollHeight > name.clientHeight + 1 ||
                name.scrollWidth > name.clientWidth + 1),
              ...names.filter(split),
              ...marks.filter((mark) => mark.getBBox().x < 0 &&
                getComputedStyle(mark.ownerSVGElement).overflow !== 'visible')]
              .map((node) => node.textContent)"""
        )
        assert cut == [], where


def test_the_pin_is_asked_for_clear_of_the_windows_edges(site: SetUp) -> None:
    with page(f"{site.address}/desk", still=True) as driver:
        until(lambda: driver.execute_script("return document.querySelector('#labels b')"))
        driver.execute_script("document.querySelector('[value=next]').click()")
        until(lambda: driver.execute_script("return document.querySelector('#pin[open]')"))
        for size in SIZES:
            looks(driver, size, still=True)
            left, right = driver.execute_script(
                PLACE
                + """const { left, right } = place(document.querySelector('#pin'));
                return [left, innerWidth - right]"""
            )
            assert min(left, right) > 10, size
            assert abs(left - right) < 2, size
