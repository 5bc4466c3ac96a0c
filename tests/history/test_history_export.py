"""What is exported, read by others: csv, json, and the link that BG Stats takes."""

import csv
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from support.history_made import FRIDAY, evenings, journal, report, seat
from support.table_app import GAMES

from firmware.__main__ import main
from firmware.common.system.text import FORMULA
from firmware.records.history.export import AsJson, AsTable, link, play
from firmware.records.history.games import ABANDONED, FINISHED, Played, Titles, parse_game
from firmware.records.history.reader import Past
from firmware.records.history.statistics import Counted

TITLES = Titles(GAMES)
HOSTILE = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", 'a","b', "a\nb", "Élodie", "\ud800")
NOW = 1.8e9


def game(game_report: Any, state: str = FINISHED, began: float = FRIDAY) -> Played:
    return parse_game(7, (began, began + 2820), game_report, state, TITLES)


def named(*names: str) -> Any:
    badges = ("red", "blue", "green", "white")
    return report([seat(badge, name, [{"tofu": 6}], 0) for badge, name in zip(badges, names)])  # noqa: B905


def lines(games: list[Played]) -> list[dict[str, str]]:
    counted = Counted()
    for played_game in games:
        counted.add(played_game)
    out = AsTable(counted.kinds, counted.rounds, TITLES)
    text = out.head() + "".join(map(out.of, games)) + out.end()
    return list(csv.DictReader(text.splitlines(keepends=True)))


def test_a_row_a_seat_that_adds_up(tmp_path: Path) -> None:
    journal(tmp_path, evenings(40, seed=3))
    games = [
        played_game
        for played_game in Past(str(tmp_path)).steps(GAMES)
        if isinstance(played_game, Played)
    ]
    rows = lines(games)
    assert len(rows) == sum(len(played_game.seats) for played_game in games)
    for row in rows:
        parts = [row[key] for key in row if key.startswith("round") or key == "desserts"]
        kinds = list(row.values())[list(row).index("desserts") + 1 :]
        for cells in (parts, kinds):
            assert sum(int(cell) for cell in cells if cell) == int(row["total"])


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_is_a_formula(name: str) -> None:
    (row, _) = lines([game(named(name, "Bo"))])
    assert row["player"] == (f"'{name}" if name.lstrip("'").startswith(FORMULA) else name)
    assert not row["player"].startswith(FORMULA)


def test_json_has_every_round_of_every_game(tmp_path: Path) -> None:
    made = evenings(20, left=0.0)
    journal(tmp_path, made)
    out = AsJson(TITLES)
    games = [
        played_game
        for played_game in Past(str(tmp_path)).steps(GAMES)
        if isinstance(played_game, Played)
    ]
    exported = json.loads(out.head() + "".join(map(out.of, games)) + out.end())
    assert exported["okanjo"] == 1
    for played_game, was in zip(exported["games"], made, strict=True):
        assert [[part["by"] for part in seat["rounds"]] for seat in played_game["seats"]] == [
            [part["by"] for part in seat["rounds"]] for seat in was["seats"]
        ]
        assert {seat["badge"] for seat in played_game["seats"] if seat["won"]} == set(
            was["winners"]
        )


# --- BG Stats ----------------------------------------------------------------------


def test_a_play_as_bg_stats_documents_it() -> None:
    results = report([seat("red", "Chris", [{"tofu": 6}], 6), seat("blue", "Bo", [{"tofu": 2}], 0)])
    assert play(game(results), TITLES, NOW) == {
        "sourceName": "Okanjo",
        "sourcePlayId": f"okanjo-7-{FRIDAY:.0f}",
        "playDate": "2024-05-03 19:15:00",  # UTC
        "durationMin": 47,
        "board": "Party Sampler",
        "game": {
            "name": "Sushi Go Party!",
            "sourceGameId": "okanjo-sushi-go-party",
            "bggId": 192291,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": f"okanjo-{name}",
                "score": score,
                "winner": rank == 1,
                "rank": rank,
            }
            for name, score, rank in (("Chris", 12, 1), ("Bo", 2, 2))
        ],
    }


def test_the_link_holds_it_whole_and_is_the_same_tomorrow() -> None:
    played_game = game(named("Chris & Bo", 'a"b%', "=1", "مها"))
    address = link(played_game, TITLES, NOW)
    parts = urlsplit(address)
    assert (parts.scheme, parts.netloc, parts.path) == (
        *("https", "app.bgstatsapp.com", "/createPlay.html"),
    )
    assert json.loads(parse_qs(parts.query)["data"][0]) == play(played_game, TITLES, NOW)
    assert address == link(played_game, TITLES, NOW + 1e6)
    assert address.isascii()


def test_a_date_that_nobody_knows_is_today() -> None:
    bg_stats = play(game(named("A", "B"), began=0.0), TITLES, NOW)
    assert bg_stats["playDate"] == "2027-01-15 08:00:00"
    assert "durationMin" not in bg_stats


def test_a_dummy_is_nobody_and_a_game_without_a_menu_has_no_board() -> None:
    results = report([seat("red", "A", [{}]), seat(None, "Dummy", [{}])], "sushi-go", ["tempura"])
    bg_stats: Any = play(game(results), TITLES, NOW)
    assert [player["name"] for player in bg_stats["players"]] == ["A"]
    assert "board" not in bg_stats
    assert bg_stats["game"]["bggId"] == 133473


def test_a_game_that_was_left_goes_nowhere_and_any_name_somewhere() -> None:
    assert link(game(named("A", "B"), ABANDONED), TITLES, NOW) == ""
    assert link(game(named("\ud800", "B")), TITLES, NOW)


# --- in a terminal -----------------------------------------------------------------


def test_the_command_tells_the_same(tmp_path: Path) -> None:
    made = evenings(30, seed=5, left=0.0)
    journal(tmp_path / "state", made)
    done = output(tmp_path, "history")
    assert "10 earlier games" in done
    assert done.count(" wins  ") + done.count("share the win") >= 15
    rows = list(csv.DictReader(output(tmp_path, "history", "--csv").splitlines(keepends=True)))
    exported = json.loads(output(tmp_path, "history", "--json"))
    assert len(rows) == sum(len(played_game["seats"]) for played_game in exported["games"])
    assert {int(row["game"]) for row in rows} == {
        played_game["number"] for played_game in exported["games"]
    }


def test_the_command_without_a_game(tmp_path: Path) -> None:
    assert output(tmp_path, "history") == "No games yet.\n"
    assert json.loads(output(tmp_path, "history", "--json"))["games"] == []


def test_the_command_and_a_journal_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "journal.db").write_bytes(b"x" * 5000)
    assert run(tmp_path, "history") == 2
    assert capsys.readouterr().err.startswith("The games cannot be read")


def run(folder: Path, *words: str) -> int:
    settings = folder / "okanjo.toml"
    settings.write_text(f'[state]\nfolder = "{folder / "state"}"\n')
    return main(["--config", str(settings), *words])


def output(folder: Path, *words: str) -> str:
    with redirect_stdout(io.StringIO()) as out:
        assert run(folder, *words) == 0
    return out.getvalue()
