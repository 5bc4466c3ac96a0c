"""A device that says a result with the ID of another one's game, or with another ID of its own.

Each device's account lets it write below its own ID, and nothing but that.
"""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support.hall_counts import Open, claimers, hear, opens, play, result, say, table, take_back
from support.random_acts import WHO, opening

from firmware.hall.hall import Hall
from firmware.hall.tournament import acts
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.propose import propose
from firmware.hall.tournament.ranking import scored
from firmware.hall.tournament.tournament import Tournament
from firmware.hall.words.log import log_words

POINTS = [45, 38, 21]
CORRECTED = [47, 38, 21]


@pytest.fixture
def opened(database: str) -> Iterator[Open]:
    yield from opens(database)


def with_points(words: dict[str, Any], points: list[int]) -> dict[str, Any]:
    """The same result with other points, the best first."""
    changed = deepcopy(words)
    for place, (seat, total) in enumerate(zip(changed["report"]["seats"], points, strict=True), 1):
        seat |= {"total": total, "place": place}
    return changed


def game_of(device: str, seating: str, points: list[int], game: str = "ab-1") -> dict[str, Any]:
    return with_points(result(device, game, seating=seating), points)


def points(hall: Hall, number: int, table_number: int = 1) -> list[int]:
    return [seat.points for seat in table(hall, number, table_number).result]


def waiting(hall: Hall, number: int) -> list[list[int]]:
    """The points of each result of table 1 that waits."""
    claims = table(hall, number).claims
    return [[seat.points for seat in claim.seats] for claim in claims]


def test_who_comes_first_with_the_id_of_a_game_does_not_take_it(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of("evil", "", [1, 2, 3]))  # it knows the ID while the game goes on
    take_back(hall, "evil")
    hear(hall, game_of("evil", "", [3, 2, 1]))
    hear(hall, game_of("t1", seating, POINTS))
    assert points(hall, number) == POINTS
    assert table(hall, number).source == ("device t1", "ab-1")
    hall = opened()
    assert points(hall, number) == POINTS
    assert hall.store.games() == {("evil", "ab-1"), ("t1", "ab-1")}


def test_nobody_takes_back_the_game_of_another(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    hear(hall, game_of("t1", table(hall, number).id, POINTS))
    log = hall.log(number)
    for device in ("evil", "t2"):
        take_back(hall, device)
        hear(hall, game_of(device, "", POINTS))
        take_back(hall, device)
    assert points(hall, number) == POINTS
    assert hall.log(number) == log
    assert points(opened(), number) == POINTS


def test_a_waiting_result_is_taken_back_by_who_said_it_only(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    typed = scored(dict(zip(table(hall, number).players, [9, 8, 7], strict=True)))
    hall.act(number, acts.ResultEntered(seating, typed), WHO)
    hear(hall, game_of("t1", seating, POINTS))
    hear(hall, game_of("t2", seating, [5, 4, 3]))  # the same ID, and another table's seats
    assert table(hall, number).sources == [(WHO, ""), ("device t1", "ab-1")]
    take_back(hall, "t2")
    assert waiting(hall, number) == [POINTS]
    take_back(hall, "t1")
    assert (waiting(hall, number), points(hall, number)) == ([], [9, 8, 7])


def test_the_same_id_counts_at_each_of_two_tables(opened: Open) -> None:
    """As from a card that was copied to the second device in mid-game."""
    hall = opened()
    number = play(hall)
    for device, table_number in (("t1", 1), ("t2", 2)):
        hear(
            hall,
            game_of(
                device, table(hall, number, table_number).id, [n + table_number for n in POINTS]
            ),
        )
    assert [points(hall, number, table_number) for table_number in (1, 2)] == [
        [n + table_number for n in POINTS] for table_number in (1, 2)
    ]
    take_back(hall, "t2")
    assert [points(hall, number, table_number) for table_number in (1, 2)] == [[46, 39, 22], []]


def test_the_same_id_and_seats_on_two_devices_count_once(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of("copy", seating, [5, 4, 3]))
    assert (points(hall, number), claimers(table(hall, number))) == ([], ["device copy"])
    hear(hall, game_of("t1", seating, POINTS))
    assert (points(hall, number), waiting(hall, number)) == (POINTS, [])
    hear(hall, game_of("copy", seating, [6, 4, 3]))  # the organiser decides
    assert (points(hall, number), waiting(hall, number)) == (POINTS, [[6, 4, 3]])
    hall.act(number, acts.ClaimRejected(seating), WHO)
    assert points(opened(), number) == POINTS


@pytest.mark.parametrize("same", [True, False])
def test_a_device_that_is_given_another_id_counts_once(opened: Open, same: bool) -> None:
    """Its last game is sent once more under the new ID, as it was or corrected."""
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of("t1", seating, POINTS))
    hear(hall, game_of("new", seating, POINTS if same else CORRECTED))
    assert points(hall, number) == POINTS
    if same:
        assert waiting(hall, number) == []
        return
    assert claimers(table(hall, number)) == ["device new"]
    hall.act(number, acts.ClaimConfirmed(seating), WHO)
    assert table(hall, number).source == ("device new", "ab-1")
    take_back(hall, "t1")
    assert points(hall, number) == CORRECTED
    take_back(hall, "new")
    assert (points(hall, number), waiting(hall, number)) == ([], [])


def test_a_device_that_is_given_another_id_before_the_end_is_confirmed(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of("new", seating, POINTS))
    assert (points(hall, number), claimers(table(hall, number))) == ([], ["device new"])
    hall.act(number, acts.DevicesAssigned({1: "new", 2: "t2"}), WHO)
    hear(hall, game_of("new", seating, CORRECTED))
    assert (points(hall, number), waiting(hall, number)) == (CORRECTED, [])


def test_two_devices_that_exchange_their_ids_count_once_each(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    first, second = (table(hall, number, table_number).id for table_number in (1, 2))
    hear(hall, game_of("t1", first, POINTS, "aa-1"))
    hear(hall, game_of("t2", second, POINTS, "bb-1"))
    log = hall.log(number)
    hear(hall, game_of("t2", first, POINTS, "aa-1"))
    hear(hall, game_of("t1", second, POINTS, "bb-1"))
    assert hall.log(number) == log
    hear(hall, game_of("t2", first, CORRECTED, "aa-1"))
    assert (points(hall, number), claimers(table(hall, number))) == (POINTS, ["device t2"])
    assert points(hall, number, 2) == POINTS


@pytest.mark.parametrize("device", ["organiser", "sign-up", "table-1", "player", "device"])
def test_a_device_is_no_other_actor_whatever_its_id_is(opened: Open, device: str) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of(device, seating, POINTS))
    take_back(hall, device)
    hear(hall, game_of(device, seating, CORRECTED))
    hall.act(number, acts.ClaimConfirmed(seating), WHO)
    assert table(hall, number).said_by == f"device {device}"
    take_back(hall, device)
    lines = log_words(hall.log(number), hall.names[number])
    actors = {"Confirmed the result": "organiser", "Announced round 1": "organiser"}
    actors |= dict.fromkeys(["Result to confirm", "Took the result back"], f"device {device}")
    for line in lines:
        for words, actor in actors.items():
            assert not line.what.startswith(words) or line.who == actor
    assert {line.who for line in lines} == {"organiser", f"device {device}"}


def test_what_a_device_says_of_another_tables_seats_waits_and_goes(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    hear(hall, game_of("t2", table(hall, number).id, [5, 4, 3], "ff-1"))
    assert (points(hall, number), claimers(table(hall, number))) == ([], ["device t2"])
    say(hall, "t1", seating=table(hall, number).id)
    assert (len(points(hall, number)), waiting(hall, number)) == (3, [])


def phone_says(hall: Hall, number: int, points: list[int], phone: str = "a") -> None:
    """A phone of table 1 says its result."""
    seats = scored(dict(zip(table(hall, number).players, points, strict=True)))
    claim = acts.ResultClaimed(table(hall, number).id, seats, "", phone)
    hall.act(number, claim, "table 1")


def test_nobody_takes_back_what_a_phone_says_too(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    seating = table(hall, number).id
    hear(hall, game_of("evil", seating, POINTS))
    phone_says(hall, number, POINTS)
    hall.act(number, acts.ClaimConfirmed(seating, table(hall, number).claims[0].number), WHO)
    assert table(hall, number).source == ("table 1", "")
    take_back(hall, "evil")
    assert points(hall, number) == points(opened(), number) == POINTS


def test_what_a_device_says_stays_when_a_phone_says_it_no_more(opened: Open) -> None:
    hall = opened()
    number = play(hall)
    phone_says(hall, number, POINTS)
    hear(hall, game_of("new", table(hall, number).id, POINTS))
    assert (waiting(hall, number), claimers(table(hall, number))) == (
        [POINTS],
        ["table 1", "device new"],
    )
    phone_says(hall, number, CORRECTED)
    assert waiting(hall, number) == [POINTS, CORRECTED]
    take_back(hall, "new")
    assert waiting(hall, number) == [CORRECTED]


def test_no_device_hits_upon_the_seats_of_another_table() -> None:
    """It knows those of its own table."""
    players = acts.PlayersAdded(tuple(range(1, 7)), here=True)
    now = after(after(Tournament(1), opening(wanted=3)), players)
    ids = [table.id for table in propose(now, Random(1), "ab12").tables]
    secrets = {table.rpartition("-")[2] for table in ids}
    assert (len(secrets), {len(secret) for secret in secrets}) == (2, {10})
    assert all(len(table) <= 40 for table in ids), "as docs/mqtt.md has it"
