"""UNDO after REMOVE: both scans at once, and what other scanners did meanwhile stays."""

import pytest
from support.playing import play
from support.table_engine import begun

TALLY = ("maki tempura tofu miso-soup special-order wasabi pudding", "", "red tofu/1 tofu/2")
LIVE = ("maki tempura tofu dumpling chopsticks wasabi pudding", "live", "tofu/1 tofu/2 tofu/3")


@pytest.mark.parametrize(("menu", "mode", "words"), [TALLY, LIVE])
@pytest.mark.parametrize("removal", ["remove tofu/1", "remove"])
def test_undo_takes_back_both_scans_of_a_removal_at_once(menu, mode, words, removal):
    example = begun("sushi-go-party", 3, menu, commands=mode).scan(words)
    before = example.table
    assert example.scan(f"{removal} undo").table == before


def test_undo_of_a_removal_leaves_what_other_scanners_did_meanwhile():
    example = begun("sushi-go-party", 3, TALLY[0]).scan("red tofu/1 remove")
    table = example.scan("1:orange 1:tofu/2 tofu/1").table
    assert [len(tray) for tray in table.round.layout.trays] == [0, 1, 0]
    for left in ([1, 1, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]):
        table, _ = play("command undo", table)
        assert [len(tray) for tray in table.round.layout.trays] == left
        assert all(lane.awaits is None for lane in table.lanes.values())
