"""The device's own Wi-Fi on the display: a QR to join by, the same in words, nowhere else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.pictures import image_of
from support.table_app import AppTable

from firmware.common.facts.device import AccessPoint, AccessPointChanged
from firmware.common.facts.sheets import QrTo
from firmware.common.http.qr import drawn
from firmware.common.settings.schema import Settings
from firmware.common.system.access_point import OpenWifi
from firmware.core.app.outputs import with_pin
from firmware.core.screen.render import picture
from firmware.interfaces.web.pages.desk.state import DeskState
from firmware.words.sheets import Lobby, QrCode, TextLines, display

TOLD = OpenWifi("Okanjo-0727", "E5PGJG8YBY", (), "")
WORDS = TextLines("Wi-Fi", ("Choose a network:", "Okanjo-0727", "E5PGJG8YBY", "10.42.0.1"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppTable]:
    table = AppTable(tmp_path)
    yield table
    table.unplugged()


@pytest.fixture(scope="module")
def code() -> tuple[str, ...]:
    (code,) = drawn([TOLD.code])
    return code


@pytest.fixture(scope="module")
def opened(code: tuple[str, ...]) -> AccessPointChanged:
    return AccessPointChanged(AccessPoint(TOLD.name, TOLD.password, code))


@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 64)], ids=str)
def test_a_phone_reads_it_from_the_display_in_a_lobby(
    table: AppTable, opened: AccessPointChanged, size: tuple[int, int]
) -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine")
    table.app.take(opened)
    pixels = picture(display(with_pin(table.shown)), *size)
    (read,) = zxingcpp.read_barcodes(image_of(pixels, 6).convert("L"))
    assert read.text == "WIFI:T:WPA;S:Okanjo-0727;P:E5PGJG8YBY;;"


def test_it_comes_up_in_a_lobby_and_goes_with_the_next_scan(
    table: AppTable, opened: AccessPointChanged
) -> None:
    table.app.take(opened)
    assert isinstance(display(with_pin(table.shown)).sheet, QrCode)
    table.scan("command page")
    assert display(with_pin(table.shown)).sheet == WORDS
    table.scan("badge red")
    assert isinstance(display(table.shown.panel).sheet, Lobby)
    table.scan("command page")
    table.app.take(AccessPointChanged(None))
    assert isinstance(display(table.shown.panel).sheet, Lobby)


def test_a_game_goes_on_and_page_leads_to_it(
    table: AppTable, opened: AccessPointChanged, code: tuple[str, ...]
) -> None:
    table.scan("game omakase", "badge red", "badge blue", "command next")
    before = table.shown.panel.sheet
    table.app.take(opened)
    assert table.shown.panel.sheet == before
    for _ in range(9):
        table.scan("command page")
        if table.shown.panel.sheet == QrTo("wifi", ()):
            break
    assert display(with_pin(table.shown)).sheet == QrCode(
        "Wi-Fi", "Scan, then open 10.42.0.1", code
    )


def test_the_password_is_for_those_who_stand_before_the_display(
    table: AppTable, opened: AccessPointChanged, code: tuple[str, ...]
) -> None:
    table.app.take(opened)
    for _ in range(3):
        sent = json.dumps(DeskState(Settings()).of(table.shown))
        assert "E5PGJG8YBY" not in sent
        assert code[0] not in sent
        table.scan("command page")
