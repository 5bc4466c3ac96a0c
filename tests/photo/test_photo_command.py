"""`okanjo photo`: what it prints; every photo that is of no use gets a sentence."""

import io
import json
import struct
from pathlib import Path
from zlib import crc32

import pytest
import segno
from PIL import Image
from support.flat_photos import flat
from support.photo_scenes import symbol
from support.photo_site import photo as flat_photo

from engine.codes import code, codebook
from engine.position import empty
from engine.standings import standings
from firmware.__main__ import main
from firmware.cli.replay import replay

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
BOOK = codebook()
TEMPURA = BOOK.label("card", "sushi-go-party/tempura/1").code
CODES = [TEMPURA, *(BOOK.label("card", f"sushi-go-party/tofu/{n}").code for n in (1, 2))]
JPEG = b"\xff\xd8\xff"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture(scope="module")
def tray() -> bytes:
    return flat_photo("tempura/1 tofu/1 tofu/2")


def saved(picture: Image.Image, form: str = "PNG", **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **how)
    return file.getvalue()


def labels(*codes: str) -> bytes:
    """Nothing but labels, side by side."""
    sheet = Image.new("L", (400 * len(codes), 400), 255)
    for index, label_code in enumerate(codes):
        sheet.paste(
            symbol(label_code).resize((240, 240), Image.Resampling.NEAREST), (400 * index + 80, 80)
        )
    return saved(sheet)


def qr() -> bytes:
    file = io.BytesIO()
    segno.make("https://example.org/menu").save(file, kind="png", scale=8, border=8)
    return file.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is that large."""
    small = saved(Image.new("1", (30, 30)))
    header = b"IHDR" + struct.pack(">II", width, height) + small[24:29]
    return small[:12] + header + struct.pack(">I", crc32(header)) + small[33:]


def test_a_tray_as_sentences_as_json_and_as_scans(
    tray: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("tray.jpg").write_bytes(tray)
    assert main(["photo", "tray.jpg", "--seat", "red"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("tray.jpg shows 3 labels in the tray of Red: ")
    assert "2 × Tofu" in text
    assert main(["photo", "--json", "tray.jpg"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record) == ["file", "codes", "foreign", "tries", "ms"]
    by_code = {entry["code"]: entry for entry in record["codes"]}
    assert sorted(by_code) == sorted(CODES)
    assert by_code[TEMPURA]["label"] == "card sushi-go-party/tempura/1"
    assert [len(corner) for corner in by_code[TEMPURA]["corners"]] == [2, 2, 2, 2]
    assert main(["photo", "--scans", "--seat", "red", "tray.jpg"]) == 0
    scans = capsys.readouterr().out.splitlines()
    assert scans[:3] == ["# tray.jpg", "photo begin", "badge red"]
    lobby = ["preset my-first-meal", "badge red", "badge blue", "command next"]
    replayed = replay([*lobby, *scans], "scans", empty(codebook().games), codebook())
    assert {scan.reason for scan in replayed.refused} <= {"not-on-menu"}


def test_a_photo_may_lie_on_its_side(tray: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Corners are those of the picture as it is shown, by the way it says it lies."""
    aside = Image.open(io.BytesIO(tray)).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6
    Path("as-shown.jpg").write_bytes(tray)
    Path("turned.jpg").write_bytes(saved(aside, "JPEG", exif=exif, quality=90))
    Path("aside.jpg").write_bytes(saved(aside, "JPEG", quality=90))
    assert main(["photo", "--json", "as-shown.jpg", "turned.jpg", "aside.jpg"]) == 0
    shown, turned, untold = (
        {entry["code"]: entry["corners"][0] for entry in json.loads(line)["codes"]}
        for line in capsys.readouterr().out.splitlines()
    )
    assert shown.keys() == turned.keys() == untold.keys() == set(CODES)
    for label_code, (x, y) in shown.items():
        assert turned[label_code] == pytest.approx((x, y), abs=30)


@pytest.mark.parametrize(
    ("photo", "status", "sentence"),
    [
        (saved(Image.new("L", (800, 600), 120)), 0, "No label found. Fill the picture"),
        (qr(), 0, "Not an Okanjo label: https://example.org/menu. Cover it"),
        (labels("123456"), 0, "Not an Okanjo label: 123456."),
        (labels(code(99_999)), 0, "labels this version does not know. Update Okanjo."),
        (
            labels(TEMPURA, BOOK.label("card", "sushi-go/tempura/1").code),
            0,
            "cards of several games. Take a photo of one game's cards.",
        ),
        (b"badge red\n", 1, "This is not a photo. Send a JPEG, PNG or WebP."),
        (JPEG + bytes(500), 1, "This is not a photo."),
        (b"\0\0\0\x18ftypheic" + bytes(90), 1, "Set the camera to “Most compatible”."),
        (
            bomb(30_000, 30_000),
            1,
            "30000 × 30000 pixels are too many. Send a PNG of 12 megapixels at most.",
        ),
        (labels(TEMPURA)[:-300], 1, "The file is damaged or cut short. Send it again."),
        (JPEG + bytes(12_000_000), 1, "The file has more than 12 MB. Send a smaller one."),
    ],
    ids=range(11),
)
def test_a_photo_of_no_use_gets_a_sentence(
    photo: bytes, status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("photo.jpg").write_bytes(photo)
    assert main(["photo", "--json", "photo.jpg"]) == status
    assert sentence in json.loads(capsys.readouterr().out)["message"]


@pytest.mark.parametrize("form", ["JPEG", "WEBP"])
def test_half_a_photo_is_cut_short(
    form: str, tray: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = saved(Image.open(io.BytesIO(tray)).reduce(2), form)
    Path("half.jpg").write_bytes(photo[: len(photo) // 2])
    assert main(["photo", "half.jpg"]) == 1
    assert capsys.readouterr().out == (
        "half.jpg: The file is damaged or cut short. Send it again.\n"
    )


def test_of_a_seat_only_cards_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("photo.png").write_bytes(labels(TEMPURA, BOOK.label("badge", "blue").code))
    assert main(["photo", "--scans", "photo.png"]) == 0
    assert "badge blue" in capsys.readouterr().out.splitlines()
    assert main(["photo", "--scans", "--seat", "red", "photo.png"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "# photo.png",
        "# Ignored, as they are not cards: Blue.",
        "photo begin",
        "badge red",
        "card sushi-go-party/tempura/1",
        "photo end",
    ]


ACROSS = {f"card sushi-go-party/tempura/{n}": (15 + 65 * n, 20) for n in (1, 2)}
BESIDE_NEXT = {**ACROSS, "badge red": (20, 20), "command next": (20, 50)}
GREENS = {"badge green": (20, 240), "card sushi-go-party/squid-nigiri/1": (80, 240)}
SHEET = {
    "command undo": (300, 20), "badge red": (300, 50), "badge green": (300, 80),
    "command flip": (340, 20), "command score": (340, 50), "badge blue": (340, 80),
}  # fmt: skip
ASKED = "Whose tray is this? A badge lies beside a tile of the table sheet, so nobody can tell."
LOBBY = ["preset my-first-meal", "badge green", "badge red", "command next", "badge green"]


def scores(*lines: str) -> list[int | None]:
    """Of Green, who was scanned before these lines, and of Red."""
    replayed = replay([*LOBBY, *lines], "scans", empty(codebook().games), codebook())
    return [seat.score for seat in standings(replayed.table).seats]


@pytest.mark.parametrize("lies", [BESIDE_NEXT, ACROSS | SHEET], ids=["tile", "sheet"])
def test_whose_tray_it_is_is_asked_where_its_badge_may_be_the_sheets(
    lies: dict[str, tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    """And nobody gets its cards until that is said."""
    Path("photo.jpg").write_bytes(flat(*lies, places=lies))
    assert main(["photo", "photo.jpg"]) == 0
    assert f"photo.jpg: {ASKED} Say it, such as --seat red.\n" in capsys.readouterr().out
    assert main(["photo", "--json", "photo.jpg"]) == 0
    assert json.loads(capsys.readouterr().out)["message"].startswith(ASKED)
    assert main(["photo", "--scans", "photo.jpg"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].startswith(f"# {ASKED}")
    begin, *comments, end = out[2:]
    assert (begin, end) == ("photo begin", "photo end")
    assert sorted(comments) == sorted(f"# {line}" for line in lies)
    assert scores(*out) == [None, None]
    assert main(["photo", "--scans", "--seat", "red", "photo.jpg"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert ASKED not in out[1]
    assert out[2:4] == ["photo begin", "badge red"]
    assert scores(*out) == [None, 5]


def test_of_two_trays_the_one_that_is_clear_is_scanned(capsys: pytest.CaptureFixture[str]) -> None:
    lies = BESIDE_NEXT | GREENS
    Path("photo.jpg").write_bytes(flat(*lies, places=lies))
    assert main(["photo", "--scans", "photo.jpg"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1] == (
        "# Whose are 2 of the cards? A badge lies beside a tile of the table sheet, so nobody can "
        "tell. Take a photo of each tray alone."
    )
    assert out[2:5] == ["photo begin", "badge green", "card sushi-go-party/squid-nigiri/1"]
    assert scores(*out) == [3, None]


def test_a_tray_with_its_badge_beside_the_sheet_is_clear(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lies = SHEET | ACROSS | {"badge red": (20, 20)}
    Path("photo.jpg").write_bytes(flat(*lies, places=lies))
    assert main(["photo", "--scans", "photo.jpg"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1:3] == ["photo begin", "badge red"]
    assert scores(*out) == [None, 5]


def test_the_dummys_tray(capsys: pytest.CaptureFixture[str]) -> None:
    Path("photo.png").write_bytes(labels(BOOK.label("card", "sushi-go/tempura/1").code))
    assert main(["photo", "--scans", "--seat", "dummy", "photo.png"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "photo begin",
        "command dummy",
        "card sushi-go/tempura/1",
        "photo end",
    ]


def test_a_nigiri_that_may_lie_on_either_wasabi_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [BOOK.label("card", f"sushi-go-party/{slug}").code for slug in ("wasabi/1", "wasabi/2")]
    sheet = Image.open(io.BytesIO(labels(*codes))).resize((300, 150))
    photo = Image.new("L", (600, 900), 255)
    photo.paste(sheet, (150, 100))
    egg = BOOK.label("card", "sushi-go-party/egg-nigiri/1").code
    photo.paste(Image.open(io.BytesIO(labels(egg))).resize((150, 150)), (225, 400))
    Path("photo.png").write_bytes(saved(photo))
    assert main(["photo", "--scans", "photo.png"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].startswith("# Taken as loose: card sushi-go-party/egg-nigiri/1. It may lie on: ")
    assert out[3] == "card sushi-go-party/egg-nigiri/1"


def test_a_badge_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["photo", "--seat", "pink", "tray.jpg"]) == 2
    assert capsys.readouterr().err.startswith("there is no badge 'pink'; use one of red, orange")


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["photo", "nothing.jpg"]) == 2
    assert capsys.readouterr().err == "nothing.jpg: No such file or directory\n"
