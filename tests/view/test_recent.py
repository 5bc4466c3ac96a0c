"""The list of the last scans: a line for each thing that happened, and none for what only asked."""

import pytest
from support.displayed import describe
from support.table_app import AppTable

CLASSIC = "preset:sushi-go-classic red blue next red"
ORDERS = (
    "kind:maki kind:tofu kind:eel kind:tempura kind:wasabi kind:special-order kind:fruit red blue "
    "green next red"
)
LIVE = (
    "kind:spoon kind:takeout-box kind:maki kind:tofu kind:eel kind:tempura kind:pudding live red "
    "blue green next"
)


def recent(table: AppTable, words: str) -> list[str]:
    """The lines after these scans; a word may have its own scanner: `blue@tofu/1`."""
    for word in words.split():
        lane, _, reason = word.rpartition("@")
        table.refusal(reason, lane or 0)
    return [describe(outcome) for outcome in table.shown.recent.values()]


@pytest.mark.parametrize(
    ("before", "words", "lines"),
    [
        (CLASSIC, "tofu/1 page sound page", ["Tofu is not on the menu"]),
        (CLASSIC, "score score", ["Round 1: Red +0, Blue +0. Scan NEXT for round 2"]),
        (CLASSIC, "score page tempura/1", ["Red: Tempura +0, round 0"]),
        (CLASSIC, "score undo", ["Undone: Score"]),
        (
            CLASSIC,
            "score score undo score",
            [
                "Round 1: Red +0, Blue +0. Scan NEXT for round 2",
                "Undone: Score",
                "Round 1: Red +0, Blue +0. Scan NEXT for round 2",
            ],
        ),
        (CLASSIC, "new-game blue", ["Blue: scan the cards"]),
        (
            CLASSIC,
            "tempura/1 remove tempura/1",
            ["Red: Tempura +0, round 0", "Removed: Tempura of Red, +0, round 0"],
        ),
        (
            CLASSIC,
            "remove green tempura/1",
            [
                "Remove which card?",
                "Green is not in this game",
                "Tempura is not on the table",
            ],
        ),
        (CLASSIC, "remove blue@blue", ["Remove which card?", "Blue: scan the cards"]),
        (ORDERS, "special-order/1 tofu/1", ["Red: Special order as Tofu +6, round 6"]),
        (ORDERS, "special-order/1 next", ["Red: Special order +0, round 0", "Next"]),
        (
            ORDERS,
            "special-order/1 next eel/1",
            ["Red: Special order +0, round 0", "Next", "Red: Eel -3, round -3"],
        ),
        (
            LIVE,
            "eel/4 tofu/1 tofu/2 takeout-box-10/1 eel/2 eel/3 takeout-box-10/1 eel/4 next",
            ["Red: Eel flipped +2, eel +3, round 2", "Next"],
        ),
    ],
)
def test_one_line_for_what_happened(
    table: AppTable, before: str, words: str, lines: list[str]
) -> None:
    recent(table, before)
    assert recent(table, words)[-len(lines) :] == lines


def test_what_was_asked_before_a_start_is_answered_after_it(table: AppTable) -> None:
    recent(table, f"{CLASSIC} tempura/1 score")
    table.power_cut()
    *_, card, question = recent(table, "page")
    assert (card, question[:11]) == ("Red: Tempura +0, round 0", "Check first")
    *_, card, scored = recent(table, "score")
    assert (card, scored[:7]) == ("Red: Tempura +0, round 0", "Round 1")


def test_what_is_set_aside_is_answered_all_the_same(table: AppTable) -> None:
    recent(table, f"{CLASSIC} sound")
    assert table.shown.last is not None
    assert describe(table.shown.last, table.shown.device.sound) == "Sound: soft"
