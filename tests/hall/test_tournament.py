"""A tournament is its acts: what each does, what is refused, and laws for any of them."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.folded import do, playing, refused
from support.random_acts import (
    OPEN,
    WHO,
    opened,
    pairing_act,
    played,
    random_act,
    result_act,
    seats_of,
)
from support.soak import share

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import Act
from firmware.hall.tournament.fold import after
from firmware.hall.tournament.not_possible import Case, NotPossible
from firmware.hall.tournament.pairing import Pairing
from firmware.hall.tournament.ranking import SeatResult, place_points, scored
from firmware.hall.tournament.stage import Stage
from firmware.hall.tournament.table_code import LETTERS, table_code
from firmware.hall.tournament.tournament import Tournament, TournamentRound, TournamentTable
from firmware.hall.words import rounds
from firmware.hall.words.standings import explain
from firmware.words.language import say


def first(tournament: Tournament, game: str = "") -> acts.ResultEntered:
    """The result of table 1 of round 1: 30, 20 and 10 points."""
    table = tournament.rounds[0].tables[0]
    seats = [(player, 40 - 10 * place, place) for place, player in enumerate(table.players, 1)]
    return acts.ResultEntered(table.id, seats_of(seats), game)


@settings(max_examples=share(60), deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_done_the_laws_hold(seed: int) -> None:
    chance, now, log = Random(seed), opened(), list[Act]([OPEN])
    for _ in range(120):
        act = random_act(now, chance)
        before, text = now, repr(now)
        try:
            now = after(now, act, WHO)
        except NotPossible:
            assert repr(now) == text, "an act that is not possible changes nothing"
            continue
        assert repr(before) == text, "what was read before stays as it was"
        log.append(act)
        assert now.version == len(log)
        for round in now.rounds:
            everybody = [*round.seated, *round.byes]
            assert len({*everybody}) == len(everybody), "nobody sits twice"
            assert all(3 <= len(table.players) <= 5 for table in round.tables)
        ids = [table.id for round in now.rounds for table in round.tables]
        assert len({*ids}) == len(ids)
        assert [round.number for round in now.rounds] == [*range(1, len(now.rounds) + 1)]
        assert all(round.announced for round in now.rounds[:-1])
        standings = now.standings()
        assert len({standing.player for standing in standings}) == len(standings)
        assert [standing.place for standing in standings] == sorted(
            standing.place for standing in standings
        )
    assert do(Tournament(1), *log) == now


def test_a_whole_tournament() -> None:
    ended = do(Tournament(1), *played(Random(1), players=13, rounds=3), acts.TournamentEnded())
    assert (ended.ended, len(ended.rounds), ended.open_tables) == (True, 3, [])
    standings = ended.standings()
    assert len(standings) == 13
    paid = sum(
        place_points(seat.place, table.result)
        for round in ended.rounds
        for table in round.tables
        for seat in table.result
    )
    assert sum(standing.place_points for standing in standings) == paid
    refused(ended, acts.PlayersAdded((14,), here=True), "has-ended")
    assert do(ended, acts.TournamentReopened()).ended is False


def test_what_opens_it_is_checked() -> None:
    wrong: list[tuple[dict[str, Any], Case]] = [
        ({"title": " "}, "no-title"),
        ({"title": "x" * 41}, "long-title"),
        ({"title": "a\nb"}, "no-title"),
        ({"game": "chess"}, "no-such-game"),
        ({"least": 2}, "table-sizes"),
        ({"wanted": 5, "most": 4}, "table-sizes"),
        ({"most": 6}, "table-sizes"),
        ({"rounds": 100}, "planned-rounds"),
        ({"pays": ()}, "place-points"),
        ({"pays": (3, 5)}, "place-points"),
        ({"pays": (3, -1)}, "place-points"),
        ({"pays": (1001,)}, "place-points"),
    ]
    for rules, case in wrong:
        with pytest.raises(NotPossible) as why:
            opened(**rules)
        assert why.value.case == case
    assert opened(title=" Cup ").rules.title == "Cup"
    refused(opened(), OPEN, "open-already")
    refused(Tournament(1), acts.TournamentEnded(), "open-already")
    now = playing((1, 2, 3))
    refused(now, acts.RulesChanged(OPEN.rules._replace(game="omakase")), "game-is-fixed")
    assert do(now, acts.RulesChanged(OPEN.rules._replace(rounds=4))).rules.rounds == 4


def test_who_comes_late_plays_from_the_next_round() -> None:
    now = playing((1, 2, 3))
    now = do(now, acts.PlayersAdded((4,), here=True))
    assert now.players[4].since == 2
    now = do(now, first(now), acts.PlayersChecked((4,), here=True))
    refused(now, pairing_act(now, Pairing(((1, 2, 3),))), "players-changed")
    assert do(now, pairing_act(now, Pairing(((4, 1, 2, 3),)))).rounds[-1].tables[0].players


def test_who_comes_after_the_draft_waits_and_who_leaves_is_in_the_way() -> None:
    now = do(opened(), acts.PlayersAdded((1, 2, 3, 4), here=True))
    draft = do(now, pairing_act(now, Pairing(((1, 2, 3, 4),))))
    late = do(draft, acts.PlayersAdded((5,), here=True))
    assert late.players[5].since == 1
    assert do(late, acts.RoundAnnounced(1)).players[5].since == 2
    gone = do(draft, acts.PlayerLeft(4))
    refused(gone, acts.RoundAnnounced(1), "player-has-left")
    again = do(gone, acts.PairingTakenBack(1))
    assert again.rounds == ()
    assert do(again, acts.PlayerReturned(4)).pairable == [1, 2, 3, 4]


def test_a_round_with_a_result_or_a_claim_is_not_taken_back() -> None:
    now = playing((1, 2, 3))
    act = result_act(now.open_tables[0], Random(0))
    claimed = do(now, acts.ResultClaimed(act.table, act.seats, ""))
    played = do(now, act)
    for round in (claimed, played):
        refused(round, acts.PairingTakenBack(1), "round-has-results", round=Stage("round", 1))
    withdrawn = do(played, acts.ResultWithdrawn(act.table, ""))
    assert do(withdrawn, acts.PairingTakenBack(1)).rounds == ()


def test_the_menu_is_chosen_before_the_round_is_announced() -> None:
    now = do(opened(), acts.PlayersAdded((1, 2, 3), here=True))
    draft = do(now, pairing_act(now, Pairing(((1, 2, 3),)))._replace(menu=""))
    refused(draft, acts.RoundAnnounced(1), "menu-missing", round=Stage("round", 1))
    chosen = do(draft, acts.MenuChosen(1, ("maki", "tofu")))
    assert chosen.rounds[-1].menu == ("maki", "tofu")
    announced = do(chosen, acts.RoundAnnounced(1))
    refused(announced, acts.MenuChosen(1, ""), "announced-already", number=1)
    refused(chosen, acts.MenuChosen(2, ""), "not-last-round", number=2)


def test_the_next_round_waits_for_all_results() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    pairing = Pairing(((1, 4, 5), (2, 3, 6)))
    missing = {"round": Stage("round", 1), "tables": "1, 2"}
    refused(now, pairing_act(now, pairing), "results-missing", **missing)
    chance = Random(0)
    ended = do(now, *(result_act(table, chance) for table in now.open_tables))
    draft = do(ended, pairing_act(ended, pairing))
    refused(draft, acts.TournamentEnded(), "round-is-draft", round=Stage("round", 2))
    assert [table.number for table in now.open_tables] == [1, 2]
    assert draft.open_tables == []


def test_a_swap_gives_the_tables_new_ids() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    swapped = do(now, acts.PlayersSwapped(1, 6))
    assert [table.players for table in swapped.rounds[-1].tables] == [(6, 2, 3), (4, 5, 1)]
    assert not {table.id for table in now.open_tables} & {table.id for table in swapped.open_tables}
    again = do(swapped, acts.PlayersSwapped(1, 6))
    ids = [table.id for tournament in (now, swapped, again) for table in tournament.open_tables]
    assert len({*ids}) == 6
    refused(now, acts.PlayersSwapped(1, 1), "same-player")
    refused(now, acts.PlayersSwapped(1, 9), "not-in-round", player=9)
    refused(do(now, first(now)), acts.PlayersSwapped(1, 6), "table-has-result", table=1)


def test_devices_are_those_of_the_tables_that_still_play() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    assert [table.device for table in now.open_tables] == ["t1", "t2"]
    now = do(now, first(now), acts.DevicesAssigned({1: "t2", 2: "t9"}))
    assert [table.device for table in now.rounds[-1].tables] == ["t1", "t9"]
    refused(now, acts.DevicesAssigned({1: "t", 2: "t"}), "device-twice")


def test_a_claim_counts_when_it_is_confirmed() -> None:
    now = playing((1, 2, 3))
    table = now.rounds[-1].tables[0].id
    claimed = do(now, acts.ResultClaimed(*first(now)), who="table 1")
    assert (claimed.rounds[-1].tables[0].claims, claimed.rounds[-1].out) != ((), [])
    taken = do(claimed, acts.ClaimConfirmed(table))
    confirmed = taken.rounds[-1].tables[0]
    assert confirmed.result == (SeatResult(1, 30, 1), SeatResult(2, 20, 2), SeatResult(3, 10, 3))
    assert (confirmed.said_by, confirmed.claims) == ("table 1", ())
    not_taken = do(claimed, acts.ClaimRejected(table))
    assert not_taken.rounds[-1].tables[0] == now.rounds[-1].tables[0]
    refused(taken, acts.ClaimConfirmed(table), "no-claim", table=1)
    refused(taken, acts.ClaimRejected(table), "no-claim", table=1)


def test_a_result_is_corrected_and_taken_back() -> None:
    now = playing((1, 2, 3))
    now = do(now, first(now, game="ab-1"), who="device t1")
    table = now.rounds[-1].tables[0]
    other = acts.ResultWithdrawn(table.id, "ab-2")
    assert do(now, other, who="device t1").rounds[-1].tables[0] == table
    for somebody in ("device t2", "t1", WHO):
        assert do(now, other._replace(game="ab-1"), who=somebody).rounds[-1].tables[0] == table
    gone = do(now, other._replace(game="ab-1"), who="device t1")
    assert gone.rounds[-1].tables[0].result == ()
    refused(gone, acts.ResultWithdrawn(table.id), "no-result", table=1)
    corrected = do(now, acts.ResultEntered(table.id, seats_of([(1, 9, 2), (3, 9, 1)])))
    assert corrected.rounds[-1].tables[0].result == (SeatResult(1, 9, 2), SeatResult(3, 9, 1))
    assert (corrected.rounds[-1].tables[0].said_by, corrected.rounds[-1].tables[0].game) == (
        WHO,
        "",
    )


@pytest.mark.parametrize(
    ("seats", "case"),
    [
        ([[1, 5, 1], [2, 6, 2]], "places-wrong"),
        ([[1, 5, 1], [2, 5, 3]], "places-wrong"),
        ([[1, 5, 1], [4, 5, 1]], "others-sit-there"),
        ([[1, 5, 1], [1, 5, 1]], "others-sit-there"),
        ([[1, 5, 1]], "too-few-seats"),
        ([], "too-few-seats"),
    ],
)
def test_a_result_that_cannot_be_is_refused(seats: list[list[int]], case: Case) -> None:
    now = playing((1, 2, 3))
    values = {"table": 1} if case == "others-sit-there" else {}
    refused(now, first(now)._replace(seats=seats_of(seats)), case, **values)
    refused(now, first(now)._replace(table="x"), "not-playing")


def test_places_are_found_from_points() -> None:
    points = {1: 10, 2: 30, 3: 10, 4: 10}
    assert scored(points) == seats_of(((2, 30, 1), (1, 10, 2), (3, 10, 2), (4, 10, 2)))
    assert scored(points, {1: 3, 3: 2, 4: 3}) == seats_of(
        ((2, 30, 1), (3, 10, 2), (1, 10, 3), (4, 10, 3))
    )
    assert scored({1: 5, 2: 5}, {2: 2}) == seats_of(((1, 5, 1), (2, 5, 2)))


def test_who_conceded_is_behind_all_others_whatever_the_points() -> None:
    points = {1: 10, 2: 30, 3: 10, 4: 40}
    gave_up = SeatResult(2, 30, 3, conceded=True), SeatResult(4, 40, 3, conceded=True)
    assert scored(points, conceded=(2, 4)) == (*seats_of([(1, 10, 1), (3, 10, 1)]), *gave_up)
    now = playing((1, 2, 3, 4))
    table = now.rounds[0].tables[0].id
    now = do(now, acts.ResultEntered(table, scored(points, conceded=(2, 4))))
    places = {
        standing.player: (standing.place_points, standing.conceded) for standing in now.standings()
    }
    assert places == {1: (4, 0), 3: (4, 0), 2: (Fraction(3, 2), 1), 4: (Fraction(3, 2), 1)}
    wrong = (SeatResult(1, 10, 1, True), SeatResult(2, 9, 2), SeatResult(3, 8, 3))
    refused(now, acts.ResultEntered(table, wrong), "conceded-ahead")


def test_a_penalty_takes_place_points_off_and_harms_nobody_else() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    now = do(now, *(result_act(table, Random(0)) for table in now.open_tables))
    before = {standing.player: standing for standing in now.standings()}
    player = now.standings()[0].player
    punished = do(now, acts.PlayerPenalised(1, player, 2, "late"))
    for standing in punished.standings():
        lost = 2 if standing.player == player else 0
        assert standing.place_points == before[standing.player].place_points - lost
        assert standing.penalty == lost
        assert standing.figures[1:] == before[standing.player].figures[1:]
    assert punished.standings()[0].player != player
    harder = do(punished, acts.PlayerPenalised(1, player, 20, "rules"))
    assert {standing.player: standing.place_points for standing in harder.standings()}[
        player
    ] == 0, "no less"
    warned = do(now, acts.PlayerPenalised(1, player, 0, "conduct"))
    assert [standing[:-3] for standing in warned.standings()] == [
        standing[:-3] for standing in now.standings()
    ]
    assert do(harder, acts.PenaltyTakenBack(1, player)).standings() == now.standings()
    refused(now, acts.PenaltyTakenBack(1, player), "no-penalty", player=player)
    refused(now, acts.PlayerPenalised(1, player, 21, "late"), "no-such-penalty", most=20)
    refused(now, acts.PlayerPenalised(1, player, -1, "late"), "no-such-penalty", most=20)
    refused(now, acts.PlayerPenalised(1, player, 1, "spite"), "no-such-penalty", most=20)
    refused(now, acts.PlayerPenalised(1, 9, 1, "late"), "not-in-round", player=9)
    refused(now, acts.PlayerPenalised(2, player, 1, "late"), "not-last-round", number=2)


def test_a_penalty_of_a_cut_is_of_the_cut_and_a_round_with_one_is_not_taken_back() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    now = do(now, *(result_act(table, Random(0)) for table in now.open_tables))
    best = tuple(standing.player for standing in now.standings()[:3])
    now = do(now, pairing_act(now, Pairing((best,)), cut=True), acts.RoundAnnounced(2))
    now = do(now, acts.PlayerPenalised(2, best[0], 3, "slow"))
    refused(now, acts.PairingTakenBack(2), "round-has-penalties", round=Stage("final"))
    seats = seats_of((player, 30 - place, place) for place, player in enumerate(best, 1))
    ended = do(now, acts.ResultEntered(now.rounds[-1].tables[0].id, seats))
    first_, second, third, *_ = ended.standings()
    assert [standing.player for standing in (first_, second, third)] == [best[1], best[0], best[2]]
    assert [standing.cuts[0].place_points for standing in (first_, second, third)] == [3, 2, 2]
    assert (second.penalty, first_.penalty) == (3, 0)


def test_who_is_disqualified_is_last_and_in_no_further_round() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    now = do(now, *(result_act(table, Random(0)) for table in now.open_tables))
    leader, other, *_ = now.standings()
    out = do(now, acts.PlayerDisqualified(leader.player))
    *ahead, last = out.standings()
    assert (last.player, last.disqualified, last.place) == (leader.player, True, 6)
    assert [standing.figures for standing in ahead] == [
        standing.figures for standing in now.standings()[1:]
    ]
    assert leader.player not in out.pairable
    assert say(explain(last, ahead[-1])) == "Who is disqualified is behind all others."
    assert leader.player not in do(out, acts.PlayerReturned(leader.player)).pairable
    best = (leader.player, other.player, now.standings()[2].player)
    cut = do(now, pairing_act(now, Pairing((best,)), cut=True), acts.RoundAnnounced(2))
    assert do(cut, acts.PlayerDisqualified(leader.player)).standings()[-1].player == leader.player
    assert do(out, acts.PlayerReinstated(leader.player)).standings() == now.standings()


def test_a_cut_ranks_the_best_anew() -> None:
    now = playing((1, 2, 3), (4, 5, 6))
    chance = Random(0)
    now = do(now, *(result_act(table, chance) for table in now.open_tables))
    before = now.standings()
    best = tuple(standing.player for standing in before[:3])
    cut = do(now, pairing_act(now, Pairing((best,)), cut=True))
    assert cut.standings() == before, "a draft says nothing"
    cut = do(cut, acts.RoundAnnounced(2))
    assert [standing.player for standing in cut.standings()] == [
        standing.player for standing in before
    ]
    upside_down = seats_of((player, points, 4 - points) for points, player in enumerate(best, 1))
    table = cut.rounds[-1].tables[0].id
    ended = do(cut, acts.ResultEntered(table, upside_down))
    standings = ended.standings()
    assert [standing.player for standing in standings[:3]] == [*reversed(best)]
    assert [standing.player for standing in standings[3:]] == [
        standing.player for standing in before[3:]
    ]
    name = "ABCDEFG".__getitem__
    third, second, first_, fourth = (name(player) for player in (*best, standings[3].player))
    assert say(explain(standings[0], standings[1], name)) == (
        f"{first_} has more place points in the final: 5 to {second}'s 3."
    )
    assert say(explain(standings[3], standings[2], name)) == (
        f"{third} played on in the final. {fourth} did not."
    )
    six = Pairing(((1, 2, 3), (4, 5, 6)))
    refused(ended, pairing_act(ended, six), "cut-has-begun")


def test_a_round_of_a_top_cut_is_called_by_its_size() -> None:
    table, other = (TournamentTable(f"t{n}", n, (4 * n, 4 * n + 1, 4 * n + 2)) for n in (1, 2))
    for made, name, called in (
        (TournamentRound(3, "", (table, other)), "Round 3", "round 3"),
        (TournamentRound(3, "", (table, other), (9,), cut=True), "Top 7", "the top 7"),
        (TournamentRound(4, "", (table,), cut=True), "Final", "the final"),
    ):
        assert (say(rounds.name(made.stage)), say(rounds.called(made.stage))) == (name, called)


def test_table_codes_are_of_one_table_of_one_tournament() -> None:
    both = [after(Tournament(1), OPEN._replace(code=code)) for code in "ab"]
    codes = [table_code(tournament, n) for tournament in both for n in range(1, 200)]
    assert len({*codes}) > 390
    assert all(len(code) == 5 for code in codes)
    assert {*"".join(codes)} == {*LETTERS}
    assert not {*LETTERS} & {*"IOSZ0123456789"}
