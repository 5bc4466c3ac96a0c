"""`okanjo labels` from outside: the files it writes, what it says, and what it refuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from support.label_sheets import words
from support.table_program import okanjo

from engine.codes import codebook
from engine.games import GAMES
from firmware.labels.cards.stocks import STOCKS

PARTY, SUSHI_GO, OMAKASE = GAMES


def labels(folder: Path, *asked: str) -> tuple[int, str, str]:
    done = okanjo(folder, "labels", *asked)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def texts(file: Path) -> list[str]:
    """What stands on each page."""
    document = pypdfium2.PdfDocument(file)
    try:
        found = [page.get_textpage().get_text_bounded() for page in document]
        return [" ".join(text.split()) for text in found]
    finally:
        document.close()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"state.toml"}


def test_a_deck_needs_no_more_than_its_name(tmp_path: Path) -> None:
    status, out, err = labels(tmp_path, "sushi-go-party")
    assert (status, err) == (0, "")
    assert out == (
        "sushi-go-party-labels.pdf: 181 labels on 1 sheet of L4731 (25.4 x 10 mm), code128,"
        " 300 dpi\nPrint at 100 % (actual size); the ruler must measure 50 mm.\n"
        "8 labels of the last sheet will be left: go on there with --from 182.\n"
    )
    (text,) = texts(tmp_path / "sushi-go-party-labels.pdf")
    assert all(text.count(one.digits) == 1 for one in words(PARTY))
    assert "Sushi Go Party! · sheet 1 of 1 · Print at 100 % (actual size)" in text
    assert text.count("Watermelon, pineapple") == 3
    assert files(tmp_path) == {"sushi-go-party-labels.pdf"}


def test_the_same_asked_twice_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        assert labels(tmp_path, "omakase", "--code", "datamatrix", "-o", name)[0] == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_a_changed_card_table_has_its_own_labels(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[omakase.faces.crab]\ncopies = 4\n")
    done = okanjo(tmp_path, "--config", str(own), "labels", "omakase", "--only", "crab", "--csv")
    assert (done.returncode, done.stderr) == (0, b"")
    rows = csv.DictReader(done.stdout.decode().splitlines())
    assert [row["slug"] for row in rows] == [f"omakase/crab/{copy}" for copy in (1, 2, 3, 4)]


def test_a_partly_used_sheet_is_gone_on_with(tmp_path: Path) -> None:
    """Position 187 of 189: three on this sheet, the rest on the next; by row and column, too."""
    sheets = {}
    for first in ("187", "27,5"):
        status, out, _ = labels(tmp_path, "omakase", "--from", first, "--only", "eel,omelette")
        assert status == 0
        assert "7 labels on 2 sheets" in out
        assert "go on there with --from 5." in out
        sheets[first] = (tmp_path / "omakase-labels.pdf").read_bytes()
    assert sheets["187"] == sheets["27,5"]
    one, two = texts(tmp_path / "omakase-labels.pdf")
    assert (one.count("Omelette"), two.count("Omelette")) == (1, 4)
    assert (one.count("sheet 1 of 2"), two.count("sheet 2 of 2")) == (1, 1)


def chosen(folder: Path, game: str, only: str) -> list[str]:
    status, out, err = labels(folder, game, "--only", only, "--csv")
    assert (status, err) == (0, "")
    return [row["slug"] for row in csv.DictReader(out.splitlines())]


def test_lost_labels_are_named_by_kind_face_card_or_code(tmp_path: Path) -> None:
    code = codebook().label("card", "sushi-go-party/eel/3").code
    assert chosen(tmp_path, "sushi-go-party", f"eel/8, {code},sushi-go-party/maki-3,TEA,tea/1") == [
        "sushi-go-party/maki-3/1",
        "sushi-go-party/maki-3/2",
        "sushi-go-party/maki-3/3",
        "sushi-go-party/eel/3",
        "sushi-go-party/eel/8",
        "sushi-go-party/tea/1",
        "sushi-go-party/tea/2",
        "sushi-go-party/tea/3",
    ]
    assert len(chosen(tmp_path, "sushi-go-party", "fruit")) == 15


def test_the_table_for_merging_elsewhere(tmp_path: Path) -> None:
    status, out, _ = labels(tmp_path, "sushi-go-party", "--csv")
    assert status == 0
    rows = list(csv.DictReader(out.splitlines()))
    cards = [one for one in codebook().labels if (one.type, one.game) == ("card", PARTY.slug)]
    assert [row["code"] for row in rows] == [card.code for card in cards]
    for row, card in zip(rows, cards, strict=True):
        own = card._asdict() | {"copy": str(card.copy)}
        assert {**row, "title": ""} == {**own, "title": ""}
    titles = {row["title"] for row in rows}
    assert "Watermelon, pineapple" in titles
    assert not [title for title in titles if title.endswith(".")]
    status, told, _ = labels(tmp_path, "sushi-go-party", "--csv", "-o", "deck.csv")
    assert (status, told) == (0, "deck.csv: 181 labels, a line each\n")
    assert (tmp_path / "deck.csv").read_text() == out


def test_pictures_for_a_label_printers_app(tmp_path: Path) -> None:
    asked = ("sushi-go", "--stock", "30x20", "--dpi", "203", "--only", "maki", "-o", "new/folder")
    status, out, err = labels(tmp_path, *asked)
    assert (status, err) == (0, "")
    assert "26 pictures of 30 x 20 mm" in out
    assert "the bars must measure 17.0 mm across" in out
    found = sorted(path.name for path in (tmp_path / "new/folder").iterdir())
    assert found[:2] == ["021-maki-1-1.png", "022-maki-1-2.png"]
    assert found[-1] == "046-maki-3-8.png"
    with Image.open(tmp_path / "new/folder" / found[0]) as picture:
        assert picture.size == (240, 160)
        assert picture.mode == "1"
        assert picture.info["dpi"] == pytest.approx((203, 203), abs=0.1)


def test_a_label_printed_anew_has_the_name_it_had(tmp_path: Path) -> None:
    """Numbered by its place in the deck, not among those asked for: no card has two pictures."""
    assert labels(tmp_path, "omakase", "-o", "deck/")[0] == 0
    deck = files(tmp_path / "deck")
    assert len(deck) == len(words(OMAKASE))
    (lost,) = (name for name in deck if name.endswith("-eel-2.png"))
    (tmp_path / "deck" / lost).unlink()
    for name in ("deck/", "alone/"):
        assert labels(tmp_path, "omakase", "--only", "eel/2", "-o", name)[0] == 0
    assert files(tmp_path / "deck") == deck
    assert files(tmp_path / "alone") == {lost}


def test_pictures_are_read_back(tmp_path: Path) -> None:
    reading = pytest.importorskip(
        "label_reading", reason="zxing-cpp has no wheel for this machine (armv7)"
    )
    for code, symbols in (("both", ["code128", "datamatrix"]), ("datamatrix", ["datamatrix"])):
        for dpi in ("203", "300", "600"):
            folder = tmp_path / f"{code}-{dpi}"
            asked = ("--stock", "40x15", "--code", code, "--dpi", dpi, "-o", f"{folder}/")
            assert labels(tmp_path, "omakase", *asked)[0] == 0
            pictures = sorted(folder.iterdir())
            assert len(pictures) == len(words(OMAKASE))
            for path, one in zip(pictures, words(OMAKASE), strict=True):
                with Image.open(path) as picture:
                    found = sorted(
                        (it.symbol, it.text) for it in reading.read(picture.convert("L"))
                    )
                assert found == [(symbol, one.digits) for symbol in symbols]


def test_the_stocks_are_listed(tmp_path: Path) -> None:
    status, out, err = labels(tmp_path, "--stocks")
    assert (status, err) == (0, "")
    listed = [line.split()[0] for line in out.splitlines()]
    assert listed == [*STOCKS, "WxH"]
