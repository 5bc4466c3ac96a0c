"""Corrected names and merged players, wherever past games are told; scores stay as they were."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from support.history_made import chris_and_bo, counted, journal
from support.journal_tools import finished as rows_of
from support.table_app import GAMES, AppTable

from engine.codes import codebook
from firmware.cli.history import print_history
from firmware.core.journal.rows import crc
from firmware.interfaces.mqtt.results import finished, result
from firmware.records.history.export import AsJson, AsTable, link
from firmware.records.history.games import Played, Titles
from firmware.records.history.reader import NOW, Past
from firmware.records.history.statistics import Chosen

TITLES = Titles(GAMES)


@pytest.fixture
def table(tmp_path: Path) -> AppTable:
    """Chris and Bo played twice, Chris and Bob once: Bo again. Chris is Christa in the second."""
    made = [chris_and_bo(12, 7), chris_and_bo(8, 9), chris_and_bo(5, 6)]
    made[2]["seats"][1]["name"] = "Bob"
    journal(tmp_path, made)
    return AppTable(tmp_path, names={"red": "Chris", "blue": "Bob"})


def corrected(table: AppTable, number: int, **names: str) -> None:
    checksum = next(crc(row) for row in rows_of(table.folder) if row.number == number)
    table.journal.annotate_game(number, checksum, "", "", "", names)


def games(folder: Path) -> list[Played]:
    return [step for step in Past(str(folder)).steps(GAMES) if isinstance(step, Played)]


def names(folder: Path) -> list[list[str]]:
    return [[sat.name for sat in game.seats] for game in games(folder)]


def published(folder: Path) -> list[Any]:
    sent = [result(str(folder), row.number, codebook()) for row in rows_of(folder)]
    assert [message["crc"] for message in sent] == [
        mark for _, mark in finished(str(folder)).values()
    ]
    return sent


def test_statistics_and_exports_go_by_the_names_of_today(table: AppTable) -> None:
    before = names(table.folder), [game.seats[0].rounds for game in games(table.folder)]
    corrected(table, 2, red="Christa")
    table.journal.merge_players("Bob", "Bo")
    by_number = games(table.folder)
    assert names(table.folder) == [["Chris", "Bo"], ["Christa", "Bo"], ["Chris", "Bo"]]
    assert (by_number[1].seats[0].in_game, by_number[1].seats[0].at_start) == ("Christa", "Chris")
    assert (by_number[2].seats[1].in_game, by_number[2].seats[1].at_start) == ("Bob", "Bob")
    figures = counted(*by_number).players(Chosen())
    assert {name: (sums.games, sums.wins, sums.total) for name, sums in figures.items()} == {
        "Bo": (3, 2, 22),
        "Chris": (2, 1, 17),
        "Christa": (1, 0, 8),
    }
    for out in (AsTable({"tofu": "sushi-go-party"}, 1, TITLES), AsJson(TITLES)):
        text = out.head() + "".join(map(out.of, by_number)) + out.end()
        assert text.count("Christa") == 1
        assert "Bob" not in text
    assert '"Christa"' in unquote(link(by_number[1], TITLES, 0.0))
    table.journal.part_player("Bob")
    corrected(table, 2, red="")
    assert (names(table.folder), [game.seats[0].rounds for game in games(table.folder)]) == before


def test_a_broker_is_sent_again_what_has_other_names_and_nothing_else(table: AppTable) -> None:
    def marks() -> list[int]:
        return [sent["crc"] for sent in published(table.folder)]

    before = marks()
    table.journal.merge_players("Bob", "Bo")
    merged = marks()
    assert [was == now for was, now in zip(before, merged, strict=True)] == [True, True, False]
    table.journal.merge_players("Bo", "Robert")
    robert = marks()
    assert not {*robert} & {*merged}
    corrected(table, 1, red="Christa")
    seats = [sent["game"]["report"]["seats"] for sent in published(table.folder)]
    assert [[seat["name"] for seat in game] for game in seats] == names(table.folder)
    assert names(table.folder)[0] == ["Christa", "Robert"]
    table.journal.part_player("Bo")
    table.journal.part_player("Bob")
    assert marks()[1:] == before[1:]


def test_a_result_of_another_form_is_sent_as_it_is(tmp_path: Path) -> None:
    odd = {"seats": [{"badge": None, "name": "Chris"}, {"badge": 7}, "Chris"], "game": "chess"}
    journal(tmp_path, [odd, {"game": "go"}])
    table = AppTable(tmp_path)
    table.journal.merge_players("Chris", "Bo")
    assert [sent["game"]["report"] for sent in published(tmp_path)] == [odd, {"game": "go"}]


def test_games_that_were_left_or_go_on_have_them_too(tmp_path: Path) -> None:
    table = AppTable(tmp_path, names={"red": "Chris", "blue": "Bob"})
    for round_of_names in ("first", "second"):
        table.scan("preset party-sampler", "badge red", "badge blue", "command next")
        game = table.journal.game
        assert game
        new = {"red": round_of_names}
        table.journal.annotate_game(game.number, crc(game), "", "", "", new)
        if round_of_names == "first":
            table.scan("badge red", "card sushi-go-party/tofu/1", *["command new-game"] * 2)
    table.journal.merge_players("Bob", "Bo")
    now = [step for step in Past(str(tmp_path)).find(NOW, GAMES) if isinstance(step, Played)]
    assert names(tmp_path) == [["first", "Bo"]]
    assert [[sat.name for sat in game.seats] for game in now] == [["second", "Bo"]]


def test_a_dummy_has_no_name_to_correct_or_to_merge(tmp_path: Path) -> None:
    made = chris_and_bo(3, 2)
    made["seats"].append({**made["seats"][0], "badge": None, "name": "Dummy", "dummy": True})
    journal(tmp_path, [made, chris_and_bo(2, 3)])
    table = AppTable(tmp_path)
    table.journal.merge_players("Dummy", "Bo")
    assert names(tmp_path)[0] == ["Chris", "Bo", "Dummy"]
    assert published(tmp_path)[0]["game"]["report"] == json.loads(rows_of(tmp_path)[0].result or "")


def test_the_command_goes_by_them(table: AppTable, capsys: pytest.CaptureFixture[str]) -> None:
    corrected(table, 2, red="Christa")
    table.journal.merge_players("Bob", "Bo")
    config = table.folder.with_suffix(".toml")
    config.write_text(f'[state]\nfolder = "{table.folder}"\n')
    assert print_history(str(config), as_csv=False, as_json=False) == 0
    output = capsys.readouterr().out
    assert output.count("Christa") == 2
    assert "Bob" not in output
