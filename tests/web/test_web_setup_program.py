"""/setup of the real program, `okanjo run` in a process of its own: saved, started anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.page_program import PageProgram, running
from support.table_app import code
from support.table_program import left
from support.waiting import until

from firmware.settings.load import load

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[PageProgram]:
    """It runs in the middle of a game."""
    with running(PageProgram(tmp_path)) as program:
        for line in LOBBY:
            assert program.piped.scan(line).startswith("accepted"), line
        yield program


def test_a_change_is_in_force_after_it_has_started_anew(
    program: PageProgram, tmp_path: Path
) -> None:
    """By itself; who has given the PIN need not give it again."""
    before, number, token = program.run(), program.piped.child.pid, program.token(program.pin())
    assert program.piped.scan("card sushi-go-party/tempura/1").startswith("accepted")
    changes = {"changes": {"names.red": "Ann", "track.length": 99}}
    found = program.post("/setup/change", changes, token)
    assert (found.status, found.json["saved"]) == (200, True)
    until(lambda: program.run() not in ("", before))
    assert load(str(program.config)).names == {"red": "Ann"}
    state = program.get("/state").json
    assert [seat["name"] for seat in state["seats"]] == ["Red", "Blue"]  # till the next game
    assert state["seats"][0]["cards"] == 1
    assert program.piped.child.pid == number
    assert program.post("/scan", {"code": code("badge blue")}, token).json["ok"]
    assert program.piped.scan("card sushi-go-party/tempura/2").startswith("accepted")
    listed = program.okanjo("config")
    assert "names.red" in listed
    assert "Ann" in listed
    assert program.piped.leave()[0] == 0
    assert left(tmp_path)["phase"] == "playing"


def asked_us(program: PageProgram) -> bool:
    """Whether doctor, whom we let look, has heard from us; and so nothing was held up."""
    report = program.post("/setup/doctor", {}).json
    (service,) = [line for line in report["lines"] if line["part"] == "service"]
    return bool(service["state"] == "ok")


def test_backup_restore_stickers_labels_and_doctor(program: PageProgram) -> None:
    csv = b"sticker,label\nABC-1,card sushi-go-party/maki-1/1\n"
    assert program.post("/setup/import", csv, kind="text/csv").json == {"new": 1}
    packed = program.post("/setup/backup", {}).body
    until(lambda: asked_us(program))  # a busy machine may take longer than doctor waits for us
    assert program.get("/labels.pdf?what=guide").body.startswith(b"%PDF-")
    assert program.post("/setup/forget", {"sticker": "ABC-1"}).json == {"forgotten": "ABC-1"}
    before = program.run()
    found = program.post("/setup/restore", packed, kind="application/octet-stream")
    assert found.json["restored"].startswith("1 game (0 finished), 5 scans, 1 sticker")
    until(lambda: program.run() not in ("", before))
    assert [row[0] for row in program.post("/setup/stickers", {}).json["rows"]] == ["ABC-1"]
    assert program.piped.scan("ABC-1").startswith("accepted")
