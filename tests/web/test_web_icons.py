"""The drawn icons on the pages: those of the table sheet, in the colour of their kind."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from support import icon_files
from support.browser import accessible, complaints_of, page, until
from support.dealt_evening import game_of
from support.history_made import evenings, journal
from support.table_engine import EngineTable
from support.web_scenes import address, three
from support.web_shown import on_show
from support.web_site import Site, served

from engine.codes import codebook
from engine.games import GAMES
from engine.position import Table
from engine.table import DEVICES_OWN
from firmware.common.http.assets import COMMON
from firmware.interfaces.web.pages.desk.tray import desk_tray
from firmware.interfaces.web.pages.looks import look
from firmware.paper.table_sheet.colours import GROUPS, TINTS

IDS = set(re.findall(r' id="icon-([^"]+)"', icon_files.SYMBOLS.read_text()))
COLOURS = set(re.findall(r"--k-([a-z-]+):", Path(f"{COMMON}/okanjo.css").read_text()))
# Of each icon: its name, whether something is drawn, its name for ears, the colour behind it.
SEEN = """return [...document.querySelectorAll(arguments[0] + " .icon")].map((node) => [
  node.firstChild.getAttribute("href").replace("#icon-", ""),
  node.firstChild.getBBox().width > 5, node.ariaHidden, getComputedStyle(node).backgroundColor])"""


def test_they_are_those_of_the_table_sheet() -> None:
    """An SVG file has changed? Look at it, then `make icons`."""
    assert icon_files.symbols() == icon_files.SYMBOLS.read_text()


def test_whatever_can_count_but_badges_and_menus_has_one() -> None:
    for label in codebook().labels:
        if label.type not in ("badge", "preset") and label.slug not in DEVICES_OWN:
            assert (label.face or label.kind or label.slug) in IDS


def test_every_kind_has_a_colour_as_on_paper() -> None:
    for game in GAMES:
        for kind in game.kinds:
            _, colour = look(game, kind)
            on_paper = colour in TINTS or colour in GROUPS
            assert (colour in COLOURS) == on_paper, kind.title
    assert set(TINTS) | set(GROUPS) == COLOURS


def test_tabs_and_home_screens_have_one_of_the_same_drawing(site: Site) -> None:
    for side, path in icon_files.OWN.items():
        with Image.open(path) as image:
            assert image.size == (side, side)
            assert image.convert("RGB").tobytes() == icon_files.own(side).convert("RGB").tobytes()
    manifest = site.get("/assets/okanjo.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json["icons"]:
        assert site.get(f"/assets/{icon['src']}").headers["content-type"] == "image/png"
    for address_ in ("/?scores", "/desk", "/history", "/labels", "/photo", "/setup"):
        looked = site.get(address_).body.decode()
        linked = re.findall(r'<link rel="([a-z-]+)" href="([^"]+)"', looked)
        assert [rel for rel, _ in linked][:3] == ["icon", "apple-touch-icon", "manifest"]
        assert {site.get(href).status for _, href in linked} == {200}
    with page(address(site), still=True) as driver:
        result = driver.execute_cdp_cmd("Page.getAppManifest", {})
        assert json.loads(result["data"]) == manifest.json
        assert result["errors"] == []


@pytest.mark.parametrize("scans", ["", "preset party-sampler", "game omakase"])
def test_every_tile_has_its_own(scans: str) -> None:
    table: Table = on_show(*filter(None, [scans])).table
    parts = desk_tray(table, codebook())["parts"]
    assert isinstance(parts, list)
    tiles = [tile for _, all_ in parts for tile in all_]
    assert tiles
    for tile in tiles:
        assert tile["looks"]
        for name, colour in tile["looks"]:
            assert name in IDS
            assert colour in COLOURS | {"", "special"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    journal(tmp_path, evenings(12, seed=4))
    with served(tmp_path) as site:
        yield site


def drawn(driver: Any, within: str) -> list[tuple[str, str]]:
    """Name and colour of each icon there, once all are drawn; not one is for ears."""
    icons = until(lambda: (icons := driver.execute_script(SEEN, within)) and icons)
    until(lambda: all(wide for _, wide, _, _ in driver.execute_script(SEEN, within)))
    assert {hidden for _, _, hidden, _ in icons} == {"true"}
    return [(name, colour) for name, _, _, colour in icons]


def test_the_scoreboard_shows_them_beside_the_words(site: Site) -> None:
    table = three("badge red").scan("red temaki/1 tofu/1")
    with page(address(site), still=True) as driver:
        site.feed.show(table.shown)
        menu = drawn(driver, "#menu")
        game = game_of(table.table)
        assert [name for name, _ in menu] == [look(game, kind)[0] for kind in kinds(table)]
        alike = {colour: name for name, colour in menu}
        assert len(alike) == len(menu) - 1  # wasabi is as yellow as nigiri
        assert drawn(driver, "#card") == [icon for icon in menu if icon[0] == "tofu"]
        driver.execute_script("document.querySelector('.seat button').click()")
        why = drawn(driver, ".why:not([hidden])")
        assert why == [icon for icon in menu if icon[0] in ("temaki", "tofu")]
        heads = [name for role, name in accessible(driver) if role == "rowheader"]
        assert heads[0].startswith("Temaki ")
        assert complaints_of(driver) == []


def kinds(table: EngineTable) -> list[Any]:
    assert table.table.game
    return [table.table.game.kind(slug) for slug in table.table.menu]
