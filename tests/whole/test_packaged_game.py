"""A game in a package of its own, its kinds called as Party's: played to its end everywhere."""

import gettext as library
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.displayed import displayed, panel_of
from support.mqtt_told import schema
from support.packages import FEAST, installed
from support.pseudo import escaped, pseudo, texts
from support.table_app import AppTable

from engine.catalogue import codebook_of, games_of
from engine.games.omakase import CARD_TABLE
from engine.standings import standings
from firmware.common import games
from firmware.common.facts.notices import Problem
from firmware.hall.tables import Tables
from firmware.interfaces.mqtt.published import state as published_state
from firmware.interfaces.web.pages.desk.table import desk_table
from firmware.interfaces.web.pages.desk.tray import desk_tray
from firmware.interfaces.web.pages.scores.state import state
from firmware.paper.table_sheet.plan import sheets
from firmware.words.language import Language

LOBBY = ("preset feast/my-first-meal", "badge red", "badge blue", "command next")
RED = (
    "badge red",
    *(f"face feast/{face}" for face in ("temaki", "uramaki-3", "uramaki-3", "menu")),
)
BLUE = ("badge blue", *(f"face feast/{face}" for face in ("nigiri", "temaki", "temaki", "pudding")))
ROUND = (*RED, *BLUE, "command score")


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed."""
    return installed(FEAST, tmp_path_factory.mktemp("libraries"), tmp_path_factory.mktemp("source"))


@pytest.fixture
def table(libraries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTable]:
    monkeypatch.syspath_prepend(str(libraries))
    games.packaged.cache_clear()
    try:
        yield AppTable(tmp_path, games.games_in_force(CARD_TABLE, {}))
    finally:
        games.packaged.cache_clear()


def scan(table: AppTable, *lines: str) -> None:
    book = codebook_of(table.games)
    for line in lines:
        table.now += 1
        assert table.read(book.label(*line.split()).code) == "", line


def okanjo(libraries: Path, *arguments: str, text: str = "") -> str:
    """What a command prints where the package is installed."""
    done = subprocess.run(
        [sys.executable, "-m", "firmware", *arguments],
        env={"PYTHONPATH": str(libraries), "PATH": ""},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_played_to_its_end_by_its_own_rules(table: AppTable) -> None:
    scan(table, *LOBBY, *ROUND)
    red, blue = table.report["seats"]
    # most temaki 11, second 5; a pair of uramaki 9; one menu 1; a nigiri 2
    assert red["rounds"][0] == {"points": 15, "by": {"temaki": 5, "uramaki": 9, "menu": 1}}
    assert blue["rounds"][0]["points"] == 13
    scan(table, "command next", *ROUND)
    result = table.report
    assert (result["phase"], result["game"], result["winners"]) == ("finished", "feast", ["blue"])
    assert [seat["total"] for seat in result["seats"]] == [30, 34]


def test_a_plug_that_is_pulled_costs_no_scan_of_it(table: AppTable) -> None:
    scan(table, *LOBBY, *RED)
    before = table.report
    table.power_cut()
    assert table.report == before


def test_a_game_waits_for_its_package(table: AppTable) -> None:
    """Started without it, the table has an empty lobby, says what is missing and loses nothing."""
    scan(table, *LOBBY, *RED)
    before, feast = table.report, table.games
    table.unplugged()
    table.plugged_in(games_of(CARD_TABLE))
    assert (table.table.phase, table.shown.panel.warning) == (
        "lobby",
        Problem("scans-skipped", number=6),
    )
    table.unplugged()
    table.plugged_in(feast)
    assert table.report == before


def test_all_outputs_tell_it_in_its_own_words(table: AppTable) -> None:
    scan(table, *LOBBY, *ROUND)
    content = state(table.shown, 1, "run")
    menu, seats = content["menu"], content["seats"]
    assert isinstance(menu, list)
    assert isinstance(seats, list)
    rules = {kind["title"]: kind["rule"] for kind in menu}
    assert rules["Temaki"] == "the most get 11, then 5"
    assert rules["Uramaki"] == "9 for a pair"
    assert seats[0]["details"]["temaki"] == ["second most temaki", "1 card"]
    desk = desk_table(table.shown), desk_tray(table.shown.table, table.shown.codebook)
    assert "Feast" in texts(desk)


def test_the_display_tells_why(table: AppTable) -> None:
    scan(table, *LOBBY, *BLUE[:3])
    why = displayed(panel_of(standings(table.table), "why"))
    assert "the most get 11" in " ".join(texts(why.sheet)).replace("\n", " ")


def test_it_brings_its_own_translations(table: AppTable, libraries: Path) -> None:
    path = libraries / "okanjo_feast" / "catalogues" / "en-XA" / "okanjo_feast.mo"
    with path.open("rb") as file:
        own = library.GNUTranslations(file)
    language = Language("en-XA", {**pseudo().catalogues, "okanjo_feast": own})
    scan(table, *LOBBY, *ROUND)
    menu = state(table.shown, 1, "run", language)["menu"]
    assert isinstance(menu, list)
    for kind in menu:
        assert not escaped(kind["title"] + kind["rule"]), kind


def test_paper_has_its_labels_and_its_tiles(table: AppTable, libraries: Path) -> None:
    plan = sheets(codebook_of(table.games), "a4")
    tiles = [tile for sheet in plan for section in sheet.sections for tile in section.tiles if tile]
    words = {tile.label.name: tile.words for tile in tiles}
    assert words["kind feast/uramaki"] == "9 for a pair"
    assert words["kind uramaki"] == "in a round, after a badge: takes the next place"
    assert words["kind feast/tea"] == "−1 each; not with 2 players"
    assert words["game feast"] == "a made-up feast"
    codes = okanjo(libraries, "codes")
    assert (
        sum("feast" in line for line in codes.splitlines())
        == 1 + 1 + 6 + 6 + 6 + 12 + 9 + 5 + 5 + 8
    )


def test_its_scans_are_scored_from_a_file(libraries: Path) -> None:
    script = "\n".join((*LOBBY, *ROUND, "command next", *ROUND))
    replayed = json.loads(okanjo(libraries, "replay", "--json", "-", text=script))
    assert [seat["total"] for seat in replayed["seats"]] == [30, 34]


WRONG = {
    "its number 1 is that of Sushi Go Party!": "GAME._replace(number=1)",
    'its slug "omakase" is that of Omakase': 'GAME._replace(slug="omakase")',
    "its number 4 is not from 10 to 19": "GAME._replace(number=4)",
    "it is no engine.cards.Game": '"a feast"',
    "it cannot be loaded: ZeroDivisionError('division by zero')": "1 / 0",
    "its labels cannot be made": "GAME._replace(kinds=(*GAME.kinds, GAME.kinds[0]))",
    'its rule of temaki asks for "gold"': "GAME._replace(presentation=Presentation("
    "{'temaki': DishWords(gettext('most {gold}'))}))",
}


@pytest.mark.parametrize("why", WRONG)
def test_a_package_that_cannot_be_used_is_left_out_and_named(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table starts, and doctor says what is wrong."""
    record = tmp_path / "odd-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text("[okanjo.games]\nodd = odd:ODD\n")
    feast = (FEAST / "okanjo_feast" / "__init__.py").read_text()
    (tmp_path / "odd.py").write_text(f"{feast}\nODD = {WRONG[why]}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "odd", raising=False)
    loaded = games._load()
    assert loaded.games == ()
    [(name, wrong)] = loaded.left_out
    assert (name, wrong[: len(why)]) == ("odd", why)


def test_a_hall_without_the_package_shows_what_the_device_says(table: AppTable) -> None:
    scan(table, *LOBBY, *ROUND, "command next", *ROUND)
    content = {**published_state(table.shown), "device": "t1", "game_id": "", "run": "1"}
    schema("state")(content)
    assert (content["game"], content["preset"]) == ("feast", "my-first-meal")
    assert content["kinds"] == ["nigiri", "temaki", "uramaki", "menu", "pudding"]
    tables = Tables()
    tables.take("t1", "availability", "online", 1)
    tables.take("t1", "state", content, 2)
    tile = tables.tiles["t1"]
    assert (tile.title, tile.phase) == ("Feast", "finished")
    assert [player.points for player in tile.players] == [30, 34]
