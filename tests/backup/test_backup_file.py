"""A backup that is not what was written, or was written by somebody else: a sentence, no change."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.backup_tools import (
    accepted,
    backup_of,
    changed,
    made_of,
    members,
    played,
    refused,
    scans_in,
    zipped,
)

from engine.cards import BADGES
from engine.codes import code
from firmware.core.journal.rows import MOST_MERGES, Found, GameRow, MergeRow, ScanRow
from firmware.records.backup.archive import (
    DAMAGED,
    JOURNAL,
    MOST_JOURNAL,
    TOO_LARGE,
    Backup,
    BackupCounts,
    pack,
)
from firmware.records.backup.check import answers
from firmware.records.backup.stage import MOST_NAMED
from firmware.records.backup.summary import ABOUT, MOST_BYTES
from firmware.records.backup.unpack import unpack
from firmware.words.language import say
from firmware.words.worded import sent


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


def test_what_is_in_it_can_be_read_without_us(here: Path, packed: bytes, tmp_path: Path) -> None:
    parts = members(packed)
    assert [*parts] == [ABOUT, "settings.toml", "stickers.csv", "scanners", "journal.db"]
    assert json.loads(parts[ABOUT])["format"] == 1
    (tmp_path / "journal.db").write_bytes(parts["journal.db"])
    with closing(sqlite3.connect(tmp_path / "journal.db")) as journal:
        codes = [
            scan_code for (scan_code,) in journal.execute("SELECT code FROM scans ORDER BY seq")
        ]
        (result, _) = journal.execute("SELECT result FROM games WHERE result IS NOT NULL")
    assert codes == scans_in(packed)
    assert json.loads(result[0])["game"] == "omakase"
    again = zipped(parts)  # packed again by other means
    assert accepted(here, packed).counts == accepted(here, again).counts
    assert accepted(here, again).counts == BackupCounts(3, 2, len(codes), 2)


def test_a_backup_without_anything(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    made = made_of(tmp_path / "state")
    assert made.counts == BackupCounts()
    assert accepted(tmp_path / "here", made.content).counts == BackupCounts()


def test_every_row_comes_back_as_it_was() -> None:
    owners = "«»", "Ü", "2026-11-27"
    texts = "Zoë\n\x1b", "", '{"a": "\\u00fc"}', -1e11, 0.1 + 0.2, "red Zoë\nblue ", *owners
    games = [
        GameRow(2, 3, *texts, deleted=-7),  # emptied: no scan of it is left
        GameRow(3, 10, *texts, 0, "cup-1"),
        GameRow(4, 30, *texts),  # damage has cut off the end of the game before
    ]
    lanes: list[int | str] = [0, 9999, *BADGES]
    scans = [ScanRow(seq, code(7), lane, 1e11) for seq, lane in enumerate(lanes, 10)]
    scans.append(ScanRow(30, f"{code(7)} {code(8)}", 0, 0.0))
    merges = tuple(MergeRow(number + 1, f"{number}", "Zoë") for number in range(MOST_MERGES))
    tables = Found(30, games, scans, merges)
    backup = Backup('a = "Ü"', b"\xff\0", "1a86:5723", tables)
    assert unpack(pack(backup, {})) == backup


# --- the file ------------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [b"", b"PK", b"\0" * 100, b"# my settings\n", b"PK\5\6" * 9])
def test_what_is_no_zip_is_told(here: Path, nothing: bytes) -> None:
    assert refused(here, nothing) == "this is not an Okanjo backup, or only part of one"


def test_no_larger_file_is_looked_at() -> None:
    for size, why in ((MOST_BYTES, DAMAGED), (MOST_BYTES + 1, TOO_LARGE)):
        assert [*answers(bytes(size))] == [{"refused": sent(why)}]


def test_cut_off_anywhere(here: Path, packed: bytes) -> None:
    for end in [*range(0, len(packed), 101), *range(len(packed) - 30, len(packed))]:
        assert "refused" in [*answers(packed[:end])][-1]  # in this process: it is many
    for end in (0, len(packed) // 2, len(packed) - 1):
        refused(here, packed[:end])


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_any_garbling_is_told(packed: bytes, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(packed)))
    end = data.draw(st.integers(offset, min(len(packed), offset + 60)))
    bad = packed[:offset] + data.draw(st.binary(max_size=60)) + packed[end:]
    last = [*answers(bad)]  # in this process: it is many
    assert "refused" in last[-1] or last == [*answers(packed)]


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        (b'{"format": 2}', "made by a newer Okanjo: update"),
        (b"", "cannot be read"),
        (b"[]", "cannot be read"),
        (b"[" * 60_000, "cannot be read"),
        (b"9" * 60_000, "cannot be read"),
        (b'{"format": 1e999}', "cannot be read"),
    ],
)
def test_what_says_of_itself_that_it_is_another(
    here: Path, packed: bytes, about: bytes, sentence: str
) -> None:
    assert sentence in refused(here, changed(packed, {ABOUT: about}))


def test_a_bomb_is_counted_while_it_goes_off(here: Path, packed: bytes) -> None:
    """33 MB of blanks in 32 kB, and the size that the file states is a lie as well."""
    bomb = changed(packed, {JOURNAL: b" " * (MOST_JOURNAL + (1 << 20))})
    assert "larger than Okanjo ever writes" in refused(here, bomb)
    offset = bomb.rfind(b"journal.db")
    refused(here, bomb[: offset - 22] + (100).to_bytes(4, "little") + bomb[offset - 18 :])
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as unlimited:  # by zipfile, that is
        for name, part in members(packed).items():
            unlimited.writestr(name, part)
    assert "is damaged" in refused(here, file.getvalue())


@pytest.mark.parametrize("name", [ABOUT, JOURNAL])
def test_an_offset_beyond_any_file_is_damage(here: Path, packed: bytes, name: str) -> None:
    file = io.BytesIO(packed)
    with zipfile.ZipFile(file, "a") as altered:
        altered.getinfo(name).header_offset = 1 << 63
        altered.comment = b"has the list of contents written again"
    assert f"{name} in it " in refused(here, file.getvalue())


# --- its parts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("settings.toml", b"[table", "settings.toml in it"),
        ("settings.toml", b"\xff", "not text"),
        ("scanners", b"a\n" * 100_000, "larger"),
        ("stickers.csv", b"a,b\n" * 100_000, "larger"),
        ("journal.db", b"x" * 9000, "damaged"),
        *((name, None, f"{name} in it is damaged") for name in ("settings.toml", "journal.db")),
    ],
)
def test_a_part_that_is_missing_or_wrong(
    here: Path, packed: bytes, name: str, content: bytes | None, sentence: str
) -> None:
    assert sentence in refused(here, changed(packed, {name: content}))


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM scans WHERE seq = 9", "scan 9 is missing"),
        ("DELETE FROM scans WHERE seq = (SELECT max(seq) - 1 FROM scans)", "is missing"),
        ("UPDATE scans SET code = '002009' WHERE seq = 9", "does not match"),
        ("UPDATE games SET first_seq = 2 WHERE number = 1", "does not match"),
        ("DELETE FROM games", "scans without a game"),
        ("DROP TABLE scans", "other tables than Okanjo writes"),
        ("PRAGMA application_id = 7", "not an Okanjo journal"),
        (
            "ALTER TABLE games ADD COLUMN more TEXT; PRAGMA user_version = 6",
            "made by a newer Okanjo: update",
        ),
        ("PRAGMA user_version = 6", "its header says version 6"),
    ],
)
def test_a_journal_in_it_that_is_none(
    here: Path, packed: bytes, statement: str, sentence: str
) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as journal:
        journal.deserialize(members(packed)[JOURNAL])
        journal.executescript(statement)
        wrong = changed(packed, {JOURNAL: journal.serialize()})
    assert sentence in refused(here, wrong)


def test_stickers_that_cannot_be_read_are_told(here: Path, packed: bytes) -> None:
    some = b"sticker,code,label\nABC,123456,x\nDEF,002008,badge red\n"
    staged = accepted(here, changed(packed, {"stickers.csv": some}))
    assert staged.counts.stickers == 1
    assert [*map(say, staged.notes)] == ["Stickers: 1 line cannot be read."]


@pytest.mark.parametrize(("more", "sentences"), [(0, []), (2, ["Ignored: 2 more settings."])])
def test_settings_that_nobody_knows_are_told_some_by_name(
    here: Path, packed: bytes, more: int, sentences: list[str]
) -> None:
    unknown = "\n".join(f"[unknown{number}]" for number in range(MOST_NAMED + more))
    notes = accepted(here, changed(packed, {"settings.toml": unknown.encode()})).notes
    assert [*map(say, notes[MOST_NAMED:])] == sentences


def test_what_is_in_a_backup_is_told_in_a_line() -> None:
    assert say(BackupCounts().describe()) == "no games, no scans, no stickers"
    sentence = say(BackupCounts(games=2, finished=1, scans=214, stickers=1).describe())
    assert sentence == "2 games (1 finished), 214 scans, 1 sticker"
