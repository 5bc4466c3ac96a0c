"""Acts in JSON: rows that are on disks are read, and written as they were; what is none is told."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_acts import opened, played, random_acts, seats_of

from firmware.hall.tournament import acts
from firmware.hall.tournament.acts import KINDS, Act, MalformedAct, Seating, from_json, to_json
from firmware.hall.tournament.ranking import SeatResult
from firmware.hall.tournament.rules import Rules

RULES = '"title":"Cup","game":"omakase","wanted":4,"least":3,"most":5,"rounds":0,"pays":[5,3,2,1]}'
CUP = Rules("Cup", "omakase")
ROWS: list[tuple[str, Act]] = [  # as they stood in a database before acts had types
    ('{"do":"open","code":"ab12",' + RULES, acts.Opened("ab12", CUP)),
    ('{"do":"rules",' + RULES, acts.RulesChanged(CUP)),
    ('{"do":"join","players":[1,2,3],"here":true}', acts.PlayersAdded((1, 2, 3), True)),
    ('{"do":"check-in","players":[3],"here":false}', acts.PlayersChecked((3,), False)),
    (
        '{"do":"clock","round":2,"left":3000,"since":1700000000,"runs":true}',
        acts.ClockSet(2, 3000, 1_700_000_000, True),
    ),
    ('{"do":"no-clock","round":2}', acts.ClockRemoved(2)),
    ('{"do":"extend","table":"ab-1","seconds":300}', acts.TableExtended("ab-1", 300)),
    ('{"do":"agree","table":"ab-1","phone":"c0ffee"}', acts.ClaimAgreed("ab-1", "c0ffee")),
    (
        '{"do":"agree","table":"ab-1","phone":"c0ffee","claim":7,"player":2}',
        acts.ClaimAgreed("ab-1", "c0ffee", 7, 2),
    ),
    (
        '{"do":"dispute","table":"ab-1","phone":"c0ffee","claim":7}',
        acts.ClaimDisputed("ab-1", "c0ffee", 7),
    ),
    ('{"do":"tell","shown":true}', acts.Announced(True)),
    ('{"do":"leave","player":2}', acts.PlayerLeft(2)),
    ('{"do":"delete","players":[2,3]}', acts.PlayersDeleted((2, 3))),
    ('{"do":"sign-up","open":true,"limit":300}', acts.SignUpSwitched(True, 300)),
    ('{"do":"return","player":2}', acts.PlayerReturned(2)),
    ('{"do":"fix-table","player":2,"table":7}', acts.TableFixed(2, 7)),
    ('{"do":"fix-table","player":2}', acts.TableFixed(2)),
    ('{"do":"group","groups":{"1":[2,3],"0":[4]}}', acts.PlayersGrouped({1: (2, 3), 0: (4,)})),
    ('{"do":"name","players":[2]}', acts.PlayersRenamed((2,))),
    ('{"do":"erase","players":[1,2]}', acts.NamesRemoved((1, 2))),
    ('{"do":"sign-up","open":true}', acts.SignUpSwitched(True)),
    (
        '{"do":"devices","devices":{"1":"t1","2":""}}',
        acts.DevicesAssigned({1: "t1", 2: ""}),
    ),
    (
        '{"do":"pair","round":1,"menu":"","cut":false,"byes":[4],'
        '"tables":[{"id":"ab-1-r1-t1-00ff","number":1,"players":[1,2,3]}]}',
        acts.RoundPaired(1, "", False, (4,), (Seating("ab-1-r1-t1-00ff", 1, (1, 2, 3)),)),
    ),
    ('{"do":"unpair","round":1}', acts.PairingTakenBack(1)),
    ('{"do":"swap","one":1,"other":4}', acts.PlayersSwapped(1, 4)),
    ('{"do":"menu","round":1,"menu":"party-sampler"}', acts.MenuChosen(1, "party-sampler")),
    ('{"do":"menu","round":1,"menu":["tofu","eel"]}', acts.MenuChosen(1, ("tofu", "eel"))),
    ('{"do":"announce","round":1}', acts.RoundAnnounced(1)),
    (
        '{"do":"announce","round":1,"devices":{"1":"t1"}}',
        acts.RoundAnnounced(1, {1: "t1"}),
    ),
    (
        '{"do":"result","table":"ab-1","seats":[[2,30,1],[1,-3,2]]}',
        acts.ResultEntered("ab-1", seats_of([(2, 30, 1), (1, -3, 2)])),
    ),
    (
        '{"do":"result","table":"ab-1","seats":[[2,30,1],[1,10,2]],"game":"7f-1"}',
        acts.ResultEntered("ab-1", seats_of([(2, 30, 1), (1, 10, 2)]), "7f-1"),
    ),
    (
        '{"do":"claim","table":"ab-1","seats":[[2,30,1],[1,30,1]]}',
        acts.ResultClaimed("ab-1", seats_of([(2, 30, 1), (1, 30, 1)])),
    ),
    (
        '{"do":"claim","table":"ab-1","seats":[[2,30,1],[1,30,1]],"phone":"c0ffee","player":2}',
        acts.ResultClaimed("ab-1", seats_of([(2, 30, 1), (1, 30, 1)]), "", "c0ffee", 2),
    ),
    (
        '{"do":"result","table":"ab-1","seats":[[2,30,1],[1,41,2,true]]}',
        acts.ResultEntered("ab-1", (SeatResult(2, 30, 1), SeatResult(1, 41, 2, True))),
    ),
    ('{"do":"disqualify","player":4}', acts.PlayerDisqualified(4)),
    ('{"do":"reinstate","player":4}', acts.PlayerReinstated(4)),
    (
        '{"do":"penalise","round":1,"player":4,"points":2,"reason":"late"}',
        acts.PlayerPenalised(1, 4, 2, "late"),
    ),
    ('{"do":"no-penalty","round":1,"player":4}', acts.PenaltyTakenBack(1, 4)),
    ('{"do":"note","table":"ab-1","written":true}', acts.TableNoted("ab-1", True)),
    ('{"do":"confirm","table":"ab-1"}', acts.ClaimConfirmed("ab-1")),
    ('{"do":"confirm","table":"ab-1","claim":7}', acts.ClaimConfirmed("ab-1", 7)),
    ('{"do":"refuse-claim","table":"ab-1"}', acts.ClaimRejected("ab-1")),
    ('{"do":"refuse-claim","table":"ab-1","claim":7}', acts.ClaimRejected("ab-1", 7)),
    ('{"do":"no-result","table":"ab-1"}', acts.ResultWithdrawn("ab-1")),
    ('{"do":"no-result","table":"ab-1","game":"7f-1"}', acts.ResultWithdrawn("ab-1", "7f-1")),
    ('{"do":"end"}', acts.TournamentEnded()),
    ('{"do":"reopen"}', acts.TournamentReopened()),
    ('{"do":"keep-names","keep":true}', acts.NamesKept(True)),
]


def same(act: Act, other: Act) -> bool:
    """Of the same kind, too: any two tuples with the same fields are equal."""
    return type(act) is type(other) and act == other


@pytest.mark.parametrize(("row", "act"), ROWS)
def test_a_row_is_read_and_written_as_it_was(row: str, act: Act) -> None:
    assert same(from_json(json.loads(row)), act)
    assert json.dumps(to_json(act), separators=(",", ":")) == row


def test_each_kind_of_act_has_a_row_here() -> None:
    assert {type(act) for _, act in ROWS} == {*KINDS.values()}


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32))
def test_any_act_comes_back_from_its_json(seed: int) -> None:
    chance = Random(seed)
    for act in [*played(chance, rounds=1), *random_acts(opened(), chance).values()]:
        again = from_json(json.loads(json.dumps(to_json(act))))
        assert same(again, act)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("[]", "It says no kind of act."),
        ("null", "It says no kind of act."),
        ("{}", "It says no kind of act."),
        ('{"do":["end"]}', "It says no kind of act."),
        ('{"do":"dance"}', "There is no kind of act 'dance'."),
        ('{"do":"end","at":1}', "The act 'end' has an unknown 'at'."),
        ('{"do":"leave"}', "The act 'leave' has no 'player'."),
        ('{"do":"leave","player":"1"}', "The 'player' of the act 'leave' cannot be read."),
        ('{"do":"leave","player":true}', "The 'player' of the act 'leave' cannot be read."),
        ('{"do":"leave","player":1.5}', "The 'player' of the act 'leave' cannot be read."),
        ('{"do":"swap","one":1}', "The act 'swap' has no 'other'."),
        ('{"do":"erase","players":1}', "The 'players' of the act 'erase' cannot be read."),
        ('{"do":"sign-up","open":1}', "The 'open' of the act 'sign-up' cannot be read."),
        (
            '{"do":"devices","devices":{"one":"t"}}',
            "The 'devices' of the act 'devices' cannot be read.",
        ),
        (
            '{"do":"group","groups":{"A":[1]}}',
            "The 'groups' of the act 'group' cannot be read.",
        ),
        (
            '{"do":"result","table":"a","seats":[[1,2]]}',
            "The 'seats' of the act 'result' cannot be read.",
        ),
        (
            '{"do":"pair","round":1,"menu":"","cut":false,"byes":[],"tables":[{"place":1}]}',
            "The 'tables' of the act 'pair' cannot be read.",
        ),
        ('{"do":"rules","title":"Cup"}', "The act 'rules' has no 'game'."),
        (
            '{"do":"menu","round":1,"menu":{"tofu":1}}',
            "The 'menu' of the act 'menu' cannot be read.",
        ),
    ],
)
def test_what_is_no_act_is_told_in_a_sentence(row: str, why: str) -> None:
    with pytest.raises(MalformedAct) as malformed:
        from_json(json.loads(row))
    assert str(malformed.value) == why
