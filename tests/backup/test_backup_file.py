"""A backup that is not what was written, or was written by somebody else: a sentence, no change."""

import io
import json
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.backup_tools import (
    backup_of,
    bytes_of,
    forged,
    lines,
    made_of,
    played,
    ready,
    rows,
    unpacked,
    zipped,
)

from engine.cards import BADGES
from engine.codes import code
from firmware.backup.archive import ABOUT, MOST_BYTES, PARTS, SCANS, Backup, Counts
from firmware.backup.rows import BadBackup, game_line, games_in, scan_line, scans_in
from firmware.backup.stage import Staged
from firmware.journal.rows import HIGHEST, GameRow, ScanRow


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("there") / "state"
    played(folder, "omakase", "sushi-go-dummy", "party-live-boxes")
    return backup_of(folder)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("here") / "state"
    played(folder, "sushi-go-dummy")
    return folder


class NotCommitted(Exception):
    pass


def accepted(here: Path, packed: bytes) -> Staged:
    """What is staged of it; and thrown away."""
    with suppress(NotCommitted), ready(here, packed) as staged:
        raise NotCommitted
    return staged


def refused(here: Path, packed: bytes) -> str:
    """Return what is said of it; the folder stays as it is."""
    before = bytes_of(here)
    with pytest.raises(BadBackup) as why:
        accepted(here, packed)
    assert bytes_of(here) == before
    said = str(why.value)
    assert "\n" not in said
    assert "\x1b" not in said
    assert 10 < len(said) < 400
    return said


def test_what_is_in_it_can_be_read_without_us(here: Path, packed: bytes) -> None:
    parts = unpacked(packed)
    assert [*parts] == [*PARTS, ABOUT]
    about = json.loads(parts[ABOUT])
    assert about["format"] == 1
    scans = len(rows(packed, SCANS))
    counts = {"games": 3, "finished": 2, "scans": scans, "stickers": 2, "settings": 0}
    assert about["counts"] == counts
    assert {*rows(packed, SCANS)[0]} == {"seq", "lane", "code", "at"}
    finished = [one for one in rows(packed, "games.jsonl") if one["result"]]
    assert json.loads(finished[0]["result"])["game"] == "omakase"
    again = zipped([*parts.items()])  # packed again by other means
    assert accepted(here, packed).counts == accepted(here, again).counts == Counts(**counts)


def test_a_backup_without_anything(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    made = made_of(tmp_path / "state")
    assert made.counts == Counts()
    assert accepted(tmp_path / "here", made.content).counts == Counts()


# --- the file ------------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [b"", b"PK", b"\0" * 100, b"# my settings\n", b"PK\5\6" * 9])
def test_what_is_no_zip_is_told(here: Path, nothing: bytes) -> None:
    assert refused(here, nothing) == "this is not an Okanjo backup, or only part of one"


def test_cut_off_anywhere(here: Path, packed: bytes) -> None:
    for end in [*range(0, len(packed), 301), *range(len(packed) - 30, len(packed))]:
        refused(here, packed[:end])


def says_the_same(bad: bytes, whole: dict[str, bytes]) -> bool:
    """Whether what passes is what was written."""
    try:
        backup = Backup(bad)
    except BadBackup:
        return True
    return all(b"".join(backup.lines(name)) == whole[name] for name in PARTS)


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_any_garbling_is_told(packed: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(packed)))
    end = data.draw(st.integers(at, min(len(packed), at + 60)))
    bad = packed[:at] + data.draw(st.binary(max_size=60)) + packed[end:]
    assert says_the_same(bad, unpacked(packed))


@pytest.mark.parametrize(
    "odd", ["../settings.toml", "/etc/passwd", "folder/", "more.txt", "settings.toml", "\x1b[2J"]
)
def test_names_that_are_not_ours(here: Path, packed: bytes, odd: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python itself warns of a name twice
        said = refused(here, zipped([*unpacked(packed).items(), (odd, b"")]))
    assert "those of a backup" in said


def test_a_part_that_is_missing_or_another(here: Path, packed: bytes) -> None:
    for name in (*PARTS, ABOUT):
        parts = unpacked(packed)
        refused(here, zipped([one for one in parts.items() if one[0] != name]))
        parts[name] = b"\n" + parts[name] if name != ABOUT else b"{}"
        said = refused(here, zipped([*parts.items()]))
        assert name == ABOUT or f"{name} in it has changed since it was written" in said


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"format": 2}, "update"),
        ({"format": 0}, "unknown version"),
        ({"format": True}, "unknown version"),
        ({"format": "1"}, "unknown version"),
        ({"sha256": []}, "unknown version"),
        ({"sha256": {}}, "has changed since it was written"),
    ],
)
def test_of_another_version(here: Path, packed: bytes, about: dict[str, Any], said: str) -> None:
    parts = unpacked(forged(packed, about))
    assert said in refused(here, zipped([*parts.items()]))
    if said == "update":  # a newer one may hold what we do not know
        assert said in refused(here, zipped([*parts.items(), ("holograms", b"")]))


@pytest.mark.parametrize("text", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 60_000, b"9" * 60_000])
def test_a_table_of_contents_that_is_none(here: Path, packed: bytes, text: bytes) -> None:
    refused(here, zipped([*{**unpacked(packed), ABOUT: text}.items()]))


def test_a_bomb_is_counted_while_it_goes_off(here: Path, packed: bytes) -> None:
    """65 MB of blanks in 64 kB, and the size that the file states is a lie as well."""
    bomb = forged(packed, scans=b" " * (MOST_BYTES + (1 << 20)))
    assert "larger than Okanjo ever writes" in refused(here, bomb)
    at = bomb.rfind(b"scans.jsonl")
    refused(here, bomb[: at - 22] + (100).to_bytes(4, "little") + bomb[at - 18 :])
    members = unpacked(packed)
    with_bzip2 = zipfile.ZipInfo(SCANS)
    with_bzip2.compress_type = zipfile.ZIP_BZIP2  # which zipfile unpacks without a limit
    odd = [(name, members[name]) for name in members if name != SCANS]
    assert "damaged" in refused(here, zipped([*odd, (with_bzip2, members[SCANS])]))


@pytest.mark.parametrize("name", [ABOUT, SCANS])
def test_an_offset_beyond_any_file_is_damage(here: Path, packed: bytes, name: str) -> None:
    file = io.BytesIO(packed)
    with zipfile.ZipFile(file, "a") as changed:
        changed.getinfo(name).header_offset = 1 << 63
        changed.comment = b"has the list of contents written again"
    assert f"{name} in it " in refused(here, file.getvalue())


def test_a_list_of_contents_as_long_as_a_book_is_not_read(here: Path) -> None:
    bomb = zipped([(f"{number:05d}", b"") for number in range(20_000)])
    assert "not an Okanjo backup" in refused(here, bomb)


# --- its rows ------------------------------------------------------------------------------

SCAN = {"seq": 1, "lane": 0, "code": "002008", "at": 1.5}
GAME = {
    "number": 1,
    "first_seq": 1,
    "opening": "",
    "card_table": "",
    "result": None,
    "began": 1.5,
    "ended": None,
    "names": "",
    "note": "",
    "venue": "",
    "day": "",
    "deleted": 0,
    "seating": "",
}
WRONG_SCANS: dict[str, list[Any]] = {
    "seq": [0, -1, 2, 1.0, "1", HIGHEST, 10**400, None],
    "lane": [-1, "purple", 10_000, True, []],
    "code": ["002009", "02008", "٠٠٢٠٠٨", "<b>", 2008, "002008 002009", "002008  002008", ""],
    "at": ["now", 1e300, 10**400, float("nan"), float("inf")],
    "more": [1],
}
WRONG_GAMES: dict[str, list[Any]] = {
    "number": ["1", 1 << 60],
    "first_seq": [0, 2.5],
    "opening": [None, "\ud800"],
    "card_table": [None, []],
    "result": [[], 1],
    "began": [None],
    "ended": ["late"],
    "names": [None, "red \x1b[2J", "red \ud800"],
    "note": [None, "two\x07"],
    "venue": [7],
    "day": ["2026-02-30", "today"],
    "deleted": ["1", 1 << 60],
    "seating": [None, "cup\x07"],
    "more": [1],
}


def changes(table: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [{key: value} for key, values in table.items() for value in values]


def forged_rows(packed: bytes, games: list[Any], scans: list[Any]) -> bytes:
    return forged(packed, games=lines(games), scans=lines(scans))


@pytest.mark.parametrize("change", changes(WRONG_SCANS))
def test_a_scan_that_is_none(here: Path, packed: bytes, change: dict[str, Any]) -> None:
    said = refused(here, forged_rows(packed, [GAME], [{**SCAN, **change}]))
    assert "scans.jsonl, line 1" in said


@pytest.mark.parametrize("change", changes(WRONG_GAMES))
def test_a_game_that_is_none(here: Path, packed: bytes, change: dict[str, Any]) -> None:
    said = refused(here, forged_rows(packed, [{**GAME, **change}], [SCAN]))
    assert "games.jsonl, line 1" in said


@pytest.mark.parametrize(
    "line", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 90_000, b"7" * 9000, b'"\\ud800"', b"{}"]
)
def test_a_line_that_is_no_row(here: Path, packed: bytes, line: bytes) -> None:
    assert "line 1" in refused(here, forged(packed, games=line + b"\n", scans=b""))
    assert "line 1" in refused(here, forged(packed, games=lines([GAME]), scans=line + b"\n"))


@pytest.mark.parametrize(
    ("firsts", "scans", "right"),
    [
        ([1, 1], [1, 2], False),
        ([2, 1], [1, 2], False),
        ([1, 3], [1, 2, 4], False),
        ([1, 3], [2, 3], False),
        ([1], [1, 3], False),
        ([1], [1, 1], False),
        ([1], [2, 1], False),
        ([2], [1, 2], False),
        ([1], [], False),
        ([], [1], False),
        ([5], [5, 6, 8], False),
        # damage may have cut off the end of a game
        ([], [], True),
        ([1], [1], True),
        ([1, 5], [1, 2, 5, 6], True),
        ([1, 5], [1, 2], True),
        ([3], [3, 4], True),
    ],
)
def test_the_order_of_rows(
    here: Path, packed: bytes, firsts: list[int], scans: list[int], right: bool
) -> None:
    games = [{**GAME, "number": number, "first_seq": at} for number, at in enumerate(firsts, 1)]
    content = forged_rows(packed, games, [{**SCAN, "seq": at} for at in scans])
    if right:
        assert accepted(here, content).counts[:3] == (len(firsts), 0, len(scans))
    else:
        refused(here, content)


@pytest.mark.parametrize(
    ("part", "content", "said"),
    [
        ("settings", b"[table", "settings.toml in it"),
        ("settings", b"\xff", "not text"),
        ("stickers", b"\xff", "not text"),
        ("stickers", b"a,b\n" * 100_000, "larger"),
        ("scanners", b"a\n" * 100_000, "larger"),
    ],
)
def test_other_parts_that_are_wrong(
    here: Path, packed: bytes, part: str, content: bytes, said: str
) -> None:
    assert said in refused(here, forged(packed, **{part: content}))


def test_stickers_that_cannot_be_read_are_told(here: Path, packed: bytes) -> None:
    bad = forged(packed, stickers=b"sticker,code,label\nABC,123456,x\nDEF,002008,badge red\n")
    staged = accepted(here, bad)
    assert staged.counts.stickers == 1
    assert staged.notes == ["Stickers: 1 line cannot be read."]


def test_every_row_comes_back_as_it_was() -> None:
    texts, times = ("Zoë\n\x1b", "", '{"a": "\\u00fc"}'), (-1e11, 0.1 + 0.2)
    owners = "«»", "Ü", "2026-11-27", -7
    game = GameRow(-HIGHEST + 1, HIGHEST - 1, *texts, *times, "red Zoë\nblue ", *owners, "cup-1")
    assert list(games_in([game_line(game)[:-1]], "games")) == [game]
    for lane in (0, 9999, *BADGES):
        scan = ScanRow(HIGHEST - 1, code(7), lane, 1e11)
        assert list(scans_in([scan_line(scan)[:-1]], "scans", [scan.seq])) == [scan]
        photo = scan._replace(code=f"{code(7)} {code(8)}")
        assert list(scans_in([scan_line(photo)[:-1]], "scans", [scan.seq])) == [photo]
