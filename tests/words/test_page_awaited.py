"""What the pages say comes next follows from facts, whatever their sentences look like."""

from engine.cards import BADGES, Seat
from engine.games import GAMES
from engine.standings import Standing
from firmware.common.facts.effects import Effect
from firmware.common.facts.hints import Moment
from firmware.common.facts.photo import Count
from firmware.common.facts.sheets import Changed, Foot, LastCard
from firmware.words.language import ENGLISH
from firmware.words.page import awaited

GAME = GAMES[0]
PLAYERS = [Seat(badge, badge.title()) for badge in BADGES[:6]]


def after(foot: Foot) -> list[str]:
    sheet = LastCard(Standing("Red", "red"), Moment(GAME, 1), None, False, 2, foot)
    return awaited(sheet, PLAYERS, ENGLISH)


def test_four_others_are_no_count_of_cards() -> None:
    changed = Changed(tuple(Effect(GAME, seat, 1) for seat in PLAYERS[1:5]), is_all=False)
    assert after(changed) == ["4 others +1"]
    assert after(Count(4, 10)) == ["Scan the cards", "4 of 10 cards"]
