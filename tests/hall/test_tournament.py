"""A tournament is its acts: what each does, what is refused, and laws for any of them."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_acts import OPEN, WHO, opened, pairing_act, played, random_act, result_act
from support.soak import share

from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.ranking import Seat, explain, place_points
from firmware.hall.tournament.table_code import LETTERS, table_code
from firmware.hall.tournament.tournament import (
    Refused,
    Round,
    Table,
    Tournament,
    after,
    scored,
)


def do(tournament: Tournament, *acts: dict[str, Any], who: str = WHO) -> Tournament:
    for act in acts:
        tournament = after(tournament, act, who)
    return tournament


def refused(tournament: Tournament, sentence: str, **act: Any) -> None:
    with pytest.raises(Refused, match=sentence):
        after(tournament, act)


def playing(*tables: tuple[int, ...], **rules: Any) -> Tournament:
    """Round 1, announced."""
    everybody = sorted(player for table in tables for player in table)
    paired = do(opened(**rules), {"do": "join", "players": everybody, "here": True})
    paired = do(paired, dict(pairing_act(paired, Pairing(tables))))
    return do(paired, {"do": "announce", "round": 1, "devices": {"1": "t1", "2": "t2"}})


def first(tournament: Tournament, **more: Any) -> dict[str, Any]:
    """The result of table 1 of round 1: 30, 20 and 10 points."""
    table = tournament.rounds[0].tables[0]
    seats = [[player, 40 - 10 * at, at] for at, player in enumerate(table.players, 1)]
    return {"do": "result", "table": table.id, "seats": seats, **more}


@settings(max_examples=share(60), deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_done_the_laws_hold(seed: int) -> None:
    chance, now, log = Random(seed), opened(), [json.dumps(OPEN)]
    for _ in range(120):
        act = random_act(now, chance)
        before, text = now, repr(now)
        try:
            now = after(now, act, WHO)
        except Refused:
            assert repr(now) == text, "a refused act changes nothing"
            continue
        assert repr(before) == text, "what was read before stays as it was"
        log.append(json.dumps(act))
        assert now.version == len(log)
        for one in now.rounds:
            everybody = [*one.seated, *one.byes]
            assert len({*everybody}) == len(everybody), "nobody sits twice"
            assert all(3 <= len(table.players) <= 5 for table in one.tables)
        ids = [table.id for one in now.rounds for table in one.tables]
        assert len({*ids}) == len(ids)
        assert [one.number for one in now.rounds] == [*range(1, len(now.rounds) + 1)]
        assert all(one.announced for one in now.rounds[:-1])
        standings = now.standings()
        assert len({one.player for one in standings}) == len(standings)
        assert [one.place for one in standings] == sorted(one.place for one in standings)
    again = Tournament(1)
    for line in log:
        again = after(again, json.loads(line), WHO)
    assert again == now


def test_a_whole_tournament() -> None:
    acts = played(Random(1), players=13, rounds=3)
    ended = do(Tournament(1), *acts, {"do": "end"})
    assert (ended.ended, len(ended.rounds), ended.open_tables) == (True, 3, [])
    standings = ended.standings()
    assert len(standings) == 13
    paid = sum(
        place_points(seat.place, table.result)
        for one in ended.rounds
        for table in one.tables
        for seat in table.result
    )
    assert sum(one.place_points for one in standings) == paid
    refused(ended, "reopen it first", do="join", players=[14], here=True)
    assert do(ended, {"do": "reopen"}).ended is False


def test_what_opens_it_is_checked() -> None:
    for wrong in (
        {"title": " "},
        {"title": "x" * 41},
        {"title": "a\nb"},
        {"game": "chess"},
        {"least": 2},
        {"wanted": 5, "most": 4},
        {"most": 6},
        {"rounds": 100},
        {"pays": ()},
        {"pays": (3, 5)},
        {"pays": (3, -1)},
    ):
        with pytest.raises(Refused):
            opened(**wrong)
    assert opened(title=" Cup ").rules.title == "Cup"
    refused(opened(), "open already", **OPEN)
    refused(Tournament(1), "open already", do="end")
    now = playing((1, 2, 3))
    refused(now, "game cannot be changed", **{**OPEN, "do": "rules", "game": "omakase"})
    assert do(now, {**OPEN, "do": "rules", "rounds": 4}).rules.rounds == 4


def test_who_comes_late_plays_from_the_next_round() -> None:
    now = playing((1, 2, 3))
    now = do(now, {"do": "join", "players": [4], "here": True})
    assert now.players[4].since == 2
    now = do(now, first(now), {"do": "check-in", "players": [4], "here": True})
    refused(now, "pair again", **pairing_act(now, Pairing(((1, 2, 3),))))
    assert do(now, dict(pairing_act(now, Pairing(((4, 1, 2, 3),))))).current.tables[0].players


def test_who_comes_after_the_draft_waits_and_who_leaves_is_in_the_way() -> None:
    now = do(opened(), {"do": "join", "players": [1, 2, 3, 4], "here": True})
    draft = do(now, dict(pairing_act(now, Pairing(((1, 2, 3, 4),)))))
    late = do(draft, {"do": "join", "players": [5], "here": True})
    assert late.players[5].since == 1
    assert do(late, {"do": "announce", "round": 1}).players[5].since == 2
    gone = do(draft, {"do": "leave", "player": 4})
    refused(gone, "has left: take it back and pair again", do="announce", round=1)
    again = do(gone, {"do": "unpair", "round": 1})
    assert again.rounds == ()
    assert do(again, {"do": "return", "player": 4}).pairable == [1, 2, 3, 4]


def test_the_menu_is_chosen_before_the_round_is_announced() -> None:
    now = do(opened(), {"do": "join", "players": [1, 2, 3], "here": True})
    draft = do(now, {**pairing_act(now, Pairing(((1, 2, 3),))), "menu": ""})
    refused(draft, "Choose the menu of round 1 first", do="announce", round=1)
    chosen = do(draft, {"do": "menu", "round": 1, "menu": ["maki", "tofu"]})
    assert chosen.current.menu == ("maki", "tofu")
    announced = do(chosen, {"do": "announce", "round": 1})
    refused(announced, "announced already", do="menu", round=1, menu="")
    refused(chosen, "Round 2 is not the last one", do="menu", round=2, menu="")


def test_the_next_round_waits_for_all_results() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    pairing = Pairing(((1, 4, 5), (2, 3, 6)))
    refused(now, "Round 1 has no result yet of table 1, 2", **pairing_act(now, pairing))
    chance = Random(0)
    ended = do(now, *(dict(result_act(table, chance)) for table in now.open_tables))
    draft = do(ended, dict(pairing_act(ended, pairing)))
    refused(draft, "Round 2 is a draft", do="end")
    assert [table.number for table in now.open_tables] == [1, 2]
    assert draft.open_tables == []


def test_a_swap_gives_the_tables_new_ids() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    swapped = do(now, {"do": "swap", "one": 1, "other": 6})
    assert [table.players for table in swapped.current.tables] == [(6, 2, 3), (4, 5, 1)]
    assert not {one.id for one in now.open_tables} & {one.id for one in swapped.open_tables}
    again = do(swapped, {"do": "swap", "one": 1, "other": 6})
    ids = [table.id for one in (now, swapped, again) for table in one.open_tables]
    assert len({*ids}) == 6
    for one, other in ((1, 1), (1, 9)):
        refused(now, "Choose two players|Player 9 is not", do="swap", one=one, other=other)
    refused(do(now, first(now)), "Table 1 has a result", do="swap", one=1, other=6)


def test_devices_are_those_of_the_tables_that_still_play() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    assert [one.device for one in now.open_tables] == ["t1", "t2"]
    now = do(now, first(now), {"do": "devices", "devices": {"1": "t2", "2": "t9"}})
    assert [one.device for one in now.current.tables] == ["t1", "t9"]
    refused(now, "A device is at two tables", do="devices", devices={"1": "t", "2": "t"})


def test_a_claim_counts_when_it_is_confirmed() -> None:
    now = playing((1, 2, 3))
    table = now.current.tables[0].id
    claimed = do(now, first(now, do="claim"), who="table 1")
    assert (claimed.current.tables[0].claimed_by, claimed.current.out) != ("", [])
    taken = do(claimed, {"do": "confirm", "table": table})
    found = taken.current.tables[0]
    assert found.result == (Seat(1, 30, 1), Seat(2, 20, 2), Seat(3, 10, 3))
    assert (found.said_by, found.claim) == ("table 1", ())
    not_taken = do(claimed, {"do": "refuse-claim", "table": table})
    assert not_taken.current.tables[0] == now.current.tables[0]
    refused(taken, "claims nothing any more", do="confirm", table=table)


def test_a_result_is_corrected_and_taken_back() -> None:
    now = playing((1, 2, 3))
    now = do(now, first(now, game="ab-1"), who="device t1")
    table = now.current.tables[0]
    other = {"do": "no-result", "table": table.id, "game": "ab-2"}
    assert do(now, other, who="device t1").current.tables[0] == table
    for somebody in ("device t2", "t1", WHO):
        assert do(now, {**other, "game": "ab-1"}, who=somebody).current.tables[0] == table
    gone = do(now, {**other, "game": "ab-1"}, who="device t1")
    assert gone.current.tables[0].result == ()
    refused(gone, "has no result", do="no-result", table=table.id)
    corrected = do(now, first(now, seats=[[1, 9, 2], [3, 9, 1]]))
    assert corrected.current.tables[0].result == (Seat(1, 9, 2), Seat(3, 9, 1))
    assert (corrected.current.tables[0].said_by, corrected.current.tables[0].game) == (WHO, "")


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([[1, 5, 1], [2, 6, 2]], "More points make a better place"),
        ([[1, 5, 1], [2, 5, 3]], "More points make a better place"),
        ([[1, 5, 1], [4, 5, 1]], "Others sit at table 1"),
        ([[1, 5, 1], [1, 5, 1]], "Others sit at table 1"),
        ([[1, 5, 1]], "at least two players"),
        ([], "at least two players"),
    ],
)
def test_a_result_that_cannot_be_is_refused(seats: list[list[int]], why: str) -> None:
    now = playing((1, 2, 3))
    refused(now, why, **first(now, seats=seats))
    refused(now, "does not play", **first(now, table="x"))


def test_places_are_found_from_points() -> None:
    points = {1: 10, 2: 30, 3: 10, 4: 10}
    assert scored(points) == [[2, 30, 1], [1, 10, 2], [3, 10, 2], [4, 10, 2]]
    assert scored(points, {1: 3, 3: 2, 4: 3}) == [[2, 30, 1], [3, 10, 2], [1, 10, 3], [4, 10, 3]]
    assert scored({1: 5, 2: 5}, {2: 2}) == [[1, 5, 1], [2, 5, 2]]


def test_a_cut_ranks_the_best_anew() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    chance = Random(0)
    now = do(now, *(dict(result_act(table, chance)) for table in now.open_tables))
    before = now.standings()
    best = tuple(one.player for one in before[:3])
    cut = do(now, dict(pairing_act(now, Pairing((best,)), cut=True)))
    assert cut.standings() == before, "a draft says nothing"
    cut = do(cut, {"do": "announce", "round": 2})
    assert [one.player for one in cut.standings()] == [one.player for one in before]
    upside_down = [[player, at, 4 - at] for at, player in enumerate(best, 1)]
    table = cut.current.tables[0].id
    ended = do(cut, {"do": "result", "table": table, "seats": upside_down})
    standings = ended.standings()
    assert [one.player for one in standings[:3]] == [*reversed(best)]
    assert [one.player for one in standings[3:]] == [one.player for one in before[3:]]
    name = "ABCDEFG".__getitem__
    third, second, first_, fourth = (name(one) for one in (*best, standings[3].player))
    assert explain(standings[0], standings[1], name) == (
        f"{first_} has more place points in the final: 5 to {second}'s 3."
    )
    assert explain(standings[3], standings[2], name) == (
        f"{third} played on in the final. {fourth} did not."
    )
    six = Pairing(((1, 2, 3), (4, 5, 6)))
    refused(ended, "The top cut has begun", **pairing_act(ended, six))


def test_a_round_of_a_top_cut_is_called_by_its_size() -> None:
    one, other = (Table(f"t{n}", n, (4 * n, 4 * n + 1, 4 * n + 2)) for n in (1, 2))
    for made, name, called in (
        (Round(3, "", (one, other)), "Round 3", "round 3"),
        (Round(3, "", (one, other), (9,), cut=True), "Top 7", "the top 7"),
        (Round(4, "", (one,), cut=True), "Final", "the final"),
    ):
        assert (made.name, made.called) == (name, called)


def test_table_codes_are_of_one_table_of_one_tournament() -> None:
    codes = [table_code(opened(code=code), n) for code in ("a", "b") for n in range(1, 200)]
    assert len({*codes}) > 390
    assert all(len(code) == 5 for code in codes)
    assert {*"".join(codes)} == {*LETTERS}
    assert not {*LETTERS} & {*"IOSZ0123456789"}
