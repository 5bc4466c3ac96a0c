"""Say who won and by what, which round it is, how many cards lie there, what kinds are called."""

from engine.locate import laid_by
from engine.position import Table, hand, playing
from engine.standings import Standings
from firmware.common.system.text import plural

DESSERTS = {"fruit": "fruit", "green-tea-ice-cream": "ice creams"}  # others are called in full


def verdict(points: Standings) -> str:
    """Who won a game that is over."""
    *others, last = (points.seats[at].name for at in points.winners)
    return f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"


def tie_break(points: Standings) -> str:
    """What told the winners from who had as many points: "on puddings, 4 to 3"; "" if nothing."""
    table, first = points.table, points.seats[points.winners[0]]
    level = [one for one in points.seats if one.badge and one.total == first.total]
    if table.game is None or all(one.place == 1 for one in level):
        return ""
    kind = next(table.game.kind(slug) for slug in table.menu if slug in table.game.at_the_end)
    most = max(one.dessert_cards for one in level if one.place != 1)
    cards = DESSERTS.get(kind.slug, f"{kind.title.lower()}s")
    return f"on {cards}, {first.dessert_cards} to {most}"


def laid_of(table: Table, seat: int) -> str:
    """How many cards of a seat were scanned, where that is known of how many: "3 of 10"."""
    laid, dealt = laid_by(table, seat), hand(table)
    return f"{laid} of {dealt}" if dealt else plural(laid, "card")


def unit_of(table: Table) -> str:
    """The unit of amounts, such as yen; "" for points."""
    return f" {table.game.unit}" if table.game and table.game.unit else ""


def round_title(table: Table) -> str:
    """Which round it is, or the game if that has but one."""
    game, _ = playing(table)
    return f"Round {table.round_no}" if game.rounds > 1 else game.title


def title_of(table: Table, kind: str) -> str:
    """What a kind, a set or a mark is called."""
    titles = {one.slug: one.title for one in table.game.kinds} if table.game else {}
    return titles.get(kind) or kind.replace("-", " ").capitalize()
