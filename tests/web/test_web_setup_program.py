"""/setup of the real program, `okanjo run` in a process of its own: saved, started anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.mqtt_broker import Broker, Listener, needs_mosquitto, passwords
from support.page_program import PageProgram, running
from support.playing import code
from support.request_root import RequestRoot
from support.table_program import left
from support.waiting import until

from firmware.common.releases.offer import MOST_FILE
from firmware.common.settings.load import load
from firmware.interfaces.mqtt.part import MARK
from firmware.interfaces.web.pages.setup.release import FILE as OCTETS

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[PageProgram]:
    """It runs in the middle of a game."""
    with running(PageProgram(tmp_path)) as program:
        program.scan(*LOBBY)
        yield program


def test_a_change_is_in_force_after_it_has_started_anew(
    program: PageProgram, tmp_path: Path
) -> None:
    """By itself; who has given the PIN need not give it again."""
    before, number, token = program.run(), program.child.pid, program.token(program.pin())
    program.scan("card sushi-go-party/tempura/1")
    changes = {"changes": {"names.red": "Ann", "track.length": 99}}
    response = program.post("/setup/change", changes, token)
    assert (response.status, response.json["saved"]) == (200, True)
    until(lambda: program.run() not in ("", before))
    assert load(str(program.config)).names == {"red": "Ann"}
    state = program.get("/state").json
    assert [seat["name"] for seat in state["seats"]] == ["Red", "Blue"]  # till the next game
    assert state["seats"][0]["cards"] == 1
    assert program.child.pid == number
    assert program.post("/scan", {"code": code("badge blue")}, token).json["ok"]
    program.scan("card sushi-go-party/tempura/2")
    listed = program.okanjo("config")
    assert "names.red" in listed
    assert "Ann" in listed
    assert program.leave()[0] == 0
    assert left(tmp_path)["phase"] == "playing"


def asked_us(program: PageProgram) -> bool:
    """Whether doctor, whom we let look, has heard from us; and so nothing was held up."""
    report = program.post("/setup/doctor", {}).json
    (service,) = [line for line in report["lines"] if line["part"] == "service"]
    return bool(service["state"] == "ok")


def test_backup_restore_stickers_labels_and_doctor(program: PageProgram) -> None:
    csv = b"sticker,label\nABC-1,card sushi-go-party/maki-1/1\n"
    assert program.post("/setup/import", csv, Content_Type="text/csv").json == {"new": 1}
    packed = program.post("/setup/backup", {}).body
    until(lambda: asked_us(program))  # a busy machine may take longer than doctor waits for us
    assert program.get("/labels.pdf?what=guide").body.startswith(b"%PDF-")
    assert program.post("/setup/forget", {"sticker": "ABC-1"}).json == {"forgotten": "ABC-1"}
    before = program.run()
    response = program.post("/setup/restore", packed, Content_Type="application/octet-stream")
    assert response.json["restored"].startswith("1 game (0 finished), 5 scans, 1 sticker")
    until(lambda: program.run() not in ("", before))
    assert [row[0] for row in program.post("/setup/stickers", {}).json["rows"]] == ["ABC-1"]
    program.scan("ABC-1")


@needs_mosquitto
def test_a_broker_named_on_the_page_is_told_until_it_is_taken_away(
    program: PageProgram, tmp_path: Path
) -> None:
    broker = Broker(tmp_path / "broker", passwords(tmp_path, table="wasabi"))
    listener = Listener(broker, "table", "wasabi")
    token = program.token(program.pin())
    try:
        saved = {"mqtt.host": "127.0.0.1", "mqtt.port": broker.port, "mqtt.user": "table"}
        changed(program, token, {"changes": saved})
        until(lambda: "refuses us as user table" in told(program, token))
        changed(program, token, {"changes": {"mqtt.id": "t"}, "password": "wasabi"})
        assert listener.state(device="t")["phase"] == "playing"
        until(lambda: "is told of this table" in told(program, token))
        changed(program, token, {"changes": {"mqtt.host": ""}})
        until(lambda: listener.newest["availability"] == "offline")
        assert told(program, token) == ""
    finally:
        listener.close()
        broker.stop()


def changed(program: PageProgram, token: str, sent: object) -> None:
    before = program.run()
    assert program.post("/setup/change", sent, token).json["saved"]
    until(lambda: program.run() not in ("", before))


def told(program: PageProgram, token: str) -> str:
    """What the page's check finds of the broker."""
    lines = program.post("/setup/doctor", {}, token).json["lines"]
    return "".join(line["found"] for line in lines if line["part"] == "MQTT")


def test_systemd_is_told_by_a_mark_that_a_broker_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "run" / MARK
    mark.parent.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(mark.parent))
    with running(PageProgram(tmp_path, RUNTIME_DIRECTORY=str(mark.parent))) as program:
        token = program.token(program.pin())
        for host in ("127.0.0.1", ""):
            changed(program, token, {"changes": {"mqtt.host": host}})
            until(lambda: mark.exists() == bool(host))  # noqa: B023


def test_the_largest_release_goes_to_the_disk_and_not_into_memory(
    tmp_path: Path, root: RequestRoot
) -> None:
    """The service may have 256 MB."""
    service: dict[str, Any] = dict(root.environment)
    with running(PageProgram(tmp_path, **service)) as program:
        program.scan(*LOBBY)
        token = program.token(program.pin())
        assert program.post("/setup/update", b"x", token, Content_Type=OCTETS).status == 200
        until(lambda: program.post("/setup/progress", {}, token).json["ended"])
        before, content = most_memory(program.child.pid), bytes(MOST_FILE)
        assert program.post("/setup/update", content, token, Content_Type=OCTETS).status == 200
        assert most_memory(program.child.pid) - before < 16_000
        assert [len(release) for release in root.releases] == [1, MOST_FILE]
        program.scan("card sushi-go-party/tempura/1")


def most_memory(pid: int) -> int:
    """The most that a process has ever had, in kB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
