"""Random rounds of all games, scanned in random ways: the engine says what the plain scorer says.

A failure names its seed and prints the script, ready for `okanjo replay`.
"""

from itertools import count
from typing import Any

import pytest
from support.playing import as_file, feed, result_of
from support.random_deals import RandomOmakase, RandomParty, RandomSushiGo
from support.soak import SOAK, share

from engine.position import empty

# Rounds to soak, at the least; a game of Party or Sushi Go! has one to three.
ROUNDS = {
    "party tally": 7000,
    "party live": 4000,
    "sushi-go tally": 2000,
    "sushi-go live": 2000,
    "omakase": 5500,
}
GAMES = {"party": RandomParty, "sushi-go": RandomSushiGo}
PARTS = 2  # of which a run that is no soak takes one


def compare(game, seed):
    """Plays a random game on the engine and compares all that both of them say."""
    table, done = empty(), 0
    refused: list[Any] = []
    for upto, points in game.checks:
        table, more = feed(table, game.script[done:upto])
        done, refused = upto, refused + more
        live = [seat["live"] - seat["total"] for seat in result_of(table)["seats"]]
        assert live == points, as_file(seed, game.script[:upto], refused)
    table, more = feed(table, game.script[done:])
    result, expected = result_of(table), game.expected()
    ours = {**result, "seats": [{**seat} for seat in result["seats"]]}
    for seat in ours["seats"]:
        del seat["name"]
    ours = {key: ours[key] for key in expected}
    assert (refused + more, ours) == ([], expected), as_file(seed, game.script, refused + more)


@pytest.mark.parametrize("part", range(PARTS if SOAK else 1))
@pytest.mark.parametrize("mode", ["tally", "live"])
@pytest.mark.parametrize("game", GAMES)
def test_rounds(game, mode, part):
    left = share(ROUNDS[f"{game} {mode}"]) / PARTS
    numbers = count()
    while left > 0:
        seed = f"{game} {mode} {part} {next(numbers)}"
        played = GAMES[game](seed, mode)
        compare(played, seed)
        left -= played.round_count


@pytest.mark.parametrize("part", range(PARTS if SOAK else 1))
def test_omakase(part):
    for number in range(share(ROUNDS["omakase"]) // PARTS):
        seed = f"omakase {part} {number}"
        game = RandomOmakase(seed)
        table, refused = feed(empty(), game.script)
        result = result_of(table)
        told_all = as_file(seed, game.script, refused)
        assert (refused, result["phase"]) == ([], "finished"), told_all
        for seat, ways_to_count in zip(result["seats"], game.best(), strict=True):
            by = {kind: yen for kind, yen in seat["rounds"][0]["by"].items() if yen}
            assert by in ways_to_count, told_all
            assert seat["rounds"][0]["points"] == seat["total"] == sum(by.values()), told_all
            assert seat["desserts"] is None, told_all
        assert [seat["place"] for seat in result["seats"]] == game.places(), told_all
        firsts = [seat["badge"] for seat in result["seats"] if seat["place"] == 1]
        assert result["winners"] == firsts, told_all
