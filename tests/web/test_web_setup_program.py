"""/setup of the real program, `okanjo run` in a process of its own: saved, started anew."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.table_program import Piped, left, okanjo
from support.web_site import Answer, answer, request, said, until

from firmware.ipc.client import ask
from firmware.ipc.socket_path import folders
from firmware.settings.load import load

LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next", "badge red"]


def free() -> int:
    """A port that nobody has now; the program looks further if somebody takes it."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
        return min(port, 65_500)


class Program:
    """It runs in the middle of a game; `run` is what /state says of this start."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.config = folder, folder / "okanjo.toml"
        self.config.write_text(f'[state]\nfolder = "{folder / "okanjo"}"\n[web]\nport = {free()}\n')
        self.piped = Piped(folder, "--config", str(self.config))
        for line in LOBBY:
            assert self.piped.scan(line).startswith("accepted"), line

    def told(self) -> dict[str, Any]:
        """What `okanjo pin` asks for, as soon as there is a page."""
        state, found = str(self.folder / "okanjo"), dict[str, Any]()

        def asked() -> object:
            found.update(ask(folders(state), "pin", state)[0] or {})
            ours = found.get("state_folder") == state  # another may answer while ours does not
            return ours and found.get("addresses")

        until(asked)
        return found

    @property
    def port(self) -> int:
        return int(self.told()["addresses"][0].rpartition(":")[2])

    def get(self, path: str) -> Answer:
        return answer(said(self.port, request("GET", path)))

    def post(self, path: str, sent: Any, kind: str = "application/json") -> Answer:
        port = self.port
        given = request("POST", "/pin", {}, json.dumps({"pin": self.told()["pin"]}).encode())
        token = answer(said(port, given)).json["token"]
        headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
        body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
        return answer(said(port, request("POST", path, headers, body)))

    def run(self) -> str:
        try:
            return str(self.get("/state").json["run"])
        except (OSError, KeyError, ValueError, IndexError):  # it is just starting anew
            return ""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    try:
        yield program
    finally:
        program.piped.kill()


def test_a_change_is_in_force_after_it_has_started_anew(program: Program, tmp_path: Path) -> None:
    before, number, port = program.run(), program.piped.child.pid, program.port
    assert program.piped.scan("card sushi-go-party/tempura/1").startswith("accepted")
    found = program.post("/setup/change", {"changes": {"names.red": "Ann", "track.length": 99}})
    assert (found.status, found.json["saved"]) == (200, True)
    until(lambda: program.run() not in ("", before))
    assert load(str(program.config)).names == {"red": "Ann"}
    state = program.get("/state").json
    assert [seat["name"] for seat in state["seats"]] == ["Ann", "Blue"]
    assert state["seats"][0]["cards"] == 1
    assert (program.piped.child.pid, program.port) == (number, port), "phones find it again"
    assert program.piped.scan("card sushi-go-party/tempura/2").startswith("accepted")
    listed = okanjo(tmp_path, "--config", str(program.config), "config").stdout.decode()
    assert "names.red" in listed
    assert "Ann" in listed
    status, errors = program.piped.leave()
    assert status == 0
    assert "mistake" not in errors
    assert left(tmp_path)["phase"] == "playing"


def asked_us(program: Program) -> bool:
    """Whether doctor, whom we let look, has heard from us; and so nothing was held up."""
    report = program.post("/setup/doctor", {}).json
    (service,) = [line for line in report["lines"] if line["part"] == "service"]
    return bool(service["state"] == "ok")


def test_backup_restore_stickers_labels_and_doctor(program: Program) -> None:
    csv = b"sticker,label\nABC-1,card sushi-go-party/maki-1/1\n"
    assert program.post("/setup/import", csv, "text/csv").json == {"new": 1}
    packed = program.post("/setup/backup", {}).body
    until(lambda: asked_us(program))  # a busy machine may take longer than doctor waits for us
    assert program.get("/labels.pdf?what=guide").body.startswith(b"%PDF-")
    assert program.post("/setup/forget", {"sticker": "ABC-1"}).json == {"forgotten": "ABC-1"}
    before = program.run()
    found = program.post("/setup/restore", packed, "application/octet-stream")
    assert found.json["restored"].startswith("1 game (0 finished), 5 scans, 1 sticker")
    until(lambda: program.run() not in ("", before))
    assert [row[0] for row in program.post("/setup/stickers", {}).json["rows"]] == ["ABC-1"]
    assert program.piped.scan("ABC-1").startswith("accepted")
