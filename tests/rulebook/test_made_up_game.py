"""The games that docs/adding-a-game.md makes up play like any other, and that page's blocks run."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.playing import result_of

from engine.codes import Codebook, Label
from engine.games import GAMES
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.scoring.scorers import BITS, YIELD_ON_WASABI
from engine.table import scan


def documented():
    """The names that the blocks of docs/adding-a-game.md make, run one after the other."""
    page = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
    made = dict[str, Any]()
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
        exec(compile(block, page, "exec"), made)  # noqa: S102 - our own
    return made


PICNIC, CRACKERS = (documented()[name] for name in ("PICNIC", "CRACKERS"))


class Played:
    """A table of some games, fed with digits as a scanner gives them."""

    def __init__(self, games):
        self.book = Codebook(games)
        self.table = empty({game.slug: game for game in games})

    def scan(self, script):
        """`type slug` a line; every one is read from its six digits."""
        for line in script.split("\n"):
            row = self.book.label(*line.strip().split())
            label = self.book.read(row.code)
            assert isinstance(label, Label)
            self.table, outcome = scan(self.table, Scan(label))
            assert not isinstance(outcome, Refused), (line, outcome)
        return self

    def refused(self, line):
        _, outcome = scan(self.table, Scan(self.book.label(*line.split())))
        assert isinstance(outcome, Refused)
        return outcome.reason


def cards(*names):
    return "\n".join(f"card picnic/{name}" for name in names)


def test_a_new_game_is_one_record():
    played = Played([*GAMES, PICNIC]).scan("game picnic\nbadge red\nbadge blue\ncommand next")
    played.scan("badge red\n" + cards("bread/1", "cheese/1", "bread/2", "cake/1"))
    played.scan("badge blue\n" + cards("apple/1", "wasp/1", "apple/2", "apple/3"))
    played.scan("command score\ncommand next")
    played.scan("badge red")
    assert played.refused("card picnic/cake/1") == "kept"
    played.scan("command score\ncommand score")
    said = result_of(played.table)
    assert (said["game"], said["phase"], said["winners"]) == ("picnic", "finished", ["red"])
    red, blue = said["seats"]
    assert red["rounds"][0] == {"points": 7, "by": {"sandwich": 7, "cake": 0}}
    assert blue["rounds"][0] == {"points": 4, "by": {"apple": 6, "wasp": -2}}
    assert red["desserts"] == {"points": 0, "cards": 1, "by": {"cake": 0}}
    assert blue["desserts"] == {"points": -3, "cards": 0, "by": {"cake": -3}}
    assert (red["total"], blue["total"]) == (7, 1)


def test_a_new_kind_is_one_entry():
    played = Played([CRACKERS])
    menu = "maki cracker tempura tofu tea wasabi pudding"
    played.scan("\n".join(f"kind {slug}" for slug in menu.split()))
    played.scan("badge red\nbadge blue\ncommand next\nbadge red")
    played.scan("\n".join(f"card sushi-go-party/cracker/{copy}" for copy in (1, 2, 3, 4)))
    played.scan("card sushi-go-party/tea/1")
    said = result_of(played.table)
    assert said["menu"] == ["nigiri", *sorted(menu.split(), key=said["menu"].index)]
    assert said["seats"][0]["live"] == 4 + 4  # a set of three; four of one colour


def test_the_codes_of_all_other_games_stay_what_they_were():
    shipped, more = Codebook(GAMES).labels, Codebook([CRACKERS, *GAMES[1:], PICNIC]).labels
    assert set(shipped) < set(more)


@pytest.mark.parametrize("game", [*GAMES, PICNIC, CRACKERS])
def test_no_quantity_of_a_whole_deck_overflows_its_column(game):
    """Even with every nigiri on a wasabi and every special order copying the largest face."""
    totals = dict[str, int]()
    for one in (printed for entry in game.kinds for printed in entry.faces):
        for name, count in one.adds:
            most = YIELD_ON_WASABI * count
            totals[name] = totals.get(name, 3 * most) + one.copies * most
    assert max(totals.values()) < 2**BITS
