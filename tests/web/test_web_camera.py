"""The photo from over the table on the pages: the picture, and what is seen in it."""

from support.table_app import code

from engine.catalogue import codebook_of
from engine.photo import Seen
from engine.photo_plan import plan
from firmware.view.photo import Proposal

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
    photo = Proposal(7, 0, 0)
    shows(site, photo)
    assert site.get("/state").json["photo"] == [7, 0]
    assert site.get("/photo/table").json == {"n": 7, "codes": [], "text": "Taking the photo …"}
    assert site.get("/photo/table.jpg").status == 404
    photo = photo._replace(picture=JPEG)
    shows(site, photo)
    assert site.get("/state").json["photo"] == [7, 1]
    assert site.get("/photo/table").json["text"] == "Reading …"
    got = site.get("/photo/table.jpg")
    assert (got.body, got.headers["content-type"]) == (JPEG, "image/jpeg")
    seen = Seen(TEMPURA, tuple((x, y) for x, y in CORNERS))
    made = plan(table, codebook_of(table.games), [[seen]], 0)
    shows(site, photo._replace(codes={TEMPURA: CORNERS}, plan=made))
    assert site.get("/state").json["photo"] == [7, 2]
    told = site.get("/photo/table").json
    assert told["codes"] == [[TEMPURA, CORNERS]]
    assert told["text"].startswith("Photo of Red: +0 (1 Tempura +0). 1 of 10: covered? Scan PHOTO")
