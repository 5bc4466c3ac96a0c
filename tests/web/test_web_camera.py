"""The photo from over the table on the pages: the picture, and what is seen in it."""

import time

import pytest
from support.axe import violations
from support.browser import complaints_of, looks, page, until
from support.flat_photos import flat
from support.playing import code
from support.web_site import Played

from drivers.camera import from_folder
from engine.catalogue import codebook_of
from firmware.common.facts.photo import PhotoComing, Proposal, TrayAsked
from firmware.core.app.messages import Typed
from firmware.core.app.photo_dialog import LOOK_S
from firmware.core.photo.plan import plan
from firmware.core.photo.trays import Seen
from firmware.core.view.sheets import photo_read

JPEG = b"\xff\xd8\xff a picture"
CORNERS = [[0.0, 0.0], [50.0, 0.0], [50.0, 50.0], [0.0, 50.0]]
TEMPURA = code("card sushi-go-party/tempura/1")


def shows(site, photo):
    site.feed.show(site.table.shown._replace(photo=photo))


def test_every_page_is_told_of_it_step_by_step_and_gets_the_picture(site):
    site.table.scan("preset my-first-meal", "badge red", "badge green", "command next", "badge red")
    table = site.table.shown.table
    for path in ("/photo/table", "/photo/table.jpg"):
        assert (site.get(path).status, "photo" in site.get("/state").json) == (404, False)
    photo = Proposal(7, 0, 0, PhotoComing(table.seats[0]))
    shows(site, photo)
    assert site.get("/state").json["photo"] == [7, 0]
    assert site.get("/photo/table").json == {"n": 7, "codes": [], "text": "Taking the photo …"}
    assert site.get("/photo/table.jpg").status == 404
    photo = photo._replace(sheet=PhotoComing(table.seats[0], is_taken=True), picture=JPEG)
    shows(site, photo)
    assert site.get("/state").json["photo"] == [7, 1]
    assert site.get("/photo/table").json["text"] == "Reading …"
    got = site.get("/photo/table.jpg")
    assert (got.body, got.headers["content-type"]) == (JPEG, "image/jpeg")
    label = Seen(TEMPURA, tuple((x, y) for x, y in CORNERS))
    made = plan(table, codebook_of(table.games), [[label]], 0)
    shows(site, photo._replace(codes={TEMPURA: CORNERS}, sheet=photo_read(made)))
    assert site.get("/state").json["photo"] == [7, 2]
    answer = site.get("/photo/table").json
    assert answer["codes"] == [[TEMPURA, CORNERS]]
    assert answer["text"].startswith(
        "Photo of Red: +0 (1 Tempura +0). 1 of 10: covered? Scan PHOTO"
    )
    shows(site, photo._replace(codes={TEMPURA: CORNERS}, sheet=TrayAsked()))
    text = site.get("/photo/table").json["text"]
    assert text == "Whose tray is this? Scan a badge, then PHOTO."


def apart(driver, site, path, *sizes):
    """Nothing lies over anything else, and beside the rows all stands in one column."""
    driver.get(f"http://127.0.0.1:{site.port}{path}")
    until(lambda: driver.execute_script("return document.querySelectorAll('polygon').length === 4"))
    for size in sizes:
        looks(driver, size, still=True)
        over, lefts = driver.execute_async_script(
            """const done = arguments[0], place = (node) => node.getBoundingClientRect();
            const all = () => [...document.querySelectorAll('main > *, .ways')].filter(
              (node) => node.checkVisibility());
            const cover = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
              a.top < b.bottom - 1 && b.top < a.bottom - 1;
            requestAnimationFrame(() => requestAnimationFrame(() => {
              const boxes = all().map(place);
              const beside = all().filter((node) => !node.matches('#scores, .ways'));
              done([boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => cover(a, b))).length,
                beside.map((node) => Math.round(place(node).left))]);
            }));"""
        )
        assert over == 0, (path, size)
        assert len({*lefts}) == 1, (path, size)


def test_a_page_marks_what_was_read_until_it_is_scored(tmp_path):
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cards = [f"card sushi-go-party/tempura/{number}" for number in (1, 2)]
    (pictures / "1.jpg").write_bytes(flat(*cards))
    site = Played(tmp_path, camera=from_folder(str(pictures)))
    look = """const card = document.querySelector(".camera");
    return card && [card.textContent, card.querySelectorAll("polygon").length];"""
    with site, page(f"http://127.0.0.1:{site.port}/", (390, 844), still=True) as driver:
        for line in (
            "preset my-first-meal",
            "badge red",
            "badge blue",
            "command next",
            "badge red",
        ):
            site.table.app.inbox.put(Typed(line))
        site.table.app.inbox.put(Typed("command photo"))
        until(lambda: (driver.execute_script(look) or [0, 0])[1] == 4)
        assert "Photo of Red: +5 (2 Tempura +5)" in driver.execute_script(look)[0]
        assert violations(driver) == []
        apart(driver, site, "/?scores", (1280, 800), (1920, 1080))
        apart(driver, site, "/tv", (390, 844), (768, 1024), (1280, 800), (1920, 1080))
        driver.get(f"http://127.0.0.1:{site.port}/")
        time.sleep(LOOK_S)  # it has to be looked at for so long
        site.table.app.inbox.put(Typed("command photo"))
        until(lambda: driver.execute_script(look) is None)
        assert site.table.shown.standings.seats[0].live == 5
        assert complaints_of(driver) == []
