"""WHAT on one phone: a card in hand is explained there, by its code or a photo, and told to nobody
else.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.photo_site import Phone, heard, lines, photo, sending
from support.playing import code
from support.pseudo import german_installed  # noqa: F401 - a fixture
from support.web_site import Played, caller, served

from engine.codes import codebook
from firmware.common.facts.shown import Shown
from firmware.common.settings.schema import PhotoSection
from firmware.common.system.state_dir import PHOTOS_FOLDER
from firmware.core.photo.client import Reader
from firmware.core.view.menu import explained
from firmware.words.language import language_of, say
from firmware.words.notices import in_full

BEGUN = ("preset party-sampler", "badge red", "badge blue", "command next", "badge red")
TEMAKI, EEL = (code(f"card sushi-go-party/{card}") for card in ("temaki/1", "eel/1"))
STICKER = "4006381333931"
KEPT = {"photo": PhotoSection(keep=True)}


class WatchedSite(Played):
    """A table in a round, with all that its outputs were shown; its photos would be kept."""

    def __init__(self, folder: Path) -> None:
        self.shows = list[Shown]()
        self.folder = folder
        super().__init__(
            folder, 0, [self.shows.append], KEPT, stickers=True, double_read_ms=0, has_broker=True
        )

    def __enter__(self) -> "WatchedSite":
        super().__enter__()
        session = self.session()
        for line in BEGUN:
            assert self.post("/scan", {"code": code(line)}, **session).json["ok"]
        return self

    def asks(self, scanned: str, **headers: str | None) -> Any:
        answer = self.post("/what", {"code": scanned}, **headers)
        assert answer.status == 200
        return answer.json

    def looks(
        self, picture: bytes, headers: Mapping[str, str | None], path: str = "/what/photo"
    ) -> Any:
        """The last line of what is answered."""
        with caller(self.port, sending(picture, headers, path)) as line:
            return lines(heard(line))[-1]

    def disk(self) -> dict[str, bytes]:
        """All that is written down."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[WatchedSite]:
    with WatchedSite(tmp_path) as site:
        yield site


def test_a_card_is_explained_as_the_device_would(site: WatchedSite) -> None:
    assert site.asks(TEMAKI) == {
        "ok": True,
        "sentences": ["Temaki. Whoever has the most scores 4 points."],
    }
    for label in codebook().labels[::7]:
        sentences = in_full(explained(site.table.table, label))
        assert site.asks(label.code) == {"ok": True, "sentences": [say(text) for text in sentences]}


@pytest.mark.usefixtures("german_installed")
def test_it_is_told_in_the_browsers_language(site: WatchedSite) -> None:
    (first, *_) = site.asks(EEL, accept_language="de")["sentences"]
    (sentence, *_) = in_full(
        explained(site.table.table, codebook().label("card", "sushi-go-party/eel/1"))
    )
    assert first == say(sentence, language_of("de")) != say(sentence)


def test_a_sticker_that_was_taught_is_explained_by_what_it_stands_for(site: WatchedSite) -> None:
    assert not site.asks(STICKER)["ok"]
    site.table.stickers.learn([(STICKER, EEL)])
    assert site.asks(STICKER) == site.asks(EEL)


def test_what_cannot_be_read_is_said_in_a_sentence_and_in_no_log(site: WatchedSite) -> None:
    before = [*site.log]
    for scanned in (STICKER, "123456", "062999", "<img src=x>"):
        answer = site.asks(scanned)
        assert not answer["ok"]
        (sentence,) = answer["sentences"]
        assert scanned in sentence
        assert sentence.endswith(".")
    assert [*site.log] == before


def test_no_other_output_hears_of_it(site: WatchedSite) -> None:
    """Neither of a code nor of a photo: not the display, lights, pages, broker, feed, journal or
    log, which all follow what is shown; no file changes.
    """
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    session = site.session()
    listening = site.listener()
    listening.event()
    shows, disk, log = [*site.shows], site.disk(), [*site.log]
    assert site.asks(TEMAKI)["ok"]
    assert site.looks(photo("tempura/1 eel/1"), session)["ok"]
    assert not site.asks("123456")["ok"]
    assert (site.shows, site.disk(), [*site.log]) == (shows, disk, log)
    assert site.post("/scan", {"code": TEMAKI}, **session).json["n"] == shows[-1].number + 1
    assert listening.event()["last"]["title"] == "Temaki"  # nothing was sent in between


def test_nothing_is_put_to_the_table(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        assert site.post("/what", {"code": EEL}).json["ok"]
        assert site.messages == []


def test_a_photo_tells_each_label_from_left_to_right(site: WatchedSite) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    answer = site.looks(photo("wasabi/1 tempura/1 eel/1 tempura/2"), site.session())
    assert [sentence.partition(". ")[0] for sentence in answer["sentences"]] == [
        "Wasabi",
        "2 × Tempura",
        "Eel",
    ]
    assert answer["sentences"][2] == site.asks(EEL)["sentences"][0]


def test_a_photo_that_shows_nothing_is_said_in_a_sentence(site: WatchedSite) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    session = site.session()
    empty = site.looks(photo(""), session)
    assert (empty["ok"], empty["sentences"][0][:15]) == (False, "No label found.")
    assert site.looks(b"no photo", session)["error"].startswith("This is not a photo.")


def test_a_photo_takes_the_pin_or_a_badge(site: WatchedSite) -> None:
    """It is costly to read."""
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    kind = {"Content_Type": "image/jpeg"}
    assert site.post("/what/photo", b"", **kind).status == 401
    assert site.post("/join/what/photo", b"", **kind).status == 403
    taken = {"code": site.badges.code(site.badges.minute), "badge": "red"}
    cookie = site.post("/join/take", taken).headers["set-cookie"].partition(";")[0]
    assert site.looks(photo("eel/1"), {"Cookie": cookie}, "/join/what/photo")["ok"]


def test_it_waits_in_the_queue_of_all_photos(site: WatchedSite) -> None:
    phone = Phone(site)
    with phone.begin_half():
        answer = site.post("/what/photo", b"x", Content_Type="image/jpeg", **phone.session)
        assert (answer.status, answer.json["error"][:15]) == (503, "Your last photo")


def test_a_secret_photo_is_not_kept(tmp_path: Path) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    folder = tmp_path / PHOTOS_FOLDER
    reader = Reader(str(folder))
    assert [*reader.read(photo("eel/1"), is_secret=True)]
    assert not folder.exists()
    assert [*reader.read(photo("eel/1"))]
    assert len([*folder.iterdir()]) == 2
    reader.close()
