"""What pages are sent: the display's words, the engine's points, all of it JSON."""

import json
import random
from typing import Any

import pytest
from support.displayed import describe
from support.playing import result_of
from support.soak import share
from support.table_engine import EngineTable
from support.wanderer import beginning, wander
from support.web_shown import EVENINGS, evening, on_show, state_of

from engine.cards import BADGES
from firmware.common.facts.notices import Problem
from firmware.common.facts.refusals import Refusal

CHRIS = {"red": "Chris", "blue": "Bo"}
TWO = ("preset party-sampler", "badge red", "badge blue")


def begun(*more: str) -> EngineTable:
    return on_show(*TWO, "command next", *more, names=CHRIS)


def test_a_menu_half_chosen() -> None:
    state = state_of(on_show("kind maki", "kind tempura", "kind spoon", "badge red"))
    maki = {"slug": "maki", "title": "Maki roll", "group": "roll", "heading": "roll"}
    rule = {"rule": "most icons 6, second\xa03"}
    assert state["menu"][1] == {**maki, **rule, "look": ["maki", "red"]}
    assert state["lacks"] == [
        ["appetizer", "2 appetizers missing"],
        ["special", "1 special missing"],
        ["dessert", "1 dessert missing"],
    ]
    assert state["heading"] == "Your own menu"
    assert state["notes"] == ["Tally · 1 player", "4 of 8 on the menu"]
    assert state["awaited"] == ["Missing: 2 appetizers"]


def test_who_may_play_again_a_remove_that_waits_and_a_dish_that_so_many_cannot_use() -> None:
    table = on_show(*TWO, *(f"badge {badge}" for badge in BADGES[1:5]), "command next", names=CHRIS)
    table.scan("command new-game", "command new-game", "badge orange", "badge blue")
    last_time = "Last time: Chris, Yellow, Green, Cyan. Scan them to join"
    assert state_of(table)["awaited"] == [last_time, "NEXT starts round 1"]
    banner = "REMOVE waits: scan what to remove, or REMOVE again for nothing"
    assert state_of(table.scan("command remove").scan_in_vain("badge white"))["missing"] == [banner]
    assert state_of(table.scan("command remove"))["missing"] == []
    table.scan(*(f"badge {badge}" for badge in BADGES))
    assert state_of(table)["awaited"] == [
        "Party Sampler has the dish Menu, which 7 and 8 players cannot use. Scan another menu,"
        " or REMOVE and the tile Menu"
    ]


def test_a_card_and_why_it_is_worth_that() -> None:
    state = state_of(begun().scan("red squid-nigiri/1 temaki/1"))
    last, (chris, bo) = state["last"], state["seats"]
    assert (last["text"], last["worth"]) == ("Chris: Temaki +4, most temaki, round 7", 4)
    assert (last["n"], last["ok"], last["seat"], last["title"]) == (7, True, 0, "Temaki")
    assert last["card"] == ["temaki", "temaki"]
    assert (chris["name"], chris["badge"], chris["live"], chris["banked"]) == ("Chris", "red", 7, 0)
    by = [
        {"kind": "nigiri", "title": "Nigiri", "points": 3},
        {"kind": "temaki", "title": "Temaki", "points": 4},
    ]
    assert chris["rounds"] == [{"head": "R1", "points": 7, "by": by, "open": True}]
    assert chris["details"] == {"nigiri": ["Squid nigiri"], "temaki": ["most temaki", "1 card"]}
    assert (chris["cards"], bo["cards"], chris["revealed"]) == (2, 0, None)
    assert state["active"] == 0
    assert state["awaited"] == ["Scan the cards", "2 of 10 cards"]
    assert state["start"] is None


def test_what_a_card_did_to_others() -> None:
    table = (
        on_show(*TWO, "badge green", "command next", names=CHRIS)
        .scan("red tofu/1")
        .scan("blue temaki/1")
    )
    assert state_of(table)["last"]["others"] == "Chris −4: tied for fewest temaki"
    assert state_of(table.scan("undo"))["last"]["others"] == "Chris +4, Bo −4"


def test_a_refused_card() -> None:
    table = begun().scan("red tofu/1 blue").scan_in_vain("tofu/1")
    last = state_of(table)["last"]
    assert (last["ok"], last["text"]) == (False, "Tofu belongs to Chris")
    assert (last["seat"], last["worth"]) == (None, None)
    assert state_of(table)["awaited"] == ["Scan the cards", "0 of 10 cards"]


def test_half_a_card_is_worth_nothing_yet() -> None:
    table = on_show("preset points-platter", "badge red", "badge blue", "badge green")
    table.scan("next red tea/1 special-order/1")
    assert state_of(table)["last"]["worth"] is None
    assert state_of(table)["awaited"] == ["Scan what it copies"]


def test_after_a_start_it_says_where_the_game_goes_on() -> None:
    table = begun().scan("red tofu/1")
    table.start()
    assert state_of(table)["awaited"] == ["Welcome back", "Round 1, Chris 1 of 10"]
    table.scan("red tofu/2")
    assert state_of(table)["awaited"] == ["Scan the cards", "2 of 10 cards"]


def test_the_question_before_a_round_is_scored() -> None:
    state = state_of(begun().scan("red tofu/1").scan("command score"))
    assert state["stage"] == "asked"
    assert state["complaints"] == [["Chris", "1 of 10 cards"], ["Bo", "0 of 10 cards"]]
    assert (state["heading"], state["awaited"]) == (
        "Score the round?",
        ["Scan SCORE again to score anyway"],
    )


def test_a_whole_tray_asks_for_the_next_badge() -> None:
    table = begun().scan("red", *(f"tofu/{n}" for n in range(1, 9)), "temaki/1 temaki/2")
    assert state_of(table)["awaited"] == ["Scan the next badge", "Still to come: Bo"]
    names = dict.fromkeys(BADGES, "Kim")
    many = on_show("preset big-banquet", *(f"badge {badge}" for badge in BADGES), names=names)
    many.scan("next").scan("red", *(f"tempura/{n}" for n in range(1, 8)))
    assert state_of(many)["awaited"][1] == "Still to come: Kim, Kim, Kim …"


def test_a_round_is_scored() -> None:
    state = state_of(begun().scan("red tofu/1 score"))
    assert (state["phase"], state["heading"]) == ("scored", "Round 1")
    assert state["awaited"] == ["Scan NEXT for round 2"]
    assert [seat["banked"] for seat in state["seats"]] == [2, 0]
    assert "open" not in state["seats"][0]["rounds"][0]


def test_the_end_has_places_and_desserts() -> None:
    table, ice = begun(), [f"green-tea-ice-cream/{n}" for n in range(1, 5)]
    for _ in range(2):
        table.scan("score next")
    state = state_of(table.scan("red", *ice).scan("score"))
    chris, bo = state["seats"]
    assert state["heading"] == "Chris wins!"
    assert (chris["place"], bo["place"]) == (1, 2)
    by = [{"kind": "green-tea-ice-cream", "title": "Green tea ice cream", "points": 12}]
    assert chris["desserts"] == {"head": "Desserts", "points": 12, "by": by}
    assert chris["live"] == 12


def test_live_tells_whose_card_is_awaited() -> None:
    table = on_show(*TWO, "command live", "command next", "card sushi-go-party/tofu/1", names=CHRIS)
    state = state_of(table)
    assert (state["turn"], state["awaited"]) == (1, ["Next: Bo"])
    assert [seat["revealed"] for seat in state["seats"]] == [True, False]


def test_omakase_counts_yen() -> None:
    table = on_show("game omakase", "badge red", "badge blue", "command next")
    assert state_of(table)["awaited"] == ["Scan a badge,", "then that hand"]
    state = state_of(table.scan("red tuna/1"))
    assert (state["unit"], state["hand"], state["last"]["worth"]) == ("yen", 0, 400)
    assert state["awaited"] == ["Scan the cards", "1 card"]


def test_what_is_amiss() -> None:
    table = begun()
    table.device(saved=False, problems=(Problem("scanner-unplugged"),))
    state = state_of(table)
    assert (state["saved"], state["missing"]) == (False, ["Scanner unplugged"])
    assert state["start"] == [
        [10, "cards each"],
        [5, "desserts to shuffle in"],
    ]  # it takes nothing off the page


def agrees(watched: EngineTable) -> None:
    """A state says what a result says, and it is JSON."""
    state, points = state_of(watched), watched.shown.standings
    result = result_of(points.table)
    assert json.loads(json.dumps(state)) == state
    assert (state["phase"], state["round"]) == (result["phase"], result["round"])
    assert len(state["menu"]) == len(result["menu"])
    assert len(state["seats"]) == len(result["seats"])
    for seat, known, standing in zip(state["seats"], result["seats"], points.seats, strict=True):
        seat_agrees(
            seat, known, standing.is_in or points.table.phase == "scored" or bool(standing.place)
        )
    last = watched.shown.last
    assert last
    assert state["last"]["text"] == describe(last, "on")
    assert state["last"]["ok"] == (not isinstance(last.result, Refusal))


def seat_agrees(seat: dict[str, Any], known: dict[str, Any], scanned: bool) -> None:
    live = known["live"] if scanned else known["total"] if known["rounds"] else None
    assert (seat["banked"], seat["live"]) == (known["total"], live)
    for key in ("badge", "name", "place"):
        assert seat[key] == known[key]
    ended = [round for round in seat["rounds"] if "open" not in round]
    assert [round["points"] for round in ended] == [round["points"] for round in known["rounds"]]
    for round, kept in zip(ended, known["rounds"], strict=True):
        assert [row["points"] for row in round["by"]] == list(kept["by"].values())
    for round in seat["rounds"]:
        assert sum(row["points"] for row in round["by"]) == round["points"]
    desserts = seat["desserts"]["points"] if seat["desserts"] else 0
    assert sum(round["points"] for round in seat["rounds"]) + desserts == (live or 0)


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_an_evening_comes_out_as_its_result_does(file: Any) -> None:
    for watched in evening(file, CHRIS):
        agrees(watched)


@pytest.mark.parametrize("seed", range(share(60)))
def test_so_does_any_muddle(seed: int) -> None:
    rng = random.Random(seed)
    watched = on_show(names=CHRIS)
    scans = beginning(rng)
    for number in range(60):
        scan = scans[number] if number < len(scans) else wander(rng, watched.table)
        watched.read(scan.label.code, scan.lane)
        agrees(watched)
