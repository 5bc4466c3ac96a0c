"""What is kept of the games is a cache: with it, without it, and with a damaged one the answers are
the same, after whatever has happened to the journal.
"""

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from support.history_made import NAMES, TITLES, evenings, journal
from support.table_app import GAMES, AppTable

from firmware.common.system.state_dir import KEPT_FILE
from firmware.core.journal.journal import Journal
from firmware.interfaces.web.pages.history.view import view
from firmware.records.history import async_reader
from firmware.records.history.async_reader import History
from firmware.records.history.kept import KeptGames
from firmware.records.history.kept_file import bring_up, load, save
from firmware.records.history.reader import Deleted, Past, Unread
from firmware.records.history.statistics import Chosen, Counted

ROOT = str(Path(__file__).parents[2])
CHOICES = (
    Chosen(),
    Chosen(player="Bo"),
    Chosen(player="Kim", game="sushi-go-party"),
    Chosen(menu="party-sampler"),
    Chosen(since="2024-06-01", until="2024-12-24"),
    Chosen("Élodie", "", "omakase", "2024-07-01", ""),
)


@pytest.fixture(autouse=True)
def child_of_this_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ROOT)


def answers(history: History) -> list[Any]:
    """All that the page and a player's figures are made of."""

    async def asked() -> list[Any]:
        told: list[Any] = []
        for chosen in CHOICES:
            sums = await history.sums(GAMES, chosen.since, chosen.until)
            kept = await history.rated(GAMES)
            pages = [view(kept, sums, None, chosen, number, TITLES) for number in (1, 2, 3)]
            told.append(pages)
        people = sorted(kept.names())
        told.append([(kept.places(name), sorted(kept.against(name).items())) for name in people])
        ratings = kept.ratings.written()
        del ratings["through"]
        return [*told, ratings]

    return json.loads(json.dumps(asyncio.run(asked()), sort_keys=True))


def without(folder: Path) -> list[Any]:
    """The same, from the journal alone."""
    file = folder / KEPT_FILE
    content = file.read_bytes() if file.exists() else None
    file.unlink(missing_ok=True)
    told = answers(History(str(folder)))
    file.unlink(missing_ok=True)
    if content is not None:
        file.write_bytes(content)
    return told


def kept_in(folder: Path) -> None:
    """Make the file, however few games there are."""
    kept, past = load(str(folder), GAMES, TITLES), Past(str(folder))
    bring_up(kept, past, GAMES)
    save(str(folder), GAMES, kept)


def changed_by_owner(folder: Path, rng: random.Random) -> None:
    """A note, a name, a day, a deletion, a game brought back, a merge, one parted."""
    owned = Journal(str(folder))
    games = [
        step for step in Past(str(folder)).steps(GAMES) if step and not isinstance(step, Unread)
    ]
    for _ in range(4):
        step = rng.choice(games)
        played = step.game if isinstance(step, Deleted) else step
        match rng.randrange(6):
            case 0 if isinstance(step, Deleted):
                owned.bring_back_game(played.number, played.seen)
            case 1 if not isinstance(step, Deleted):
                owned.delete_game(played.number, played.seen)
            case 2:
                owned.annotate_game(played.number, played.seen, "Rain", "At Bo's", "2024-11-20")
            case 3:
                names = {rng.choice([*NAMES]): rng.choice(["Zoë", "Bo", "Ann"])}
                owned.annotate_game(played.number, played.seen, "", "", "", names)
            case _:
                merges = Past(str(folder)).players()
                if merges and rng.random() < 0.5:
                    owned.part_player(rng.choice([*merges]))
                elif not {"Kim", "Ann"} & {*merges}:
                    owned.merge_players("Kim", "Ann")
        games.remove(step)
    owned.close()


@pytest.mark.parametrize("seed", range(3))
def test_the_file_changes_no_answer_whatever_the_owner_does(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    journal(tmp_path, evenings(120, seed))
    running = History(str(tmp_path))
    assert answers(running) == without(tmp_path)
    kept_in(tmp_path)
    for _ in range(4):
        changed_by_owner(tmp_path, rng)
        running.forget()
        expected = without(tmp_path)
        assert answers(running) == expected
        assert answers(History(str(tmp_path))) == expected  # started anew
        if rng.random() < 0.5:
            kept_in(tmp_path)


def test_the_figures_of_any_days_are_added_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal(tmp_path, evenings(30, 3))
    history, counted = History(str(tmp_path)), list[str]()
    summed = KeptGames.summed

    def counting(kept: KeptGames, since: str, until: str) -> Any:
        counted.append(since)
        return summed(kept, since, until)

    monkeypatch.setattr(KeptGames, "summed", counting)
    days = [f"2024-05-{day:02}" for day in range(1, async_reader.MOST_SUMS + 4)]
    for day in [*days, days[-1]]:
        asyncio.run(history.sums(GAMES, day, day))
    assert counted == days


def test_the_figures_are_those_of_every_game_counted_one_by_one(tmp_path: Path) -> None:
    journal(tmp_path, evenings(90, 5))
    changed_by_owner(tmp_path, random.Random(7))
    counted = Counted()
    for step in Past(str(tmp_path)).steps(GAMES):
        if isinstance(step, Deleted):
            counted.deleted.append(step.game)
        elif step and not isinstance(step, Unread):
            counted.add(step)
    kept = KeptGames(TITLES)
    bring_up(kept, Past(str(tmp_path)), GAMES)
    for choice in CHOICES:
        player = kept.players.get(choice.player, choice.player)
        chosen = choice._replace(player=player, since="", until="")
        assert kept.sums.players(chosen) == counted.players(chosen)
        assert kept.sums.by_menu(chosen) == counted.by_menu(chosen)
        assert kept.best(chosen, kept.sums) == counted.best(chosen)
        listed = [game for game in counted.of(chosen) if game.state == "finished"]
        assert kept.listed(chosen, 0, 999) == listed
        assert kept.count(chosen) == len(listed)
    assert kept.menus().keys() == counted.menus.keys()
    assert [game.number for game in kept.deleted()] == [
        game.number for game in reversed(counted.deleted)
    ]


def test_a_game_more_and_one_taken_back(tmp_path: Path) -> None:
    table = AppTable(tmp_path, names={"red": "Chris", "blue": "Bo"})
    running = History(str(tmp_path))

    def play(count: int) -> None:
        for number in range(count):
            table.scan("badge red", f"card sushi-go-party/tofu/{number + 1}")
            table.scan("command score", "command score")
            if number < 2:
                table.scan("command next")

    table.scan("preset party-sampler", "badge red", "badge blue", "command next")
    play(3)
    kept_in(tmp_path)
    assert answers(running) == answers(History(str(tmp_path))) == without(tmp_path)
    table.scan("command undo")
    assert answers(running) == answers(History(str(tmp_path))) == without(tmp_path)
    table.scan("command score", "command new-game", "command next")
    play(2)
    table.scan("command new-game", "command new-game", "command next")
    assert answers(running) == answers(History(str(tmp_path))) == without(tmp_path)


@pytest.mark.parametrize("damage", ["a byte", "its end", "its head", "all", "another", "no file"])
def test_a_damaged_file_is_as_if_there_were_none(tmp_path: Path, damage: str) -> None:
    journal(tmp_path, evenings(90, 2))
    expected = without(tmp_path)
    kept_in(tmp_path)
    file = tmp_path / KEPT_FILE
    content = bytearray(file.read_bytes())
    place = random.Random(damage).randrange(len(content))
    file.unlink()
    if damage == "a byte":
        content[place] ^= 4
    if damage != "no file":
        damaged = {
            "its end": content[:place],
            "its head": content[9:],
            "all": bytearray(os.urandom(4000)),
            "another": content.replace(b"okanjo-kept 1 ", b"okanjo-kept 0 ", 1),
        }
        file.write_bytes(damaged.get(damage, content))
    else:
        file.mkdir()
    assert answers(History(str(tmp_path))) == expected


def test_many_games_are_read_by_a_process_that_ends(tmp_path: Path) -> None:
    journal(tmp_path, evenings(async_reader.MOST_READ + 40, left=0.0))
    expected = without(tmp_path)
    assert not (tmp_path / KEPT_FILE).exists()
    assert answers(History(str(tmp_path))) == expected
    assert (tmp_path / KEPT_FILE).stat().st_mode & 0o777 == 0o600
    stamps = load(str(tmp_path), GAMES, TITLES).stale({})
    assert len(stamps) == async_reader.MOST_READ + 40


def test_where_there_can_be_no_process_games_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal(tmp_path, evenings(async_reader.MOST_READ + 40))
    expected = without(tmp_path)
    monkeypatch.setattr(async_reader, "command", lambda folder, games: ["/none/such"])
    assert answers(History(str(tmp_path))) == expected
    assert not (tmp_path / KEPT_FILE).exists()


def test_nothing_stays_of_a_journal_that_another_one_has_replaced(tmp_path: Path) -> None:
    journal(tmp_path, evenings(20, 1, {**NAMES, "red": "Wolfram"}, left=0.0))
    kept_in(tmp_path)
    assert b"Wolfram" in (tmp_path / KEPT_FILE).read_bytes()
    for file in tmp_path.glob("journal*"):
        file.unlink()
    journal(tmp_path, evenings(4, 2))
    assert answers(History(str(tmp_path))) == without(tmp_path)
    assert not (tmp_path / KEPT_FILE).exists()
