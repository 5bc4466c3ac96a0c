"""The page beside the whole program: who stands before the device sees the PIN, and nobody else."""

import io
import json
import stat
import zipfile
from pathlib import Path

from support.page_program import PageProgram, running
from support.playing import code
from support.table_app import AppTable
from support.table_program import okanjo
from support.waiting import until

from drivers.display.oled import Picture
from firmware.common.facts.device import JoinCodeDrawn, PageFound, PinDrawn
from firmware.common.facts.sheets import DeviceSheet
from firmware.common.http.qr import CODE_FILE, NO_CODES, codes_of, rows
from firmware.common.settings.schema import Settings
from firmware.common.system.state_dir import PIN_FILE
from firmware.core.app.outputs import display_picture, with_pin
from firmware.core.screen.render import picture
from firmware.interfaces.web.pages.desk.state import DeskState
from firmware.words.sheets import DeviceLines, Podium, QrCode, Sheet, display

SEATS = ["blue", "red"]
ADDRESS = "http://192.168.178.42:8080"


def test_the_pin_that_okanjo_prints_opens_the_page_and_a_click_is_a_scan(tmp_path: Path) -> None:
    with running(PageProgram(tmp_path)) as program:
        program.scan("badge blue")
        program.pin()  # and the addresses
        pin, *addresses = program.okanjo("pin").split("\n")[:-1]
        assert addresses
        assert all(address.endswith(f":{program.port}/desk") for address in addresses)
        assert program.post("/scan", {"code": code("badge red")}, "no token").status == 401
        token = program.token(pin.removeprefix("PIN "))
        assert program.post("/scan", {"code": code("badge red")}, token).json["ok"]
        until(lambda: [seat["badge"] for seat in program.get("/state").json["seats"]] == SEATS)


def test_the_pin_lasts_until_a_new_one_is_asked_for(tmp_path: Path) -> None:
    """Over a start, of which a browser's sign-in need not know; with and without a program."""
    file = tmp_path / "okanjo" / PIN_FILE
    with running(PageProgram(tmp_path)) as program:
        pin, token = program.pin(), program.token(program.pin())
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        backup = program.post("/setup/backup", {}, token).body
        assert PIN_FILE not in zipfile.ZipFile(io.BytesIO(backup)).namelist()
    assert program.okanjo("pin") == f"PIN {pin}\n"
    port = program.port
    with running(PageProgram(tmp_path)) as program:
        assert program.pin() == pin
        assert program.post("/setup/values", {}, token).status == 200
        run = program.run()
        restored = program.post(
            "/setup/restore", backup, token, Content_Type="application/octet-stream"
        )
        assert restored.status == 200
        program.port = port  # of the backup
        until(lambda: program.run() not in ("", run))  # it has started anew
        assert program.pin() == pin
        new = program.okanjo("pin", "--new").split()[1]
        assert new == program.pin() != pin
        assert program.post("/setup/values", {}, token).status == 401
        assert program.post("/setup/values", {}, program.token(new)).status == 200
    newest = program.okanjo("pin", "--new")
    assert newest == program.okanjo("pin") != f"PIN {new}\n"
    assert len(file.read_text().splitlines()) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_nobody_runs(tmp_path: Path) -> None:
    done = okanjo(tmp_path, "pin")
    assert done.returncode == 3
    assert done.stderr.startswith(b"No Okanjo with a page runs on ")


def test_the_pin_is_seen_at_the_device_alone(table: AppTable) -> None:
    table.app.take(PageFound(("http://okanjo.local", ADDRESS)))
    table.app.take(PinDrawn("482913"))
    table.scan("command page")  # the first, while nobody has a score
    shown = table.shows[-1]
    assert isinstance(shown.panel.sheet, DeviceSheet)
    sheet = display(with_pin(shown)).sheet
    assert isinstance(sheet, DeviceLines)
    assert sheet.lines[:3] == ("PIN 482913", "okanjo.local", "192.168.178.42:8080")
    sent = DeskState(Settings()).of(shown)
    assert "482913" not in json.dumps(sent)
    assert picture(display(with_pin(shown))) != picture(display(shown.panel))


def test_the_code_by_which_phones_join_is_seen_at_the_device_alone_in_a_lobby(
    table: AppTable,
) -> None:
    """It comes first; another one wakes no display. Without it, PAGE leads to the PIN at once."""
    codes = rows("HTTP://OKANJO/JOIN/AAAAAA"), rows("HTTP://OKANJO/JOIN/BBBBBB")
    table.app.take(PinDrawn("482913"))
    drawn = list[Picture]()
    for qr in codes:
        table.app.take(JoinCodeDrawn(qr))
        if not drawn:
            table.scan("command page")
        shown = table.shows[-1]
        sheet = display(with_pin(shown)).sheet
        assert sheet == QrCode("Join", "Scan to join with your phone", qr)
        assert qr[0] not in json.dumps(DeskState(Settings()).of(shown))
        drawn.append(display_picture(shown, 128, 64))
    assert drawn[0].pages != drawn[1].pages
    assert (drawn[0].number, drawn[1].wakes) == (drawn[1].number, False)
    table.scan("command page")
    assert isinstance(table.panel.sheet, DeviceLines)
    table.scan("game omakase", "badge red", "badge blue", "command next")
    for _ in range(12):
        table.scan("command page")
        assert not isinstance(table.panel.sheet, QrCode)
    assert display_picture(table.shows[-1], 128, 64).wakes


def test_qrs_have_pages_of_their_own_the_last_of_all(table: AppTable) -> None:
    """That of the scores always, that which takes the game along once it has ended."""

    def sheets() -> list[Sheet]:
        first, sheets = table.panel.sheet, list[Sheet]()
        while not sheets or sheets[-1] != first:
            table.scan("command page")
            sheets.append(table.panel.sheet)
        return sheets

    codes = rows(ADDRESS.upper()), rows(f"{ADDRESS}/bg".upper())
    table.app.take(PageFound((ADDRESS,), *codes))
    *_, device, scores, _ = sheets()
    assert isinstance(device, DeviceLines)
    assert scores == QrCode("Scores", "Scan to see the scores on your phone", codes[0])
    for line in ("game omakase", "badge red", "badge blue", "command next", "command score"):
        table.scan(line)
    *_, device, again, link, podium = sheets()
    assert isinstance(podium, Podium)
    assert isinstance(device, DeviceLines)
    assert again == scores
    assert link == QrCode("BG Stats", "Scan to keep this game on your phone", codes[1])


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
