"""What is done in tournaments is kept, whole and in order, and results of devices count at once."""

import sqlite3
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.databases import Postgres
from support.hall_counts import Open, claimers, opens, play, result, say, table
from support.random_acts import OPEN, WHO, opening, played, random_act, seats_of
from support.waiting import until

from firmware.hall.hall import Hall
from firmware.hall.store.store import Away, Store, Unusable
from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import to_json
from firmware.hall.tournament.not_possible import NotPossible
from firmware.hall.tournament.ranking import scored
from firmware.hall.tournament.stage import Stage


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    yield from opens(f"sqlite:///{tmp_path}/board.db")


@pytest.fixture
def either(database: str) -> Iterator[Open]:
    yield from opens(database)


def test_all_that_is_done_is_there_again_after_the_end(either: Open) -> None:
    hall, chance = either(), Random(3)
    number = hall.open(OPEN, WHO)
    for act in played(chance)[1:]:
        hall.act(number, act, WHO, {1: "Ann"} if isinstance(act, acts.PlayersAdded) else {})
    other = hall.open(opening(title="Élodie’s 🍣 Cup"), WHO)
    for _ in range(60):
        act = random_act(hall.tournaments[other], chance)
        before = hall.tournaments[other]
        try:
            assert hall.act(other, act, WHO) == hall.tournaments[other]
        except NotPossible:
            assert hall.tournaments[other] is before
    tournaments, names, rows = hall.tournaments, hall.names, hall.store.acts()
    logs = hall.log(number), hall.log(other)
    again = either()
    assert (again.tournaments, again.names) == (tournaments, names)
    assert again.names == {number: {1: "Ann"}, other: {}}
    assert (again.log(number), again.log(other)) == logs
    assert again.store.acts() == rows
    assert [row.n for row in rows] == sorted(row.n for row in rows)
    assert (rows[0].act, rows[0].who, rows[0].time > 1e9) == (OPEN, WHO, True)


def test_a_name_is_changed_and_removed_and_is_in_no_act(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    hall.act(number, acts.PlayersRenamed((2,)), WHO, {2: "Bob"})
    hall.act(number, acts.NamesRemoved((1,)), "player 1")
    assert (hall.names[number][2], 1 in hall.names[number]) == ("Bob", False)
    again = opened()
    assert sorted(again.names[number]) == [2, 3, 4, 5, 6]
    assert "Ann" not in str([to_json(row.act) for row in again.store.acts()])


def test_an_act_without_names_leaves_them_the_very_same(opened: Open) -> None:
    """So that what was worked out of them holds on."""
    hall = opened()
    number = play(hall)
    names, at_table = hall.names[number], table(hall, number)
    hall.act(
        number, acts.ResultEntered(at_table.id, scored(dict.fromkeys(at_table.players, 9))), WHO
    )
    assert hall.names[number] is names
    hall.act(number, acts.PlayersRenamed((2,)), WHO, {2: "Bob"})
    assert (hall.names[number] is names, names[2] == "Bob") == (False, False)


def test_what_is_refused_is_told_who_did_it_and_nobody_else(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    before = hall.tournaments[number]
    with pytest.raises(NotPossible) as refused:
        hall.act(9, acts.TournamentEnded(), WHO)
    assert (refused.value.case, refused.value.values) == ("no-such-tournament", {"number": 9})
    with pytest.raises(NotPossible) as refused:
        hall.act(number, acts.TournamentEnded(), WHO)
    values = {"round": Stage("round", 1), "tables": "1, 2"}
    assert (refused.value.case, refused.value.values) == ("results-missing", values)
    unhashable: Any = (1, [])
    mistake = acts.PlayersChecked(unhashable, here=False)
    with pytest.raises(TypeError):  # a mistake of ours ends no board
        hall.act(number, mistake, WHO)
    assert hall.tournaments[number] is before
    assert hall.act(number, acts.PlayerLeft(1), WHO).players[1].left
    assert opened().store.acts()[-1].act == acts.PlayerLeft(1)


def test_a_devices_result_counts_and_follows_its_game(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    say(hall, "t1", "aa-1")  # of no seating
    sent = deepcopy(say(hall, "t1", seating=table(hall, number).id))
    seats = sent["report"]["seats"]
    assert table(hall, number).result == seats_of(
        (player, seat["total"], seat["place"]) for player, seat in enumerate(seats, 1)
    )
    assert table(hall, number).source == ("device t1", "ab-1")
    version = hall.tournaments[number].version
    say(hall, "t1", seating=table(hall, number).id)  # again
    say(hall, "t1", seating=table(hall, number).id, note="no news")
    assert hall.tournaments[number].version == version
    seats[0]["total"] += 100
    seats[0]["place"], seats[1]["place"], seats[2]["place"] = 1, 2, 2
    seats[1]["total"] = seats[2]["total"] = 7
    say(hall, "t1", seating=table(hall, number).id, report=sent["report"])
    assert [seat.place for seat in table(hall, number).result] == [1, 2, 2]
    hall = opened()
    say(hall, "t1", withdrawn=True)
    assert table(hall, number).result == ()
    say(hall, "t1", "ab-2", seating=table(hall, number).id)
    assert table(hall, number).game == "ab-2"


def test_what_the_organiser_said_stands_until_the_organiser_says_otherwise(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    first_table = table(hall, number)
    typed = scored(dict.fromkeys(first_table.players, 9))
    hall.act(number, acts.ResultEntered(first_table.id, typed), WHO)
    say(hall, "t1", seating=first_table.id)
    assert [seat.points for seat in table(hall, number).result] == [9, 9, 9]
    assert (claimers(table(hall, number)), table(hall, number).said_by) == (["device t1"], WHO)
    say(hall, "t1", withdrawn=True)
    assert table(hall, number).claims == ()
    say(hall, "t1", seating=first_table.id)
    hall.act(number, acts.ClaimConfirmed(first_table.id), WHO)
    assert table(hall, number).source == ("device t1", "ab-1")


def test_no_device_says_a_result_of_another_table(
    opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    hall = opened()
    number = play(hall)
    first_table = table(hall, number)
    say(hall, "t2", seating=first_table.id)
    assert (table(hall, number).result, claimers(table(hall, number))) == ((), ["device t2"])
    rich = result("t1", "ab-3")["report"]
    rich["seats"][0]["total"] = 10**14
    say(hall, "t1", "ab-3", report=rich, seating=first_table.id)
    four = result("t1", "ab-4", 4)
    say(hall, "t1", "ab-4", report=four["report"], seating=first_table.id)
    odd = {**four["report"], "seats": [{**four["report"]["seats"][0], "place": "x"}]}
    say(hall, "t1", "ab-5", report=odd, seating=first_table.id)
    assert table(hall, number).result == ()
    assert "others sit at table 1" in caplog.text
    assert "no game brings so many points" in caplog.text
    kept = {("t2", "ab-1"), ("t1", "ab-3"), ("t1", "ab-4"), ("t1", "ab-5")}
    assert opened().store.games() == kept, "all the same"


def test_who_acts_is_told_that_the_database_is_away(server: Postgres) -> None:
    failures: list[Exception] = []
    hall = Hall(Store(server.create("acts_away")), failures.append)
    hall._writer.start()
    try:
        number = play(hall)
        server.stop(kill=True)
        began = time.monotonic()
        for _ in range(20):
            with pytest.raises(Away):
                hall.act(number, acts.PlayerLeft(1), WHO)
        assert time.monotonic() - began < 10, "a hall in a queue is told at once"
        server.start()
        until(lambda: "database" not in hall._troubles)
        assert not hall.tournaments[number].players[1].left
        hall.act(number, acts.PlayerLeft(2), WHO)
        assert sum(isinstance(row.act, acts.PlayerLeft) for row in hall.store.acts()) == 1
    finally:
        hall.stop()
    with pytest.raises(Away, match="is ending"):
        hall.act(number, acts.PlayerLeft(3), WHO)
    assert failures == []


def test_who_acts_is_told_when_the_hall_fails(tmp_path: Path) -> None:
    failures: list[Exception] = []
    hall = Hall(Store(f"sqlite:///{tmp_path}/board.db"), failures.append)
    hall._writer.start()
    number = play(hall)
    hall.changed = {}.popitem  # nobody can be shown anything
    with pytest.raises(Away, match="is ending"):
        hall.act(number, acts.PlayerLeft(1), WHO)
    with pytest.raises(Away, match="is ending"):
        hall.act(number, acts.PlayerLeft(2), WHO)
    hall.stop()
    assert [type(why) for why in failures] == [KeyError]


def test_an_act_that_was_written_though_the_answer_was_lost_is_known_afterwards(
    tmp_path: Path,
) -> None:
    """Another connection writes what this board does not know of, as a lost COMMIT would."""
    file = tmp_path / "board.db"
    hall = Hall(Store(f"sqlite:///{file}"), lambda why: None)
    hall._writer.start()
    number = play(hall)
    with sqlite3.connect(file) as other:
        act = '{"do":"leave","player":1}'
        row = number, 1.0, WHO, act
        other.execute("INSERT INTO acts (tournament, at, who, act) VALUES (?, ?, ?, ?)", row)
    hall._writer.read_again()
    hall.act(number, acts.PlayerLeft(2), WHO)
    assert [
        player.number for player in hall.tournaments[number].players.values() if player.left
    ] == [1, 2]
    hall.stop()
    with sqlite3.connect(file) as other:
        opening = other.execute("SELECT act FROM acts WHERE n = 1").fetchone()[0]
    for wrong, why in (
        ('{"do":"dance"}', "There is no kind of act 'dance'"),
        ('{"do":', "Expecting value.*"),
        ('{"do":"leave","player":1}', "It is open already: change its rules"),
        (opening.replace("}", ',"prize":9}'), "The act 'open' has an unknown 'prize'"),
    ):
        with sqlite3.connect(file) as other:
            other.execute("UPDATE acts SET act = ? WHERE n = 1", [wrong])
        store = Store(f"sqlite:///{file}")
        with pytest.raises(Unusable, match=rf"has an act 1 that is not understood \({why}\): use"):
            Hall(store, lambda why: None)
        store.close()
