"""A backup that is not what was written, or was written by somebody else: a sentence, no change."""

import io
import json
import stat
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.keep_tools import (
    GAMES,
    backup_of,
    bytes_of,
    forged,
    lines,
    made_of,
    played,
    rows,
    unpacked,
    zipped,
)

from engine.cards import BADGES
from engine.codes import code
from firmware.backup.archive import ABOUT, MOST_BYTES, PARTS, SCANS, Backup, Counts
from firmware.backup.rows import BadBackup, game_line, games_in, scan_line, scans_in
from firmware.backup.stage import stage
from firmware.journal.rows import HIGHEST, GameRow, ScanRow
from firmware.system.files import remove
from firmware.system.swap import NEW


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


def refused(here: Path, packed: bytes) -> str:
    """What is said of it; the folder stays as it is, but for what a start clears away."""
    before = bytes_of(here)
    with pytest.raises(BadBackup) as why:
        stage(str(here), Backup(io.BytesIO(packed)), [], GAMES)
    assert bytes_of(here) == before
    said = str(why.value)
    assert "\n" not in said
    assert 10 < len(said) < 400
    return said


def accepted(here: Path, packed: bytes) -> Counts:
    counts = stage(str(here), Backup(io.BytesIO(packed)), [], GAMES).counts
    remove(str(here / NEW))
    return counts


def test_what_is_in_it_can_be_read_without_us(packed: bytes) -> None:
    parts = unpacked(packed)
    assert [*parts] == [*PARTS, ABOUT]
    about = json.loads(parts[ABOUT])
    assert about["format"] == 1
    assert about["counts"] == {
        "games": 3,
        "finished": 2,
        "scans": len(rows(packed, SCANS)),
        "stickers": 2,
        "settings": 0,
    }
    assert {*rows(packed, SCANS)[0]} == {"seq", "lane", "code", "at"}
    finished = [one for one in rows(packed, "games.jsonl") if one["result"]]
    assert finished[0]["result"]["game"] == "omakase"


def test_the_same_state_gives_the_same_bytes_but_for_the_hour(tmp_path: Path) -> None:
    played(tmp_path / "state", "sushi-go-dummy")
    one, other = (unpacked(backup_of(tmp_path / "state")) for _ in range(2))
    assert {name: one[name] for name in PARTS} == {name: other[name] for name in PARTS}


def test_a_whole_one_is_taken(here: Path, packed: bytes) -> None:
    assert accepted(here, packed).games == 3
    assert accepted(here, forged(packed)).games == 3


@pytest.mark.parametrize("nothing", [b"", b"PK", b"\0" * 100, b"# my settings\n", b"PK\5\6" * 9])
def test_what_is_no_zip_is_told(here: Path, nothing: bytes) -> None:
    assert refused(here, nothing) == "this is no Okanjo backup, or only a part of one"


def test_cut_off_anywhere(here: Path, packed: bytes) -> None:
    for end in [*range(0, len(packed), 97), *range(len(packed) - 30, len(packed))]:
        refused(here, packed[:end])
    refused(here, packed + b"\n")
    refused(here, b"\n" + packed)


def test_any_byte_changed_is_told_or_says_the_same(here: Path, packed: bytes) -> None:
    whole = unpacked(packed)
    for at in range(0, len(packed), 41):
        bad = packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1 :]
        try:
            backup = Backup(io.BytesIO(bad))
            assert {name: b"".join(backup._pieces(name, MOST_BYTES)) for name in PARTS} == {
                name: whole[name] for name in PARTS
            }
        except BadBackup:
            continue


@settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_any_garbling_is_told(here: Path, packed: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(packed)))
    end = data.draw(st.integers(at, min(len(packed), at + 60)))
    bad = packed[:at] + data.draw(st.binary(max_size=60)) + packed[end:]
    with suppress(BadBackup):
        Backup(io.BytesIO(bad))


def info(name: str, kind: int = stat.S_IFREG, **more: Any) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = (kind | 0o600) << 16
    for key, value in more.items():
        setattr(made, key, value)
    return made


@pytest.mark.parametrize(
    "odd",
    ["../settings.toml", "/etc/passwd", "folder/", "more.txt", "settings.toml", "\x1b[2J"],
)
def test_names_that_are_not_ours(here: Path, packed: bytes, odd: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python itself warns of a name twice
        said = refused(here, zipped([*unpacked(packed).items(), (odd, b"")]))
    assert "parts of a backup" in said
    assert "\x1b" not in said


def test_a_part_that_is_missing(here: Path, packed: bytes) -> None:
    parts = unpacked(packed)
    for name in parts:
        refused(here, zipped([one for one in parts.items() if one[0] != name]))


def test_links_are_no_parts(here: Path, packed: bytes) -> None:
    parts = unpacked(packed)
    parts["settings.toml"] = b"/etc/passwd"
    members: list[Any] = [
        (info(name, stat.S_IFLNK if name == "settings.toml" else stat.S_IFREG), content)
        for name, content in parts.items()
    ]
    assert "no plain file" in refused(here, zipped(members))


def test_another_sum(here: Path, packed: bytes) -> None:
    for name in PARTS:
        parts = unpacked(packed)
        parts[name] += b"\n"
        assert f"{name} in it is not as it was written" in refused(here, zipped([*parts.items()]))


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"format": 2}, "update"),
        ({"format": 0}, "no version"),
        ({"format": True}, "no version"),
        ({"format": "1"}, "no version"),
        ({"format": None}, "no version"),
        ({"sha256": []}, "no version"),
        ({"sha256": {}}, "not as it was written"),
    ],
)
def test_of_another_version(here: Path, packed: bytes, about: dict[str, Any], said: str) -> None:
    assert said in refused(here, forged(packed, about))


def test_a_newer_one_may_hold_what_we_do_not_know(here: Path, packed: bytes) -> None:
    parts = unpacked(forged(packed, {"format": 2}))
    assert "update" in refused(here, zipped([*parts.items(), ("holograms", b"")]))


@pytest.mark.parametrize("text", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 60_000, b"9" * 60_000])
def test_a_table_of_contents_that_is_none(here: Path, packed: bytes, text: bytes) -> None:
    parts = unpacked(packed)
    parts[ABOUT] = text
    refused(here, zipped([*parts.items()]))


def test_a_bomb_is_counted_while_it_goes_off(here: Path, packed: bytes) -> None:
    """65 MB of blanks in 64 kB, and the size that the file states is a lie as well."""
    bomb = forged(packed, scans=b" " * (MOST_BYTES + (1 << 20)))
    assert "unpacks to more" in refused(here, bomb)
    at = bomb.rfind(b"scans.jsonl")
    small = bomb[: at - 22] + (100).to_bytes(4, "little") + bomb[at - 18 :]
    refused(here, small)


def test_a_list_of_contents_as_long_as_a_book_is_not_read(here: Path) -> None:
    bomb = zipped([(f"{number:05d}", b"") for number in range(20_000)])
    assert "no Okanjo backup" in refused(here, bomb)


def test_locked_or_packed_in_an_unknown_way(here: Path, packed: bytes) -> None:
    for offset, value in ((8, b"\1\0"), (10, b"\x63\0")):
        at = packed.rfind(b"PK\1\2", 0, packed.rfind(b"scans.jsonl"))
        refused(here, packed[: at + offset] + value + packed[at + offset + 2 :])


SCAN = {"seq": 1, "lane": 0, "code": "002008", "at": 1.5}
GAME = {
    "number": 1,
    "first_seq": 1,
    "opening": "",
    "card_table": "",
    "result": None,
    "began": 1.5,
    "ended": None,
}


def test_the_smallest_game_there_is(here: Path, packed: bytes) -> None:
    counts = accepted(here, forged(packed, games=lines([GAME]), scans=lines([SCAN])))
    assert (counts.games, counts.finished, counts.scans) == (1, 0, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 0},
        {"seq": -1},
        {"seq": 2},
        {"seq": 1.0},
        {"seq": True},
        {"seq": "1"},
        {"seq": 1 << 53},
        {"seq": 10**400},
        {"seq": None},
        {"lane": -1},
        {"lane": "purple"},
        {"lane": 10_000},
        {"lane": True},
        {"lane": []},
        {"code": "002009"},
        {"code": "02008"},
        {"code": "٠٠٢٠٠٨"},
        {"code": "<b>"},
        {"code": 2008},
        {"at": "now"},
        {"at": True},
        {"at": 1e300},
        {"at": float("nan")},
        {"at": float("inf")},
        {"more": 1},
    ],
)
def test_a_scan_that_is_none(here: Path, packed: bytes, change: dict[str, Any]) -> None:
    bad = forged(packed, games=lines([GAME]), scans=lines([{**SCAN, **change}]))
    assert "scans.jsonl, line 1" in refused(here, bad)


RESULT = {"game": "omakase", "seats": [], "winners": []}


@pytest.mark.parametrize(
    "change",
    [
        {"number": "1"},
        {"number": 1 << 60},
        {"first_seq": 0},
        {"first_seq": 2.5},
        {"opening": None},
        {"opening": "\ud800"},
        {"card_table": None},
        {"card_table": []},
        {"result": []},
        {"result": "won"},
        {"result": {}},
        {"result": {**RESULT, "game": None}},
        {"result": {**RESULT, "seats": None}},
        {"result": {**RESULT, "seats": [{"badge": "red"}]}},
        {"result": {**RESULT, "seats": [{"badge": "pink", "total": 1, "rounds": []}]}},
        {"result": {**RESULT, "seats": [{"badge": "red", "total": "1", "rounds": []}]}},
        {"result": {**RESULT, "winners": ["pink"]}},
        {"result": {**RESULT, "winners": [[]]}},
        {"began": None},
        {"ended": "late"},
        {"more": 1},
    ],
)
def test_a_game_that_is_none(here: Path, packed: bytes, change: dict[str, Any]) -> None:
    bad = forged(packed, games=lines([{**GAME, **change}]), scans=lines([SCAN]))
    assert "games.jsonl, line 1" in refused(here, bad)


@pytest.mark.parametrize(
    "line", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 90_000, b"7" * 9000, b'"\\ud800"', b"{}"]
)
def test_a_line_that_is_no_row(here: Path, packed: bytes, line: bytes) -> None:
    assert "line 1" in refused(here, forged(packed, games=line + b"\n", scans=b""))
    bad = forged(packed, games=lines([GAME]), scans=line + b"\n")
    assert "line 1" in refused(here, bad)


@pytest.mark.parametrize(
    ("games", "scans"),
    [
        ([1, 1], [1, 2]),
        ([2, 1], [1, 2]),
        ([1, 3], [1, 2, 4]),
        ([1, 3], [2, 3]),
        ([1], [1, 3]),
        ([1], [1, 1]),
        ([1], [2, 1]),
        ([2], [1, 2]),
        ([1], []),
        ([], [1]),
        ([5], [5, 6, 8]),
    ],
)
def test_rows_in_the_wrong_order(
    here: Path, packed: bytes, games: list[int], scans: list[int]
) -> None:
    tables = [{**GAME, "number": number, "first_seq": at} for number, at in enumerate(games, 1)]
    bad = forged(packed, games=lines(tables), scans=lines([{**SCAN, "seq": at} for at in scans]))
    refused(here, bad)


@pytest.mark.parametrize(
    ("games", "scans"), [([], []), ([1, 5], [1, 2, 5, 6]), ([1, 5], [1, 2]), ([3], [3, 4])]
)
def test_rows_as_a_mended_journal_has_them(
    here: Path, packed: bytes, games: list[int], scans: list[int]
) -> None:
    """Damage may have cut off the end of a game."""
    tables = [{**GAME, "number": number, "first_seq": at} for number, at in enumerate(games, 1)]
    good = forged(packed, games=lines(tables), scans=lines([{**SCAN, "seq": at} for at in scans]))
    assert accepted(here, good).scans == len(scans)


def test_a_game_that_would_hold_every_start_up(here: Path, packed: bytes) -> None:
    scans = lines([{**SCAN, "seq": seq} for seq in range(1, 20_100)])
    assert "more scans" in refused(here, forged(packed, games=lines([GAME]), scans=scans))


def test_half_of_the_other_parts(here: Path, packed: bytes) -> None:
    assert "settings.toml in it" in refused(here, forged(packed, settings=b"[table"))
    assert "no text" in refused(here, forged(packed, settings=b"\xff"))
    assert "no text" in refused(here, forged(packed, stickers=b"\xff"))
    assert "more" in refused(here, forged(packed, stickers=b"a,b\n" * 100_000))
    assert "more" in refused(here, forged(packed, scanners=b"a\n" * 100_000))


def test_stickers_that_cannot_be_read_are_told(here: Path, packed: bytes) -> None:
    bad = forged(packed, stickers=b"sticker,code,label\nABC,123456,x\nDEF,002008,badge red\n")
    staged = stage(str(here), Backup(io.BytesIO(bad)), [], GAMES)
    assert staged.counts.stickers == 1
    assert staged.told == ["Stickers: 1 line in it cannot be read."]


def test_a_backup_without_anything(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    packed, made = made_of(tmp_path / "state")
    assert made.counts == Counts()
    (tmp_path / "here").mkdir()
    assert accepted(tmp_path / "here", packed) == Counts()


MOMENTS = st.floats(-1e11, 1e11)
TEXTS = st.text(max_size=20)
ODD_JSON = st.sampled_from(["{}", '{"a": 1}', '{"a":1}', "[1]", '"x"', "{", "", '{"a": "\\u00fc"}'])
SCAN_ROWS = st.builds(
    ScanRow,
    st.integers(1, HIGHEST - 1),
    st.integers(0, 99_999).map(code),
    st.integers(0, 9999) | st.sampled_from(BADGES),
    MOMENTS,
)
RESULTS = st.builds(
    lambda total, badge: json.dumps(
        {
            "game": "omakase",
            "seats": [{"badge": badge, "name": "Zoë", "total": total, "rounds": []}],
            "winners": [badge] if badge else [],
        }
    ),
    st.integers(-50, 500),
    st.sampled_from([*BADGES, None]),
)
GAME_ROWS = st.builds(
    GameRow,
    st.integers(-HIGHEST + 1, HIGHEST - 1),
    st.integers(1, HIGHEST - 1),
    TEXTS,
    ODD_JSON | TEXTS,
    st.none() | RESULTS,
    MOMENTS,
    st.none() | MOMENTS,
)


@given(SCAN_ROWS, GAME_ROWS)
def test_every_row_comes_back_as_it_was(scan: ScanRow, game: GameRow) -> None:
    assert list(games_in([game_line(game)[:-1]], "games")) == [game]
    alone = scan_line(scan)[:-1]
    assert list(scans_in([alone], "scans", [scan.seq])) == [scan]
