"""`okanjo labels`: the files it writes, what it says, and what it refuses."""

from __future__ import annotations

import csv
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from support.label_sheets import words
from support.pseudo import escaped, pseudo_installed  # noqa: F401 - one is a fixture
from support.table_program import OKANJO, environ, okanjo, settings

from engine.codes import codebook
from engine.games import GAMES
from engine.table import DEVICES_OWN
from firmware.cli.parser import carry_out
from firmware.paper.cards.stocks import STOCKS

PARTY, SUSHI_GO, OMAKASE = GAMES
Labels = Callable[..., tuple[int, str, str]]
OWN = [codebook().label("command", slug).title for slug in DEVICES_OWN]


@pytest.fixture
def labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Labels:
    """The command in a folder of its own; its status, and what it says."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = carry_out([*settings(tmp_path), "labels", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def texts(file: Path) -> list[str]:
    """What stands on each page."""
    document = pypdfium2.PdfDocument(file)
    try:
        raw = [page.get_textpage().get_text_bounded() for page in document]
        return [" ".join(text.split()) for text in raw]
    finally:
        document.close()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"state.toml"}


def test_a_deck_needs_no_more_than_its_name(labels: Labels, tmp_path: Path) -> None:
    assert labels("sushi-go-party") == (
        0,
        "sushi-go-party-labels.pdf: 181 labels on 1 sheet of L4731 (25.4 x 10 mm), code128,"
        " 300 dpi\nPrint at 100 % (actual size); the ruler must measure 50 mm.\n"
        "8 labels left on the last sheet. To start there: --from 182\n",
        "",
    )
    (text,) = texts(tmp_path / "sushi-go-party-labels.pdf")
    assert all(text.count(word.digits) == 1 for word in words(PARTY))
    assert "Sushi Go Party! · sheet 1 of 1 · Print at 100 % (actual size)" in text
    assert text.count("Watermelon, pineapple") == 3
    assert files(tmp_path) == {"sushi-go-party-labels.pdf"}


def test_table_sheet_and_guide_need_no_more_either(labels: Labels, tmp_path: Path) -> None:
    last = "Print at 100 % (actual size).\n"
    assert labels("table") == (0, f"okanjo-table.pdf: 7 pages of A4\n{last}", "")
    output = f"guide.pdf: 1 page of US Letter\n{last}"
    assert labels("guide", "--stock", "letter", "-o", "guide.pdf") == (0, output, "")
    assert files(tmp_path) == {"okanjo-table.pdf", "guide.pdf"}
    first, *_, last = texts(tmp_path / "okanjo-table.pdf")
    assert "The table" in first
    assert "A round in six pictures" in last


def test_a_menu_is_one_page(labels: Labels, tmp_path: Path) -> None:
    said = "okanjo-menu-cutthroat-combo.pdf: Cutthroat Combo, 1 page of A4\n"
    assert labels("menu", "cutthroat-combo") == (0, said, "")
    own = "temaki,eel,tofu,miso-soup,spoon,tea,fruit"
    said = "okanjo-menu.pdf: Your own menu, 1 page of A5\n"
    assert labels("menu", own, "--stock", "a5") == (0, said, "")
    said = "all.pdf: Omakase, 1 page of US Letter\n"
    assert labels("menu", "omakase", "--stock", "letter", "-o", "all.pdf") == (0, said, "")
    assert (
        "Spoon special · 3 cards Scores nothing, but gets you a card"
        in texts(tmp_path / "okanjo-menu.pdf")[0]
    )


def test_two_languages_are_on_one_sheet(labels: Labels, tmp_path: Path) -> None:
    both = ("--language", "de,en")
    assert labels("table", *both)[1].startswith("okanjo-table.pdf: 8 pages of A4\n")
    first, *_, second_last, last = texts(tmp_path / "okanjo-table.pdf")
    assert "WEITER" in first
    assert "NEXT" in first
    assert ("Eine Runde" in second_last, "A round" in last) == (True, True)
    assert (
        labels("menu", "omakase", *both)[1] == "okanjo-menu-omakase.pdf: Omakase, 2 pages of A4\n"
    )
    for page in texts(tmp_path / "okanjo-menu-omakase.pdf"):
        assert "Garnele" in page
        assert "Shrimp" in page


def test_a_label_too_small_for_both_names_has_the_first(labels: Labels, tmp_path: Path) -> None:
    own = ("sushi-go", "--only", "wasabi,egg-nigiri,squid-nigiri", "--language", "de,en")
    status, out, _ = labels(*own)
    assert status == 0
    assert "\n5 labels have no room for the second name.\n" in out
    (text,) = texts(tmp_path / "sushi-go-labels.pdf")
    assert text.count("Ei-Nigiri · Egg nigiri") == 5
    assert (text.count("Tintenfisch-Nigiri"), text.count("Squid")) == (5, 0)
    assert text.count("Wasabi") == 6
    _, out, _ = labels(*own, "--stock", "L4732")
    assert "second name" not in out
    (text,) = texts(tmp_path / "sushi-go-labels.pdf")
    assert text.count("Squid nigiri") == 5


def test_the_table_sheet_has_the_commands_of_what_the_settings_name(tmp_path: Path) -> None:
    def printed(*arguments: str, more: str = "") -> set[str]:
        words = settings(tmp_path)
        with open(words[1], "a") as file:
            file.write(more)
        assert (
            carry_out([*words, "labels", "table", "-o", f"{tmp_path / 'sheet.pdf'}", *arguments])
            == 0
        )
        (first, *_) = texts(tmp_path / "sheet.pdf")
        return {title for title in ("The device", *map(str.upper, OWN)) if title in first}

    what = "WHAT IS THIS?"  # is everybody's
    assert printed() == {what}
    assert printed(more='[camera]\nkind = "usb"\n') == {what, "The device", "PHOTO"}
    assert printed(more='[mqtt]\nhost = "broker"\n') == {what, "The device", "CALL THE ORGANISER"}
    voice = {"REPEAT", "SLOWER", "READ THE TABLE"}
    assert printed(more='[voice]\nsay = "short"\n') == {what, "The device", *voice}
    assert printed("--all") == {"The device", *map(str.upper, OWN)}


def test_the_same_asked_twice_is_the_same_file(tmp_path: Path) -> None:
    for seed in "12":
        done = okanjo(tmp_path, "labels", "guide", "-o", f"{seed}.pdf", PYTHONHASHSEED=seed)
        assert done.returncode == 0
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "2.pdf").read_bytes()


def test_a_changed_card_table_has_its_own_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[omakase.faces.crab]\ncopies = 4\n")
    words = ("--config", str(own), "labels", "omakase", "--only", "crab", "--csv")
    assert carry_out(words) == 0
    rows = csv.DictReader(capsys.readouterr().out.splitlines())
    assert [row["slug"] for row in rows] == [f"omakase/crab/{copy}" for copy in (1, 2, 3, 4)]


def test_a_partly_used_sheet_is_gone_on_with(labels: Labels, tmp_path: Path) -> None:
    """Position 187 of 189: three on this sheet, the rest on the next."""
    status, out, _ = labels("omakase", "--from", "187", "--only", "eel,omelette")
    assert status == 0
    assert "7 labels on 2 sheets" in out
    assert "To start there: --from 5" in out
    first, second = texts(tmp_path / "omakase-labels.pdf")
    assert (first.count("Omelette"), second.count("Omelette")) == (1, 4)
    assert (first.count("sheet 1 of 2"), second.count("sheet 2 of 2")) == (1, 1)


def test_lost_labels_are_named_by_kind_face_card_or_code(labels: Labels) -> None:
    def chosen(only: str) -> list[str]:
        status, out, err = labels("sushi-go-party", "--only", only, "--csv")
        assert (status, err) == (0, "")
        return [row["slug"] for row in csv.DictReader(out.splitlines())]

    code = codebook().label("card", "sushi-go-party/eel/3").code
    slugs = chosen(f"eel/8, {code},sushi-go-party/maki-3,TEA,tea/1")
    cards = ("maki-3/1", "maki-3/2", "maki-3/3", "eel/3", "eel/8", "tea/1", "tea/2", "tea/3")
    assert slugs == [f"sushi-go-party/{card}" for card in cards]
    assert len(chosen("fruit")) == 15


def test_the_table_for_merging_elsewhere(labels: Labels, tmp_path: Path) -> None:
    status, out, _ = labels("sushi-go-party", "--csv")
    assert status == 0
    rows = list(csv.DictReader(out.splitlines()))
    cards = [
        label for label in codebook().labels if (label.type, label.game) == ("card", PARTY.slug)
    ]
    for row, card in zip(rows, cards, strict=True):
        own = card._asdict() | {"copy": str(card.copy)}
        assert {**row, "title": ""} == {**own, "title": ""}
    titles = {row["title"] for row in rows}
    assert "Watermelon, pineapple" in titles
    assert not [title for title in titles if title.endswith(".")]
    output = "deck.csv: 181 labels, one per line\n"
    assert labels("sushi-go-party", "--csv", "-o", "deck.csv") == (0, output, "")
    assert (tmp_path / "deck.csv").read_text() == out


def test_pictures_for_a_label_printers_app(labels: Labels, tmp_path: Path) -> None:
    arguments = (
        "sushi-go",
        "--stock",
        "30x20",
        "--dpi",
        "203",
        "--only",
        "maki",
        "-o",
        "new/folder",
    )
    status, out, err = labels(*arguments)
    assert (status, err) == (0, "")
    assert "26 pictures of 30 x 20 mm" in out
    assert "the bars must measure 17.0 mm across" in out
    names = sorted(path.name for path in (tmp_path / "new/folder").iterdir())
    assert names[:2] == ["021-maki-1-1.png", "022-maki-1-2.png"]
    assert names[-1] == "046-maki-3-8.png"
    with Image.open(tmp_path / "new/folder" / names[0]) as picture:
        assert (picture.size, picture.mode) == ((240, 160), "1")
        assert picture.info["dpi"] == pytest.approx((203, 203), abs=0.1)


def test_a_label_printed_anew_has_the_name_it_had(labels: Labels, tmp_path: Path) -> None:
    """Numbered by its place in the deck, not among those asked for: no card has two pictures."""
    assert labels("omakase", "-o", "deck/")[0] == 0
    deck = files(tmp_path / "deck")
    assert len(deck) == len(words(OMAKASE))
    assert labels("omakase", "--only", "eel/2", "-o", "alone/")[0] == 0
    (lost,) = (name for name in deck if name.endswith("-eel-2.png"))
    assert files(tmp_path / "alone") == {lost}


def test_labels_for_photos_need_no_more_than_that_word(labels: Labels, tmp_path: Path) -> None:
    ruler = "Print at 100 % (actual size); the ruler must measure 50 mm.\n"
    assert labels("sushi-go", "--for-photo") == (
        0,
        "sushi-go-labels.pdf: 108 labels on 2 sheets of L4732 (35.6 x 16.9 mm), datamatrix,"
        f" 300 dpi\n{ruler}"
        "52 labels left on the last sheet. To start there: --from 29\n",
        "",
    )
    (first, _) = texts(tmp_path / "sushi-go-labels.pdf")
    assert "Egg nigiri 110015 · 1/5" in first


def test_a_square_that_is_small_for_photos_is_printed_and_told(labels: Labels) -> None:
    warned = "8 mm is small: photos in dim light miss some. Use 10 mm if you can.\n"
    lost = ("omakase", "--only", "eel/2", "--square", "8")
    status, out, _ = labels(*lost, "--stock", "L4731")
    assert (status, warned in out) == (0, True)
    status, out, _ = labels(*lost, "--stock", "10x10", "--dpi", "600", "-o", "roll/")
    assert status == 0
    assert f"{warned}There is no room for names. The labels are in the order of the deck.\n" in out
    assert "the square must measure 6.8 mm across" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "for what? okanjo labels sushi-go-party, sushi-go, omakase, table, guide or menu"),
        (("sushi-go-part",), "no game sushi-go-part; did you mean sushi-go-party?"),
        (("\x1b[31m",), "there is no game \\x1b[31m; use one of sushi-go-party,"),
        (("sushi-go", "--stock", "L4371"), "no stock L4371; did you mean L4731?"),
        (
            ("sushi-go", "--stock", "301 X 10"),
            "for other labels give the size in mm: --stock 32x16",
        ),
        (("sushi-go", "--dpi", "72"), "no --dpi 72; use one of 203, 300, 600"),
        (("sushi-go", "--code", "qr"), "no code qr; use one of code128, datamatrix, both"),
        (("sushi-go", "--square", "9"), "no --square 9; use one of 10, 12, 8"),
        (("sushi-go", "--for-photo", "--code", "code128"), "photos need the square:"),
        (("table", "--for-photo"), "for a game's labels, not for the table"),
        (("guide", "--all"), "--all is for the table"),
        (("sushi-go", "--only", "makki"), "called makki; did you mean maki?"),
        (("sushi-go", "--only", "maki-1/77"), "called maki-1/77; did you mean maki-"),
        (("sushi-go", "--only", "omakase/tofu"), "no kind or card of sushi-go called omakase/tofu"),
        (("sushi-go", "--only", "062010"), "no kind or card of sushi-go called 062010"),
        (("sushi-go", "--only", " , "), "--only names no card"),
        (("sushi-go", "--from", "190"), "--from 190: L4731 has labels 1 to 189, counted row by"),
        (("sushi-go", "--from", "2", "--stock", "30x20"), "--from works only for sheets"),
        (("sushi-go", "-o", "deck.png"), "use FILE.pdf, or a folder for one PNG per label"),
        (("table", "-o", "pages/"), "and folders are for a game's labels, not for the table"),
        (("guide", "--stock", "L4731"), "no paper L4731; use one of a4, letter"),
        (("table", "--stock", "a5"), "no paper a5; use one of a4, letter"),
        (
            ("guide", "--language", "de,xx"),
            "no language xx; use one of de, en, ",
        ),
        (("guide", "--language", "de,"), "there is no language (nothing); use one of"),
        (("guide", "--language", "de,de"), "--language de,de has the same language twice"),
        (("guide", "--language", "de,en,fr"), "room for two languages, such as --language de,en"),
        (("sushi-go", "cutthroat-combo"), "only `menu`: okanjo labels menu cutthroat-combo"),
        (("menu",), "which menu? Use one of my-first-meal, sushi-go-classic, party-sampler"),
        (("menu", "omakase", "--stock", "a6"), "no paper a6; use one of a4, a5, letter"),
        (("menu", "omakase", "--code", "both"), "for a menu there are only --stock, --language"),
        (("menu", "omakase", "--only", "tofu"), "for a menu there are only --stock, --language"),
        (("menu", "omakase", "-o", "menus/"), "for a menu there are only --stock, --language"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(
    labels: Labels, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, err = labels(*arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert files(tmp_path) == set()


def test_what_cannot_be_scanned_is_refused_with_what_could(labels: Labels) -> None:
    status, out, err = labels("sushi-go", "--stock", "20x10", "--dpi", "203")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        "labels of 20 x 10 mm are too small for code128 at 203 dpi: bars of 0.25 mm need"
        " 22.0 x 4 mm with their margins, and names need 5 points or more",
        f"  use at 203 dpi: {', '.join(STOCKS)}",
        "  use on 20x10: --code datamatrix --dpi 300 or 600",
    ]
    status, _, err = labels("omakase", "--code", "both")
    assert status == 2
    assert "squares of 0.34 mm need 4.7 x 4.7 mm with their margins" in err
    assert "L4732, L7651, 5167, 5160, 30x20, 40x15\n" in err
    assert "  use on L4731: --code code128 or --code datamatrix\n" in err
    status, _, err = labels("omakase", "--for-photo", "--stock", "L4731")
    assert status == 2
    assert err.splitlines() == [
        "labels of 25.4 x 10 mm are too small for datamatrix with a square of 10 mm at 300 dpi:"
        " the square needs 12 x 12 mm, so that a print 1 mm off still fits",
        "  use at 300 dpi: L4732, L7651, 5167, 5160, 30x20, 40x15",
        "  use on L4731: --square 8",
    ]
    status, _, err = labels("omakase", "--for-photo", "--code", "both", "--stock", "30x20")
    assert status == 2
    assert "4 mm with their margins, the square needs 12 x 12 mm, so that a print" in err
    assert "  use on 30x20: --code datamatrix\n" in err


def test_a_full_disk_leaves_what_was_there(labels: Labels, tmp_path: Path) -> None:
    """A file may grow to 20 kB only: half a PDF goes nowhere, the one before stays."""
    assert labels("sushi-go", "--only", "tempura")[0] == 0
    before = (tmp_path / "sushi-go-labels.pdf").read_bytes()
    command = "labels sushi-go"
    done = subprocess.run(
        ["sh", "-c", f'ulimit -f 20 && exec "$@" {command}', "sh", *OKANJO, *settings(tmp_path)],
        capture_output=True,
        env=environ(tmp_path),
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode() == "sushi-go-labels.pdf: File too large\n"
    assert files(tmp_path) == {"sushi-go-labels.pdf"}
    assert (tmp_path / "sushi-go-labels.pdf").read_bytes() == before


def test_where_nothing_can_be_written_that_is_told(labels: Labels, tmp_path: Path) -> None:
    error = "no/where.pdf: No such file or directory\n"
    assert labels("sushi-go", "-o", "no/where.pdf") == (2, "", error)
    (tmp_path / "file").write_text("")
    error = "file: File exists\n"
    assert labels("sushi-go", "-o", "file") == (2, "", error)


@pytest.mark.parametrize(
    ("missing", "command"), [("reportlab", "sushi-go"), ("PIL", "sushi-go -o folder")]
)
def test_what_has_to_be_installed_is_said(tmp_path: Path, missing: str, command: str) -> None:
    """A folder before all others, in which that package is one that is not there."""
    gone = f"raise ModuleNotFoundError('gone', name='{missing}')\n"
    (tmp_path / f"{missing}.py").write_text(gone)
    path = os.pathsep.join([str(tmp_path), environ(tmp_path)["PYTHONPATH"]])
    done = okanjo(tmp_path, "labels", *command.split(), PYTHONPATH=path)
    error = f"labels need {missing}, which is not installed: pip install 'okanjo[labels]'\n"
    assert (done.returncode, done.stderr.decode()) == (2, error)
    done = okanjo(tmp_path, "labels", "--stocks", PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line.split()[0] for line in done.stdout.decode().splitlines()] == [*STOCKS, "WxH"]


PAGE_ASKED = [
    ("table",),
    ("sushi-go", "--only=pudding", "--from=10"),
    ("omakase", "--stock=40x15", "--square=8", "--dpi=600"),
    ("omakase", "--stock=40x15", "--code=both"),
    ("sushi-go", "--stock=10x5"),
    ("sushi-go", "--stock=10x5", "--square=10", "--code=both"),
    ("sushi-go", "--stock=avery"),
    ("sushi-go", "--from=999"),
    ("sushi-go", "--stock=40x15", "--from=2"),
    ("sushi-go", "--only=makki"),
    ("sushi-go", "--only=,"),
    ("sushi-go", "--dpi=72"),
    ("uno",),
    ("omakase", "--stock=L4731", "--language=de,en"),
    ("omakase", "--language=de,de"),
    ("omakase", "--language=de,en,fr"),
]


@pytest.mark.usefixtures("pseudo_installed")
@pytest.mark.parametrize("arguments", PAGE_ASKED)
def test_the_page_is_told_all_in_its_language_and_of_its_fields(
    labels: Labels, arguments: tuple[str, ...]
) -> None:
    _, out, err = labels(*arguments, "--for-page=en-XA", "--language=en-XA")
    names = ("maki", "makki", "uno", "avery", "mm", "code128", "both", "datamatrix", "x")
    assert out + err
    assert escaped(out + err, (*names, "A4", "sushi-go", *STOCKS)) == ""
    assert "--" not in out + err
