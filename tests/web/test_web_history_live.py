"""The history while games are played: from scan to page, and between all else that is asked."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.history_made import evenings, journal
from support.table_app import GAMES
from support.web_site import Site, served

from firmware.history.async_reader import History
from firmware.web.page import Limits

LONG = Limits(60.0, 60.0, 60.0)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, LONG, state_folder=str(tmp_path)) as site:
        yield site


TWO = ("preset party-sampler", "badge red", "badge blue", "command next")


def test_no_game_says_how_the_first_one_comes(fresh: Site) -> None:
    told = fresh.get("/history.json").json
    assert told["note"].startswith("No games yet. Scan a game or menu")
    assert fresh.get("/export/games.json").json == {"okanjo": 1, "games": []}
    assert fresh.get("/export/games.csv").status == 200
    assert fresh.get("/bg").body == b"No game is finished yet.\n"


def test_the_game_on_the_table_is_seen_with_each_scan(fresh: Site) -> None:
    fresh.table.scan(*TWO, "badge red", "card sushi-go-party/tofu/1")
    fresh.feed.show(fresh.table.shown)
    (one,) = fresh.get("/history.json").json["list"]
    assert (one["says"], one["seats"][0]) == (["On the table"], ["red", "Red", "2"])
    fresh.table.scan("card sushi-go-party/tofu/2")
    (one,) = fresh.get("/history.json").json["list"]
    assert one["seats"][0][2] == "6"
    assert fresh.get("/games/1").json["state"] == "on the table"
    fresh.table.scan("command new-game", "command new-game")
    (one,) = fresh.get("/history.json").json["list"]
    assert one["says"] == ["Abandoned"]
    fresh.table.scan("command undo")
    (one,) = fresh.get("/history.json").json["list"]
    assert one["says"] == ["On the table"]


def test_a_journal_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path, LONG, state_folder=str(tmp_path / "other")) as site:
        assert site.get("/history.json").json["list"] == []
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "journal.db").write_bytes(b"x" * 5000)
        for path in ("/history.json", "/games/1", "/bg/1", "/export/games.csv"):
            found = site.get(path)
            assert found.status == 503
            assert found.body.startswith(b"The games cannot be read")
        assert not [line for line in site.log if "mistake" in line]


# --- between all else --------------------------------------------------------------


def test_whatever_else_is_asked_has_its_turn_meanwhile(tmp_path: Path) -> None:
    journal(tmp_path, evenings(400))
    history = History(str(tmp_path))

    async def turns() -> int:
        counting = asyncio.create_task(history.counted(GAMES, {}))
        count = 0
        while not counting.done():
            await asyncio.sleep(0)
            count += 1
        return count

    assert asyncio.run(turns()) > 20
