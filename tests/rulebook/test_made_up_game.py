"""The games that docs/adding-a-game.md makes up play like any other, and that page's blocks run."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.table_engine import EngineTable

from engine.codes import Codebook
from engine.games import GAMES
from engine.scoring.scorers import BITS, YIELD_ON_WASABI
from firmware.common.games import unfilled


def documented():
    """The names that the blocks of docs/adding-a-game.md make, run one after the other."""
    page = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
    made = dict[str, Any]()
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        exec(compile(block, page, "exec"), made)  # noqa: S102 - our own
    return made


PICNIC, CRACKERS = (documented()[name] for name in ("PICNIC", "CRACKERS"))


def test_a_new_game_is_one_record():
    table = EngineTable("game:picnic red blue next", games=[*GAMES, PICNIC])
    table.scan("red bread/1 cheese/1 bread/2 cake/1 blue apple/1 wasp/1 apple/2 apple/3")
    table.scan("score next red")
    assert table.refusal("cake/1") == "kept"
    result = table.scan("score").report
    assert (result["game"], result["phase"], result["winners"]) == ("picnic", "finished", ["red"])
    red, blue = result["seats"]
    assert red["rounds"][0] == {"points": 7, "by": {"sandwich": 7, "cake": 0}}
    assert blue["rounds"][0] == {"points": 4, "by": {"apple": 6, "wasp": -2}}
    assert red["desserts"] == {"points": 0, "cards": 1, "by": {"cake": 0}}
    assert blue["desserts"] == {"points": -3, "cards": 0, "by": {"cake": -3}}
    assert (red["total"], blue["total"]) == (7, 1)


def test_a_new_kind_is_one_entry():
    menu = "maki cracker tempura tofu tea wasabi pudding"
    kinds = (f"kind:{slug}" for slug in menu.split())
    table = EngineTable(*kinds, "red blue next", games=[CRACKERS])
    result = table.scan("red cracker/1 cracker/2 cracker/3 cracker/4 tea/1").report
    assert result["menu"] == ["nigiri", *sorted(menu.split(), key=result["menu"].index)]
    assert result["seats"][0]["live"] == 4 + 4  # a set of three; four of one colour


def test_the_codes_of_all_other_games_stay_what_they_were():
    shipped, more = Codebook(GAMES).labels, Codebook([CRACKERS, *GAMES[1:], PICNIC]).labels
    assert set(shipped) < set(more)


@pytest.mark.parametrize("game", [*GAMES, PICNIC, CRACKERS])
def test_each_rule_asks_for_numbers_that_its_scorer_has(game):
    assert [*unfilled(game)] == []


@pytest.mark.parametrize("game", [*GAMES, PICNIC, CRACKERS])
def test_no_quantity_of_a_whole_deck_overflows_its_column(game):
    """Even with every nigiri on a wasabi and every special order copying the largest face."""
    totals = dict[str, int]()
    for face in (printed for entry in game.kinds for printed in entry.faces):
        for name, count in face.adds:
            most = YIELD_ON_WASABI * count
            totals[name] = totals.get(name, 3 * most) + face.copies * most
    assert max(totals.values()) < 2**BITS
