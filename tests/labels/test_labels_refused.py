"""`okanjo labels` where it cannot: what makes no sense, what no scanner reads, whose file it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.table_program import OKANJO, environ, okanjo, settings

from firmware.labels.cards.stocks import STOCKS


def labels(folder: Path, *asked: str) -> tuple[int, str, str]:
    done = okanjo(folder, "labels", *asked)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"state.toml"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((), "labels of what? okanjo labels sushi-go-party, sushi-go, omakase, table or guide"),
        (("sushi-go-part",), "no game sushi-go-part; did you mean sushi-go-party?"),
        (("\x1b[31m",), "there is no game \\x1b[31m; there are sushi-go-party,"),
        (("sushi-go", "--stock", "L4371"), "no stock L4371; did you mean L4731?"),
        (("sushi-go", "--stock", "huge"), "--stock 32x16"),
        (("sushi-go", "--stock", "0x0"), "--stock 0x0: a label's width and height are in mm"),
        (("sushi-go", "--stock=-5x10"), "each more than 0"),
        (("sushi-go", "--stock", "1e9x3"), "width and height are in mm"),
        (("sushi-go", "--stock", "301 X 10"), "up to 300: --stock 32x16"),
        (("sushi-go", "--dpi", "72"), "--dpi 72: it is 203, 300 or 600."),
        (("sushi-go", "--code", "qr"), "no code qr; there are code128, datamatrix, both"),
        (("sushi-go", "--only", "makki"), "called makki; did you mean maki?"),
        (("sushi-go", "--only", "eel"), "no kind or card of sushi-go called eel"),
        (("sushi-go", "--only", "maki-1/77"), "called maki-1/77; did you mean maki-"),
        (("sushi-go", "--only", "omakase/tofu"), "omakase/tofu is a card of omakase, not of"),
        (("sushi-go", "--only", "062010"), "062010 is a card of sushi-go-party"),
        (("sushi-go", "--only", "062011"), "062011 is not right: its last digit does not fit"),
        (("sushi-go", "--only", "12345"), "12345 is no code of ours; a card's has six digits"),
        (("sushi-go", "--only", " , "), "--only names no card"),
        (("sushi-go", "--from", "0"), "L4731 has places 1 to 189, counted row by row"),
        (("sushi-go", "--from", "190"), "--from 190: L4731 has places 1 to 189"),
        (("sushi-go", "--from", "3,8"), "or ROW,COLUMN, up to 27,7"),
        (("sushi-go", "--from", "x"), "--from x: L4731 has places"),
        (("sushi-go", "--from", "2", "--stock", "30x20"), "--from is for sheets as PDF"),
        (("sushi-go", "-o", "deck.png"), "it is FILE.pdf, or a folder for one PNG a label"),
        (("sushi-go", "-o", ""), "it is FILE.pdf, or a folder"),
        (("table", "--only", "maki"), "for a game's labels, not for the table"),
        (("guide", "--stock", "L4731"), "no paper L4731; there are a4, letter"),
        (("table", "--dpi", "1"), "--dpi 1: it is 203, 300 or 600."),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(
    tmp_path: Path, asked: tuple[str, ...], told: str
) -> None:
    status, out, err = labels(tmp_path, *asked)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert files(tmp_path) == set()


def test_what_cannot_be_scanned_is_refused_with_what_could(tmp_path: Path) -> None:
    status, out, err = labels(tmp_path, "sushi-go", "--stock", "20x10", "--dpi", "203")
    assert (status, out) == (2, "")
    assert err.splitlines() == [
        "labels of 20 x 10 mm are too small for code128 at 203 dpi: bars of 0.25 mm need"
        " 22.0 x 4 mm with their white, and names of 5 points at least",
        f"  would do at 203 dpi: {', '.join(STOCKS)}, or any size from about 24x10 mm on",
        "  would do on 20x10: --code datamatrix --dpi 300 or 600",
    ]
    status, _, err = labels(tmp_path, "omakase", "--code", "both")
    assert status == 2
    assert "squares of 0.34 mm need 4.7 x 4.7 mm with their white" in err
    assert "L7651, 5167, 5160, 30x20, 40x15, or any size from about 29x10 mm on" in err
    assert "  would do on L4731: --code code128 or --code datamatrix\n" in err


def test_the_smallest_size_named_is_taken_and_no_smaller(tmp_path: Path) -> None:
    asked = ("sushi-go-party", "--code", "datamatrix", "--stock")
    _, _, err = labels(tmp_path, *asked, "5x5")
    width, height = err.split("any size from about ")[1].split(" mm")[0].split("x")
    assert labels(tmp_path, *asked, f"{width}x{height}")[0] == 0
    assert labels(tmp_path, *asked, f"{int(width) - 1}x{height}")[0] == 2
    assert labels(tmp_path, *asked, f"{width}x{int(height) - 1}")[0] == 2


def test_nobody_elses_file_is_replaced_and_ones_own_is(tmp_path: Path) -> None:
    (tmp_path / "mine.pdf").write_bytes(b"%PDF-1.4 a letter")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures/130-tea-3.png").write_bytes(b"a photograph")
    (tmp_path / "deck.csv").write_text("name,age\n")
    tea = ("sushi-go-party", "--only", "tea", "-o")
    for asked in ((*tea, "mine.pdf"), (*tea, "pictures"), (*tea, "deck.csv", "--csv")):
        status, _, err = labels(tmp_path, *asked)
        assert status == 2
        assert "was not made by okanjo labels; it is left alone." in err
    assert (tmp_path / "mine.pdf").read_bytes() == b"%PDF-1.4 a letter"
    assert files(tmp_path / "pictures") == {"130-tea-3.png"}
    for asked in ((*tea, "own.pdf"), (*tea, "own"), (*tea, "own.csv", "--csv")):
        assert [labels(tmp_path, *asked)[0] for _ in range(2)] == [0, 0]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """A file may grow to 20 kB only: half a PDF goes nowhere, the one before stays."""
    assert labels(tmp_path, "sushi-go", "--only", "tempura")[0] == 0
    before = (tmp_path / "sushi-go-labels.pdf").read_bytes()
    asked = "labels sushi-go"
    done = subprocess.run(
        ["sh", "-c", f'ulimit -f 20 && exec "$@" {asked}', "sh", *OKANJO, *settings(tmp_path)],
        capture_output=True,
        env=environ(tmp_path),
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.decode().endswith("cannot be written: File too large\n")
    assert files(tmp_path) == {"sushi-go-labels.pdf"}
    assert (tmp_path / "sushi-go-labels.pdf").read_bytes() == before


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    status, _, err = labels(tmp_path, "sushi-go", "-o", "no/where.pdf")
    assert status == 1
    assert err == ("no/where.pdf: cannot be written: No such file or directory\n")
    (tmp_path / "file").write_text("")
    status, _, err = labels(tmp_path, "sushi-go", "-o", "file")
    assert (status, err) == (2, "file is there, and no folder; give another name with -o\n")


@pytest.mark.parametrize("missing", ["reportlab", "barcode", "ppf", "PIL"])
def test_what_has_to_be_installed_is_said(tmp_path: Path, missing: str) -> None:
    """A folder before all others, in which that package is one that is not there."""
    (tmp_path / f"{missing}.py").write_text(
        f"raise ModuleNotFoundError('gone', name='{missing}')\n"
    )
    path = os.pathsep.join([str(tmp_path), environ(tmp_path)["PYTHONPATH"]])
    asked = ("labels", "sushi-go", "--stock", "30x20", "--code", "both")
    for output in ("a.pdf", "folder") if missing == "PIL" else ("a.pdf",):
        done = okanjo(tmp_path, *asked, "-o", output, PYTHONPATH=path)
        if missing != "PIL" or output == "folder":
            told = f"labels need {missing}, which is not installed: pip install 'okanjo[labels]'\n"
            assert (done.returncode, done.stderr.decode()) == (2, told)


def test_stocks_are_listed_before_anything_is_installed(tmp_path: Path) -> None:
    (tmp_path / "reportlab.py").write_text("raise ModuleNotFoundError(name='reportlab')\n")
    path = os.pathsep.join([str(tmp_path), environ(tmp_path)["PYTHONPATH"]])
    done = okanjo(tmp_path, "labels", "--stocks", PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"L4731 ")


def test_labels_cost_the_other_commands_nothing() -> None:
    """The command line does not import what only paper needs."""
    code = "import sys, firmware.cli.parser as c; c.parser(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    loaded = set(done.stdout.decode().split())
    assert not {"reportlab", "PIL", "barcode", "ppf", "fontTools", "firmware.labels"} & loaded
