"""The page beside the whole program: who stands before the device sees the PIN, and nobody else."""

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from support.table_app import AtTable, code
from support.table_program import Piped, okanjo

from firmware.app.outputs import with_pin
from firmware.screen.render import picture
from firmware.view.sheets import Code, Device, Podium
from firmware.view.state import PageFound, PinDrawn
from firmware.web.pages.desk import DeskState
from firmware.web.qr import CODE_FILE, NO_CODES, codes_of, rows

DEADLINE_S = 90.0
ADDRESS = "http://192.168.178.42:8080"


def until(true: Callable[[], Any]) -> Any:
    end = monotonic() + DEADLINE_S
    while not (found := true()):
        assert monotonic() < end
        sleep(0.02)
    return found


class Running:
    """The program with its page."""

    def __init__(self, folder: Path) -> None:
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.file = folder / "web.toml"
        self.file.write_text(
            f'[state]\nfolder = "{folder / "okanjo"}"\n[web]\nport = {self.port}\n'
        )
        self.folder = folder
        self.piped = Piped(folder, "--config", str(self.file))

    def okanjo(self, *words: str) -> tuple[int, str]:
        done = okanjo(self.folder, "--config", str(self.file), *words)
        assert b"Traceback" not in done.stderr
        return done.returncode, done.stdout.decode()

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            return json.loads(answer.read())

    def post(self, path: str, sent: dict[str, Any], token: str = "") -> Any:
        own = f"http://127.0.0.1:{self.port}"
        head = {"Content-Type": "application/json", "Origin": own, "Authorization": token}
        asked = urllib.request.Request(own + path, json.dumps(sent).encode(), head)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.loads(answer.read())


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    program = Running(folder)
    try:
        yield program
    except BaseException:
        program.piped.kill()
        raise
    assert program.piped.leave() == (0, "")


def test_the_pin_that_okanjo_prints_opens_the_page_and_a_click_is_a_scan(tmp_path: Path) -> None:
    with running(tmp_path) as program:
        program.piped.scan("badge blue")
        status, printed = until(lambda: _if_told(program.okanjo("pin")))
        assert status == 0
        pin, *addresses = printed.split("\n")[:-1]
        assert all(one.endswith(f":{program.port}/desk") for one in addresses)
        assert addresses
        with pytest.raises(urllib.error.HTTPError, match="401"):
            program.post("/scan", {"code": code("badge red")})
        token = program.post("/pin", {"pin": pin.removeprefix("PIN ")})["token"]
        told = program.post("/scan", {"code": code("badge red")}, f"Bearer {token}")
        assert told["ok"]
        until(lambda: [one["badge"] for one in program.get("/state")["seats"]] == ["blue", "red"])
        found = until(lambda: _page_that_is_well(program.okanjo("doctor", "--json")[1]))
        assert f":{program.port}" in found


def test_who_has_given_the_pin_need_not_give_it_again_after_a_change(tmp_path: Path) -> None:
    """Okanjo starts anew by itself when settings change; only a new process draws a new PIN."""
    with running(tmp_path) as program:
        _, printed = until(lambda: _if_told(program.okanjo("pin")))
        pin = printed.split("\n")[0].removeprefix("PIN ")
        token = f"Bearer {program.post('/pin', {'pin': pin})['token']}"
        run = program.get("/state")["run"]
        program.post("/setup/change", {"changes": {"names.red": "Ann"}}, token)
        until(lambda: _run(program) not in (run, None))
        assert program.post("/scan", {"code": code("badge red")}, token)["ok"]
        (seat,) = until(lambda: program.get("/state")["seats"])
        assert seat["name"] == "Ann"
        assert until(lambda: _if_told(program.okanjo("pin")))[1].startswith(f"PIN {pin}\n")


def _page_that_is_well(told: str) -> str | None:
    """Where the doctor has found it; within its one second a busy machine may not answer."""
    (page,) = (line for line in json.loads(told)["lines"] if line["part"] == "page")
    return str(page["found"]) if page["state"] == "ok" else None


def _run(program: Running) -> str | None:
    try:
        return str(program.get("/state")["run"])
    except (OSError, HTTPException, ValueError):  # between the two, or cut short
        return None


def _if_told(done: tuple[int, str]) -> tuple[int, str] | None:
    return done if "/desk" in done[1] else None


def test_nobody_runs(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "pin")
    assert done.returncode == 3
    assert done.stderr.startswith(b"No Okanjo with a page runs on ")


def test_the_pin_is_seen_at_the_device_alone(tmp_path: Path) -> None:
    table = AtTable(tmp_path)
    table.app.take(PageFound(("http://okanjo.local", ADDRESS)))
    table.app.take(PinDrawn("482913"))
    for _ in range(4):
        table.scan("command page")
    shown = table.shows[-1]
    assert isinstance(shown.panel.sheet, Device)
    seen = with_pin(shown).sheet
    assert isinstance(seen, Device)
    assert seen.lines[:3] == ("PIN 482913", "okanjo.local", "192.168.178.42:8080")
    sent = DeskState().of(shown)
    assert "482913" not in json.dumps(sent)
    assert picture(with_pin(shown)) != picture(shown.panel)
    table.unplugged()


def test_the_end_shows_the_page_and_last_of_all_a_link(tmp_path: Path) -> None:
    table = AtTable(tmp_path)
    codes = rows(ADDRESS.upper()), rows(f"{ADDRESS}/bg".upper())
    table.app.take(PageFound((ADDRESS,), *codes))
    for line in ("game omakase", "badge red", "badge blue", "command next"):
        table.scan(line)
    table.scan("command score")
    podium = table.shows[-1].panel.sheet
    assert isinstance(podium, Podium)
    assert podium.code == codes[0]
    seen = []
    while not isinstance(table.shows[-1].panel.sheet, Code):
        table.scan("command page")
        seen.append(type(table.shows[-1].panel.sheet).__name__)
        assert len(seen) < 20
    assert seen[-2:] == ["Device", "Code"]
    assert table.shows[-1].panel.sheet.code == codes[1]
    table.scan("command page")
    assert isinstance(table.shows[-1].panel.sheet, Podium)
    table.unplugged()


def test_codes_are_drawn_once_for_an_address(tmp_path: Path) -> None:
    drawn = codes_of(ADDRESS, str(tmp_path))
    assert drawn == (rows(ADDRESS.upper()), rows(f"{ADDRESS}/bg".upper()))
    kept = tmp_path / CODE_FILE
    kept.write_text(kept.read_text().replace("#", ".", 1))
    changed = codes_of(ADDRESS, str(tmp_path))
    assert changed != drawn
    assert codes_of("http://192.168.178.43", str(tmp_path)) not in (drawn, NO_CODES)
    for damaged in ("", "http://x\n\n##\n##\n\n#\n", f"{ADDRESS}\n\n#.\n#\n\n#"):
        kept.write_text(damaged)
        assert codes_of(ADDRESS, str(tmp_path)) == drawn
