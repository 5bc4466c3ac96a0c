"""Backup, restore, stickers and doctor's report on /setup, by raw requests."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from support.backup_tools import backup_of, bytes_of, members, played, scans_in
from support.setup_site import SetUp, set_up
from support.waiting import until
from support.web_commands import children, held_up
from support.web_site import all_of, answer, caller, request

from firmware.common.system.state_dir import MARK
from firmware.common.system.swap import BEFORE
from firmware.core.app.messages import Typed

BACKUP, CSV = "application/octet-stream", "text/csv"
MAKI = "card sushi-go-party/maki-1/1"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SetUp]:
    with set_up(tmp_path, '[names]\nred = "Chris"\n') as site:
        yield site


@pytest.fixture
def elsewhere(tmp_path: Path) -> bytes:
    """A backup of another device: an evening, two stickers."""
    played(tmp_path / "there", "party-tally")
    return backup_of(tmp_path / "there")


def begun(site: SetUp) -> None:
    """A round that has begun."""
    for line in ("preset sushi-go-classic", "badge red", "badge blue", "command next"):
        site.app.inbox.put(Typed(line))
    site.app.inbox.put(Typed("badge red"))
    site.app.inbox.put(Typed("card sushi-go-party/tempura/1"))
    until(lambda: (site.folder / MARK).read_bytes().endswith(b"6\n"))  # the last is on the disk


# --- backup and restore ----------------------------------------------------------------


def test_a_backup_from_the_page_is_one_of_okanjo_backup(site: SetUp) -> None:
    begun(site)
    response = site.post("/setup/backup")
    assert (response.status, response.headers["content-type"]) == (200, BACKUP)
    assert int(response.headers["content-length"]) == len(response.body)
    assert len(scans_in(response.body)) == 6
    assert b'red = "Chris"' in members(response.body)["settings.toml"]
    assert site.runs == 1


def test_a_backup_that_lacks_something_says_so(site: SetUp) -> None:
    begun(site)
    before = int(time.time())
    assert site.post("/setup/values").json["backed_up_at"] is None
    assert site.post("/setup/backup").headers["okanjo-notes"] == ""
    made_at = site.post("/setup/values").json["backed_up_at"]
    assert before <= made_at <= time.time()
    assert site.post("/setup/values").json["evening"] == ""
    (site.folder / "backups").mkdir()
    for evening in ("2026-11-20", "2026-11-27"):
        (site.folder / f"backups/{evening}.okanjo").touch()
    assert site.post("/setup/values").json["evening"] == "2026-11-27"
    (site.folder / "last-backup").unlink()
    with sqlite3.connect(site.folder / "journal.db") as journal:
        journal.execute("UPDATE scans SET crc = 0 WHERE seq = 2")
    journal.close()
    note = unquote(site.post("/setup/backup").headers["okanjo-notes"])
    assert note.startswith("The journal is damaged (scan 2 ")
    assert site.post("/setup/values").json["backed_up_at"] is None


def test_a_restore_is_checked_takes_over_and_is_gone_on_with(site: SetUp, elsewhere: bytes) -> None:
    begun(site)
    before = bytes_of(site.folder)
    looked_into = site.post("/setup/check-backup", elsewhere, Content_Type=BACKUP)
    assert looked_into.json["has"].startswith("1 game (1 finished), ")
    assert bytes_of(site.folder) == before
    response = site.post("/setup/restore", elsewhere, Content_Type=BACKUP)
    until(lambda: site.runs == 2)
    assert response.status == 200
    assert response.json["restored"].startswith("1 game (1 finished), ")
    assert any(BEFORE in note for note in response.json["notes"])
    assert site.app.table.phase == "finished"
    assert (site.folder / BEFORE).exists()
    listed = site.post("/setup/stickers").json["rows"]
    assert [row[0] for row in listed] == ["4001234567890", "ABC-1"]
    again = site.post("/setup/restore", (site.folder / BEFORE).read_bytes(), Content_Type=BACKUP)
    until(lambda: site.runs == 3)
    assert again.json["restored"].startswith("1 game (0 finished), ")
    assert site.app.table.round.ids == 1


def test_what_is_no_sound_backup_changes_nothing_and_says_why(
    site: SetUp, elsewhere: bytes
) -> None:
    begun(site)
    before = bytes_of(site.folder)
    response = site.post("/setup/restore", elsewhere[: len(elsewhere) // 2], Content_Type=BACKUP)
    assert response.status == 409
    assert response.json["error"][0].isupper()
    assert bytes_of(site.folder) == before
    assert site.runs == 1
    site.app.inbox.put(Typed("card sushi-go-party/tempura/2"))
    until(lambda: site.app.table.round.ids == 2)


def restoring(site: SetUp, length: int, content: bytes) -> bytes:
    headers = {**site.session(), "Content-Type": BACKUP, "Content-Length": str(length)}
    return request("POST", "/setup/restore", headers, content)


def test_half_an_upload_leaves_nothing_behind(site: SetUp, elsewhere: bytes) -> None:
    before = bytes_of(site.folder)
    caller(site.port, restoring(site, len(elsewhere), elsewhere[:-1])).close()
    until(lambda: site.post("/setup/backup").status == 200)  # there is one at a time
    (site.folder / "last-backup").unlink()
    assert bytes_of(site.folder) == before
    assert site.runs == 1


def test_there_is_one_at_a_time(site: SetUp, elsewhere: bytes) -> None:
    with caller(site.port, restoring(site, len(elsewhere), elsewhere[:-1])) as first:
        until(lambda: site.post("/setup/backup").status == 503)
        busy = site.post("/setup/restore", elsewhere, Content_Type=BACKUP)
        assert (busy.status, busy.headers["retry-after"]) == (503, "3")
        assert "is running" in busy.json["error"]
        first.sendall(elsewhere[-1:])
        assert answer(all_of(first)).status == 200
    until(lambda: site.runs == 2)


# --- stickers ----------------------------------------------------------------------------


def test_stickers_come_in_are_listed_go_out_and_are_forgotten(site: SetUp) -> None:
    content = f"sticker,label\n4006381333931,{MAKI}\n<b>&\"'\\,badge red\n".encode()
    content = content.replace(b"<b>&\"'\\", b'"<b>&""\'\\"')
    assert site.post("/setup/import", content, Content_Type=CSV).json == {"new": 2}
    assert site.post("/setup/import", content, Content_Type=CSV).json == {"new": 0}
    listed = site.post("/setup/stickers").json["rows"]
    assert listed == [
        ["4006381333931", "4006381333931", "Maki roll 1 - 1/4"],
        ["<b>&\"'\\", "<b>&\"'\\", "Red"],
    ]
    out = site.post("/setup/stickers.csv")
    assert out.headers["content-type"].startswith(CSV)
    for sticker, _, _ in listed:
        assert site.post("/setup/forget", {"sticker": sticker}).json == {"forgotten": sticker}
    assert site.post("/setup/stickers").json == {"rows": []}
    assert site.post("/setup/import", out.body, Content_Type=CSV).json == {"new": 2}
    assert site.runs == 1, "nothing of it needs a new start"
    site.app.inbox.put(Typed("preset sushi-go-classic"))
    site.app.inbox.put(Typed("<b>&\"'\\"))
    until(lambda: site.app.table.seats)


# --- doctor's report ----------------------------------------------------------------------


def test_doctors_report_is_that_of_okanjo_doctor(site: SetUp) -> None:
    response = site.post("/setup/doctor")
    assert response.status == 200
    lines = {line["part"]: line for line in response.json["lines"]}
    assert str(site.config) in lines["settings"]["found"]
    assert {"state", "found", "do", "wanted"} < {*lines["journal"]}
    assert response.json["fine"] in (True, False)


def test_one_looks_at_a_time_and_whoever_leaves_is_not_looked_for(site: SetUp) -> None:
    headers = {**site.session(), "Content-Type": "application/json"}
    asking = request("POST", "/setup/doctor", headers, b"{}")
    first = held_up(site.port, asking)
    assert site.post("/setup/doctor").status == 503
    first.close()
    until(lambda: not children())
    until(lambda: site.post("/setup/doctor").status == 200)  # its end is heard of a moment later
