"""All that a photo shows is one scan: it counts together, and one UNDO takes it back whole."""

import pytest
from support.displayed import describe
from support.playing import code
from support.replayed import record_of
from support.table_engine import EngineTable, begun

from engine.codes import codebook
from engine.events import Accepted, PhotoCounted
from engine.standings import standings
from firmware.cli.errors import CommandFailed
from firmware.cli.replay import replay
from firmware.core.view.state import recalled

TALLY = ("sushi-go-party", 3, "sushi-go-classic")
TRAY = "badge red,egg-nigiri/1,wasabi/1,squid-nigiri/1,tempura/1,tempura/2"


def codes(text, game="sushi-go-party"):
    """`badge red,egg-nigiri/1` as codes."""
    lines = (word if " " in word else f"card {game}/{word}" for word in text.split(","))
    return " ".join(code(line) for line in lines)


def photographed(example, text):
    """What a photo of that does; the example goes on from there."""
    if example.read(codes(text, example.game)):
        return example.outcome.result, ""
    return example.outcome.event, describe(example.outcome)


def test_a_photo_counts_as_its_cards_scanned_one_by_one():
    one_by_one = begun(*TALLY).scan("red egg-nigiri/1 wasabi/1 squid-nigiri/1 tempura/1 tempura/2")
    by_photo = begun(*TALLY)
    event, sentence = photographed(by_photo, TRAY)
    assert by_photo.table.round == one_by_one.table.round
    assert by_photo.table.lanes == one_by_one.table.lanes
    assert (event.seat, len(event.scans), event.left_out) == (0, 6, ())
    assert sentence == "Red: 5 cards by photo +15"


def test_one_undo_takes_a_photo_back_whole():
    example = begun(*TALLY).scan("orange tempura/3")
    before = example.table
    photographed(example, TRAY)
    assert example.scan("undo").table == before


def test_what_is_refused_is_left_out_and_told():
    example = begun(*TALLY).scan("orange tempura/2")
    event, sentence = photographed(example, f"{TRAY},eel/1,badge white,command score")
    assert [why.reason for _, why in event.left_out] == [
        "laid-elsewhere",
        "not-on-menu",
        "not-now",
        "not-now",
    ]
    assert [len(tray) for tray in example.table.round.layout.trays] == [4, 1, 0]
    assert "Not counted: Tempura belongs to Orange; Eel is not on the menu;" in sentence


def test_a_photo_of_several_trays_belongs_to_nobody():
    example = begun(*TALLY)
    event, sentence = photographed(example, "badge red,sashimi/1,badge orange,tempura/1,tempura/2")
    assert event.seat is None
    assert sentence.startswith("3 cards by photo. ")
    assert "Orange +5" in sentence


@pytest.mark.parametrize(
    ("text", "reason"),
    [("eel/1,eel/2", "not-on-menu"), ("tempura/1,tempura/2", "no-seat")],
)
def test_a_photo_of_which_nothing_counts_changes_nothing(text, reason):
    assert photographed(begun(*TALLY), text)[0].reason == reason


def test_a_photo_outside_a_round_changes_nothing():
    example = EngineTable()
    assert photographed(example, TRAY)[0].reason == "not-now"


def test_a_photo_in_live_lays_a_turns_reveals_and_uses_nothing_that_lies_there():
    example = begun("sushi-go-party", 3, "maki tempura tofu dumpling chopsticks wasabi pudding",
                      commands="live")  # fmt: skip
    photographed(example, "badge red,chopsticks-1/1,badge orange,tofu/1,badge yellow,tofu/2")
    assert [bool(play) for play in example.table.round.turns[-1].reveals] == [True, True, True]
    event, _ = photographed(
        example, "badge red,chopsticks-1/1,tempura/1,badge orange,tofu/2,tempura/2,eel/1"
    )
    assert [why.reason for _, why in event.left_out] == ["laid-elsewhere", "not-on-menu"]
    assert [len(tray) for tray in example.table.round.layout.trays] == [2, 2, 1]


def test_remove_strikes_a_single_card_of_a_photo():
    example = begun(*TALLY)
    photographed(example, TRAY)
    example.scan("remove tempura/2")
    assert [len(tray) for tray in example.table.round.layout.trays] == [4, 0, 0]


def test_a_restart_tells_a_photo_again():
    example = begun(*TALLY)
    photographed(example, TRAY)
    outcome = [*recalled(standings(example.table), 3)][-1]
    assert isinstance(outcome.result, Accepted)
    assert isinstance(outcome.result.event, PhotoCounted)
    assert describe(outcome) == "Red: 5 cards by photo +15"


LOBBY = ["preset sushi-go-classic", "badge red", "badge blue", "command next"]


def played(*lines):
    return record_of(replay([*LOBBY, *lines], "evening", _empty(), codebook()))


def _empty():
    return EngineTable().table


def test_a_file_has_a_photo_between_begin_and_end():
    record = played(
        "photo begin", "badge red", "card sushi-go-party/tempura/1", "  # in between", "4711",
        "card sushi-go-party/tempura/2", "card sushi-go-party/eel/1", "photo end", "badge blue",
        "photo begin", "photo end", "command undo",
    )  # fmt: skip
    assert [seat["live"] for seat in record["seats"]] == [5, 0]
    assert [(refusal["line"], refusal["reason"]) for refusal in record["refused"]] == [
        (9, "unknown-code"),
        (11, "not-on-menu"),
    ]
    assert (
        played("photo begin", "badge red", "tempura/1", "photo end", "command undo")["round"] == 1
    )


def test_a_file_with_a_photo_of_which_nothing_counts_tells_each_card():
    record = played(
        "photo begin", "card sushi-go/tempura/1", "card sushi-go-party/eel/1", "photo end"
    )
    assert [(refusal["line"], refusal["reason"]) for refusal in record["refused"]] == [
        (6, "wrong-game"),
        (7, "not-on-menu"),
    ]


def test_a_file_has_seats_that_were_offered_in_the_same_way():
    lines = ["photo begin", "command new-game", *LOBBY, "photo end"]
    record = record_of(replay(lines, "evening", _empty(), codebook()))
    assert (record["phase"], len(record["seats"]), record["refused"]) == ("playing", 2, [])
    record = played(*lines)  # for a lobby, not for a round
    assert [(refusal["line"], refusal["reason"]) for refusal in record["refused"]] == [
        (6, "not-now")
    ]


@pytest.mark.parametrize(
    "lines", [["photo end"], ["photo begin"], ["photo begin", "photo begin", "photo end"]]
)
def test_a_file_with_half_a_photo_names_the_line(lines):
    with pytest.raises(CommandFailed, match=r"line [56]: .*photo"):
        played(*lines)
