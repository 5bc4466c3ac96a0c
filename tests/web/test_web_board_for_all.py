"""The scoreboard for everybody: legible in light and dark, still, by ear and by key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import accessible, looks, page, text_of, until, why_none
from support.web_scenes import address, eight, ended, shows, three
from support.web_shown import Watched
from support.web_site import Site, served

from engine.cards import BADGES
from firmware.web.page import Limits

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none() or "there is one")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, Limits()) as site:
        yield site


# Every text against what lies behind it, as the browser has computed both.
CONTRASTS = """
const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (colour) => {
  const [r, g, b] = channels(colour).slice(0, 3).map((c) => (c /= 255) <= 0.03928
    ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const colour = getComputedStyle(node).backgroundColor;
    if ((channels(colour)[3] ?? 1) > 0) return colour;
  }
};
const ratio = (one, other) => {
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement, style = getComputedStyle(node);
  if (!walker.currentNode.data.trim() || !node.getClientRects().length) continue;
  if (node.closest('.sr, script, noscript')) continue;
  const size = parseFloat(style.fontSize), bold = style.fontWeight >= 700;
  const needed = size >= 24 || (size >= 18.66 && bold) ? 3 : 4.5;
  const got = ratio(style.color, behind(node));
  if (got < needed) found.push([node.textContent, style.color, behind(node), got]);
}
const root = getComputedStyle(document.documentElement);
const hex = (name) => 'rgb(' + [1, 3, 5].map((at) =>
  parseInt(root.getPropertyValue(name).trim().slice(at, at + 2), 16)).join() + ')';
for (const ground of ['--paper', '--sheet']) {
  const got = ratio(hex('--edge'), hex(ground));
  if (got < 3) found.push(['edge of plates and tracks', ground, got]);
}
return found;
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everything_is_legible(site: Site, dark: bool) -> None:
    away = three()
    away.saved = False
    away.showing.missing["s"] = "Scanner unplugged"
    scenes = [Watched(), Watched("kind maki", "badge red"), away]
    scenes += [three().lay(badge, "tofu/1") for badge in ("red", "blue", "green")]
    scenes += [eight(f"badge {badge}") for badge in BADGES]
    scenes += [three().lay("red", "tofu/1", "tofu/1"), three("command score")]
    scenes += [ended("red"), ended("blue"), ended("green"), ended("red", "blue")]
    with page(address(site), dark=dark, still=True) as driver:
        for scene in scenes:
            shows(driver, site, scene)
            for button in driver.find_elements("css selector", ".seat button")[:1]:
                driver.execute_script("arguments[0].click()", button)
            assert driver.execute_script(CONTRASTS) == []


def test_nothing_moves_for_who_wants_it_still(site: Site) -> None:
    with page(address(site), still=True) as driver:
        for scene in (three(), three().lay("red", "tofu/1"), ended("red")):
            shows(driver, site, scene)
            assert driver.execute_script("return document.getAnimations().length") == 0
        looks(driver, (390, 844), still=False)
        until(lambda: driver.execute_script("return document.getAnimations().length"))


# --- ears and keys -----------------------------------------------------------------


def test_a_card_is_read_out_once_in_a_sentence(site: Site) -> None:
    with page(address(site)) as driver:
        table = three().scans("badge red")
        shows(driver, site, table)
        driver.refresh()
        until(lambda: driver.execute_script("return document.body.dataset.v"))
        assert text_of(driver, "#said") == ""  # nobody is told what was there before
        driver.execute_script(
            """window.heard = [];
            new MutationObserver((all) => heard.push(all.at(-1).target.textContent)).observe(
              document.querySelector('#said'), { childList: true })"""
        )
        shows(driver, site, table.scans("card sushi-go-party/squid-nigiri/1"))
        sentence = "Chris: Squid nigiri, plus 3, round 3, total 3. 1 of 10 cards"
        assert text_of(driver, "#said") == sentence
        table.saved = False  # the same scan still: something else has changed
        shows(driver, site, table)
        assert driver.execute_script("return heard") == [sentence]


def test_a_refusal_interrupts(site: Site) -> None:
    with page(address(site)) as driver:
        table = three().lay("red", "tofu/1")
        shows(driver, site, table)
        shows(driver, site, table.scans("card sushi-go-party/tofu/1"))
        assert text_of(driver, "#refused") == "Not counted. Tofu: already counted."
        assert text_of(driver, "#said") == ""


def test_what_a_screen_reader_finds(site: Site) -> None:
    with page(address(site)) as driver:
        shows(driver, site, three().lay("red", "tofu/1"))
        tree = accessible(driver)
        roles = {role for role, _ in tree}
        assert {"main", "banner", "navigation", "heading", "alert"} <= roles
        names = [name for role, name in tree if role == "button"]
        assert names == [
            "Chris red · leads · 1 of 10 cards 2 points",
            "Bo blue · 0 of 10 cards 0 points",
            "Élodie green · 0 of 10 cards 0 points",
        ]
        assert ("heading", "Chris") in tree
        assert ("heading", "Scores") in tree


def test_a_seat_opens_by_key_and_keeps_its_focus(site: Site) -> None:
    from selenium.webdriver.common.keys import Keys

    with page(address(site)) as driver:
        table = three().lay("red", "tofu/1")
        shows(driver, site, table)
        keys = driver.find_element("css selector", "body")
        keys.send_keys(Keys.TAB)
        assert driver.switch_to.active_element.get_attribute("aria-controls") == "why-red"
        driver.switch_to.active_element.send_keys(Keys.ENTER)
        shows(driver, site, table.scans("card sushi-go-party/tofu/2"))
        button = driver.switch_to.active_element
        assert button.get_attribute("aria-controls") == "why-red"
        assert button.get_attribute("aria-expanded") == "true"
        assert "Tofu" in driver.find_element("css selector", "#why-red").text
