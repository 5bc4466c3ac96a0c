"""What is done in tournaments is kept, whole and in order, and results of devices count at once."""

import sqlite3
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from support.databases import Postgres
from support.hall_counts import Open, opens, play, result, say, table
from support.random_acts import OPEN, WHO, played, random_act
from support.waiting import until

from firmware.hall.hall import Board
from firmware.hall.store.store import Away, Store, Unusable
from firmware.hall.tournament.tournament import Refused, scored


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    yield from opens(f"sqlite:///{tmp_path}/board.db")


@pytest.fixture
def either(database: str) -> Iterator[Open]:
    yield from opens(database)


def test_all_that_is_done_is_there_again_after_the_end(either: Open) -> None:
    board, chance = either(), Random(3)
    number = board.open(OPEN, WHO)
    for act in played(chance)[1:]:
        board.act(number, act, WHO, {1: "Ann"} if act["do"] == "join" else {})
    other = board.open({**OPEN, "title": "Élodie’s \0 Cup".replace("\0", "🍣")}, WHO)
    for _ in range(60):
        act = random_act(board.tournaments[other], chance)
        before = board.tournaments[other]
        try:
            assert board.act(other, act, WHO) == board.tournaments[other]
        except Refused:
            assert board.tournaments[other] is before
    tournaments, names = board.tournaments, board.names
    did = board.store.acts(number)
    again = either()
    assert (again.tournaments, again.names) == (tournaments, names)
    assert again.names == {number: {1: "Ann"}, other: {}}
    assert again.store.acts(number) == did
    assert [one.n for one in did] == sorted(one.n for one in did)
    assert (did[0].act["do"], did[0].who, did[0].at > 1e9) == ("open", WHO, True)


def test_a_name_is_changed_and_removed_and_is_in_no_act(opened: Open) -> None:
    board = opened()
    number = play(board)
    board.act(number, {"do": "name", "players": [2]}, WHO, {2: "Bob"})
    board.act(number, {"do": "erase", "players": [1]}, "player 1")
    assert (board.names[number][2], 1 in board.names[number]) == ("Bob", False)
    again = opened()
    assert sorted(again.names[number]) == [2, 3, 4, 5, 6]
    assert "Ann" not in str(again.store.acts())


def test_what_is_refused_is_told_who_did_it_and_nobody_else(opened: Open) -> None:
    board = opened()
    number = play(board)
    with pytest.raises(Refused, match="There is no tournament 9"):
        board.act(9, {"do": "end"}, WHO)
    with pytest.raises(Refused, match="no result yet of table 1, 2"):
        board.act(number, {"do": "end"}, WHO)
    with pytest.raises(KeyError):  # a mistake of ours ends no board
        board.act(number, {"do": "join"}, WHO)
    assert board.act(number, {"do": "leave", "player": 1}, WHO).players[1].left
    assert opened().store.acts(number)[-1].act["do"] == "leave"


def test_a_devices_result_counts_and_follows_its_game(opened: Open) -> None:
    board = opened()
    number = play(board)
    say(board, "t1", "aa-1")  # of no seating
    said = deepcopy(say(board, "t1", seating=table(board, number).id))
    seats = said["report"]["seats"]
    assert [*map(list, table(board, number).result)] == [
        [player, one["total"], one["place"]] for player, one in enumerate(seats, 1)
    ]
    assert table(board, number).source == ("device t1", "ab-1")
    version = board.tournaments[number].version
    say(board, "t1", seating=table(board, number).id)  # again
    say(board, "t1", seating=table(board, number).id, note="no news")
    assert board.tournaments[number].version == version
    seats[0]["total"] += 100
    seats[0]["place"], seats[1]["place"], seats[2]["place"] = 1, 2, 2
    seats[1]["total"] = seats[2]["total"] = 7
    say(board, "t1", seating=table(board, number).id, report=said["report"])
    assert [one.place for one in table(board, number).result] == [1, 2, 2]
    board = opened()
    say(board, "t1", withdrawn=True)
    assert table(board, number).result == ()
    say(board, "t1", "ab-2", seating=table(board, number).id)
    assert table(board, number).game == "ab-2"


def test_what_the_organiser_said_stands_until_the_organiser_says_otherwise(opened: Open) -> None:
    board = opened()
    number = play(board)
    one = table(board, number)
    typed = scored(dict.fromkeys(one.players, 9))
    board.act(number, {"do": "result", "table": one.id, "seats": typed}, WHO)
    say(board, "t1", seating=one.id)
    assert [seat.points for seat in table(board, number).result] == [9, 9, 9]
    assert (table(board, number).claimed_by, table(board, number).said_by) == ("device t1", WHO)
    say(board, "t1", withdrawn=True)
    assert table(board, number).claim == ()
    say(board, "t1", seating=one.id)
    board.act(number, {"do": "confirm", "table": one.id}, WHO)
    assert table(board, number).source == ("device t1", "ab-1")


def test_no_device_says_a_result_of_another_table(
    opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    board = opened()
    number = play(board)
    one = table(board, number)
    say(board, "t2", seating=one.id)
    assert (table(board, number).result, table(board, number).claimed_by) == ((), "device t2")
    rich = result("t1", "ab-3")["report"]
    rich["seats"][0]["total"] = 10**14
    say(board, "t1", "ab-3", report=rich, seating=one.id)
    four = result("t1", "ab-4", 4)
    say(board, "t1", "ab-4", report=four["report"], seating=one.id)
    odd = {**four["report"], "seats": [{**four["report"]["seats"][0], "place": "x"}]}
    say(board, "t1", "ab-5", report=odd, seating=one.id)
    assert table(board, number).result == ()
    assert "others sit at table 1" in caplog.text
    assert "no game brings so many points" in caplog.text
    kept = {("t2", "ab-1"), ("t1", "ab-3"), ("t1", "ab-4"), ("t1", "ab-5")}
    assert opened().store.games() == kept, "all the same"


def test_who_acts_is_told_that_the_database_is_away(server: Postgres) -> None:
    failures: list[Exception] = []
    board = Board(Store(server.create("acts_away")), failures.append)
    board._writer.start()
    try:
        number = play(board)
        server.stop(kill=True)
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(Away):
                board.act(number, {"do": "leave", "player": 1}, WHO)
        assert time.monotonic() - began < 10, "a hall in a queue is told at once"
        server.start()
        until(lambda: board._troubles["database"] == "")
        assert not board.tournaments[number].players[1].left
        board.act(number, {"do": "leave", "player": 2}, WHO)
        assert [one.act["do"] for one in board.store.acts(number)].count("leave") == 1
    finally:
        board.stop()
    with pytest.raises(Away, match="is ending"):
        board.act(number, {"do": "leave", "player": 3}, WHO)
    assert failures == []


def test_an_act_that_was_written_though_the_answer_was_lost_is_known_afterwards(
    tmp_path: Path,
) -> None:
    """Another connection writes what this board does not know of, as a lost COMMIT would."""
    file = tmp_path / "board.db"
    board = Board(Store(f"sqlite:///{file}"), lambda why: None)
    board._writer.start()
    number = play(board)
    with sqlite3.connect(file) as other:
        act = '{"do":"leave","player":1}'
        row = number, 1.0, WHO, act
        other.execute("INSERT INTO acts (tournament, at, who, act) VALUES (?, ?, ?, ?)", row)
    board._is_known = False
    board.act(number, {"do": "leave", "player": 2}, WHO)
    assert [one.number for one in board.tournaments[number].players.values() if one.left] == [1, 2]
    board.stop()
    with sqlite3.connect(file) as other:
        other.execute("UPDATE acts SET act = ? WHERE n = 1", ['{"do":"dance"}'])
    store = Store(f"sqlite:///{file}")
    with pytest.raises(Unusable, match="has an act 1 that is not understood"):
        Board(store, lambda why: None)
    store.close()
