"""What was odd in a game, of each player at most once an evening, and how often it was so before:
evenings that were played, and journals as they are after years.
"""

import asyncio
import time
from datetime import datetime
from pathlib import Path

import pytest
from support.history_made import chris_and_bo, journal
from support.journal_tools import finished as rows_of
from support.table_app import AppTable
from support.tables import Words
from support.waiting import until

from engine.review.oddities import OddityDetail
from firmware.common.system.state_dir import JOURNAL
from firmware.core.journal.rows import crc
from firmware.records.history import async_reader, oddities
from firmware.records.history.async_reader import History
from firmware.records.history.oddities import MOST_GAMES, Lookback, Told
from firmware.records.history.reader import Past

NAMES = {"red": "Chris", "blue": "Bo"}
CHRIS, BO = 0, 1
WASTED = "blue tempura tempura wasabi wasabi wasabi"
PLAIN = "blue tempura tempura"
NIGIRI = ("egg-nigiri", "salmon-nigiri", "squid-nigiri", "egg-nigiri salmon-nigiri dumpling")


class Evenings:
    """Chris and Bo play Sushi Go! on days in November."""

    def __init__(self, folder: Path, names: dict[str, str]) -> None:
        self.table = AppTable(folder, names=names)
        self.history = History(str(folder))
        self.games = 0

    def play(self, tray: str, day: int, hour: int = 20, year: int = 2026) -> Told:
        """A game in which Bo has this tray in the second round; totals are others than before."""
        self.table.wall = datetime(year, 11, day, hour).timestamp()
        self.table.words = Words()
        few, other = NIGIRI[self.games % 4], NIGIRI[(self.games + 1) % 4]
        self.table.scan("game sushi-go", "red blue next")
        self.table.scan(f"red tempura tempura {other} blue {few} score next")
        self.table.scan(f"red {few} {tray} score next red tempura tempura blue {few} score")
        self.games += 1
        return self.told()

    def told(self) -> Told:
        return asyncio.run(self.history.oddities(self.table.table))

    def bo(self, tray: str, day: int, hour: int = 20) -> list[tuple[str, int, int]]:
        """What is told of Bo: the oddity, and for how many times in how many games."""
        return of(BO, self.play(tray, day, hour))


def of(seat: int, told: Told) -> list[tuple[str, int, int]]:
    return [(oddity.slug, times, games) for oddity, times, games in told if oddity.seat == seat]


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(tmp_path, NAMES)


def test_for_the_second_time(evenings: Evenings) -> None:
    """The cards of the first are played again to know it."""
    first, *_ = evenings.play(WASTED, 1)
    assert (first.oddity.slug, first.oddity.detail) == ("wasted-wasabi", OddityDetail(3, 2))
    assert evenings.bo(PLAIN, 8) == []
    assert evenings.bo(WASTED, 15) == [("wasted-wasabi", 2, 3)]
    assert of(BO, evenings.told()) == [("wasted-wasabi", 2, 3)]


def test_one_an_evening_and_player(evenings: Evenings) -> None:
    """An evening ends at four in the morning."""
    assert evenings.bo(PLAIN, 1, 19) == []
    assert evenings.bo(WASTED, 1, 20) == [("wasted-wasabi", 1, 2)]
    assert evenings.bo(WASTED, 1, 22) == []
    assert evenings.bo(WASTED, 2, 3) == []
    assert evenings.bo(WASTED, 2, 5) == [("wasted-wasabi", 4, 5)]


def test_of_another_player_there_is_one_that_evening(evenings: Evenings) -> None:
    evenings.play(WASTED, 1)
    told = evenings.play(f"{WASTED} red wasabi wasabi", 1)
    assert (of(CHRIS, told), of(BO, told)) == ([], [])  # Chris has nigiri
    told = evenings.play(f"{WASTED} red maki-1 maki-1 maki-1 maki-1 maki-1 blue maki-3 maki-3", 1)
    assert (of(CHRIS, told), of(BO, told)) == ([("maki-in-vain", 1, 3)], [])


def test_where_the_clock_is_wrong_no_two_games_are_of_one_evening(evenings: Evenings) -> None:
    assert of(BO, evenings.play(WASTED, 1, year=2017)) == [("wasted-wasabi", 1, 1)]
    assert of(BO, evenings.play(WASTED, 1, year=2017)) == [("wasted-wasabi", 2, 2)]


def test_a_colour_has_no_earlier_games(tmp_path: Path) -> None:
    """And yet no second oddity that evening."""
    evenings = Evenings(tmp_path, {"red": "Chris"})
    assert evenings.bo(WASTED, 1) == [("wasted-wasabi", 0, 0)]
    assert evenings.bo(WASTED, 1) == []
    assert evenings.bo(WASTED, 8) == [("wasted-wasabi", 0, 0)]


def test_a_merged_name_is_the_same_player(evenings: Evenings) -> None:
    evenings.play(WASTED, 1)
    evenings.table.unplugged()
    later = Evenings(evenings.table.folder, {"red": "Chris", "blue": "Bob"})
    later.games = 1
    assert later.bo(WASTED, 8) == [("wasted-wasabi", 1, 1)]
    later.table.journal.merge_players("Bob", "Bo")
    assert of(BO, later.told()) == [("wasted-wasabi", 2, 2)]


def test_a_corrected_name_is_another_player(evenings: Evenings) -> None:
    evenings.play(WASTED, 1)
    evenings.play(WASTED, 8)
    checksum = next(crc(row) for row in rows_of(evenings.table.folder) if row.number == 1)
    evenings.table.journal.annotate_game(1, checksum, "", "", "", {"blue": "Kim"})
    assert of(BO, evenings.told()) == [("wasted-wasabi", 1, 1)]


def test_a_deleted_game_does_not_count(evenings: Evenings) -> None:
    evenings.play(WASTED, 1)
    evenings.play(WASTED, 8)
    checksum = next(crc(row) for row in rows_of(evenings.table.folder) if row.number == 1)
    evenings.table.journal.delete_game(1, checksum)
    assert of(BO, evenings.told()) == [("wasted-wasabi", 1, 1)]


def test_a_journal_that_cannot_be_read_tells_nothing(evenings: Evenings) -> None:
    evenings.play(WASTED, 1)
    evenings.table.unplugged()
    (evenings.table.folder / JOURNAL).write_bytes(b"no journal")
    assert evenings.told() == ()
    asyncio.run(evenings.history.get_ready(evenings.table.table))


# --- after years --------------------------------------------------------------------


CLASSIC = {"game": "sushi-go", "menu": ["nigiri", "tempura", "pudding"]}


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """Chris has won 10,000 games, Bo none; all of them long ago, but for the one just played."""
    totals = ((40 + number % 9, 20 + number % 12) for number in range(10_000))
    results = [chris_and_bo(chris, bo, **CLASSIC) for chris, bo in totals]
    folder = journal(tmp_path_factory.mktemp("years"), results, apart_s=1800.0)
    years = Evenings(folder, NAMES)
    years.games = 3
    years.table.scan("new-game", "new-game")  # the last of these stands on the table, half played
    years.play(WASTED, 28)
    return years


def test_after_10_000_games_the_last_500_are_looked_at(years: Evenings) -> None:
    years.history = History(str(years.table.folder))
    whole = [("wasted-wasabi", 1, MOST_GAMES + 1)]
    until(lambda: of(BO, years.told()) == whole, "its count never comes")


def test_what_is_not_known_in_time_is_told_without_its_count(
    years: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Lookback(Past(str(years.table.folder))).told(years.table.table)
    first, *_, last = [of(BO, told) for told in steps if told is not None]
    assert first == [("wasted-wasabi", 0, 0)]
    assert last == [("wasted-wasabi", 1, MOST_GAMES + 1)]
    monkeypatch.setattr(async_reader, "ODDITIES_WITHIN_S", 0.0)
    years.history = History(str(years.table.folder))
    # what is known at once, which on a slow machine is nothing
    assert all((told.times, told.games) == (0, 0) for told in years.told())


def test_who_is_ready_before_the_end_knows_all_at_once(
    years: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = years.history = History(str(years.table.folder))
    asyncio.run(history.get_ready(years.table.table))
    monkeypatch.setattr(async_reader, "ODDITIES_WITHIN_S", 60.0)
    monkeypatch.setattr(oddities, "_own_games", lambda *_: pytest.fail("a game is read again"))
    assert of(BO, years.told()) == [("wasted-wasabi", 1, MOST_GAMES + 1)]


def test_no_step_takes_long(years: Evenings) -> None:
    """A scan waits for none of them."""
    slowest_s, began = 0.0, time.thread_time()
    for _ in Lookback(Past(str(years.table.folder))).told(years.table.table):
        slowest_s = max(slowest_s, time.thread_time() - began)
        began = time.thread_time()
    assert slowest_s < 0.02
