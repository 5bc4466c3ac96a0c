"""What decided a round or a game: each player's best single card, the story of a game, and what was
odd in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.cards import Game
from engine.message import Message, Value, gettext, joined, ngettext
from engine.position import Table, playing
from engine.review.best_card import BestCard
from engine.review.story import Decided, SeatRound, Story
from engine.standings import Standings
from firmware.common.facts.effects import TieBreak
from firmware.words.effects import amount, tie_break, unit_of
from firmware.words.feed import winner_names
from firmware.words.labels import dish, kind_title, own, player, title
from firmware.words.numbers import Amount

if TYPE_CHECKING:
    from engine.review.oddities import Oddity  # a start shows no story yet


def heading(table: Table) -> Message:
    """What stands over the best single cards of a round."""
    game, _ = playing(table)
    if game.rounds == 1:
        return BEST_CARD
    return BEST_CARD_OF_ROUND._replace(values={"round": table.round_no})


def best_card(card: BestCard, now: Standings) -> Message:
    """A card that had better been another, what that would have brought, and who would lead now or
    have won, if that is not as it is.
    """
    game, _ = playing(now.table)
    values: dict[str, Value] = {
        "name": player(now.seats[card.seat]),
        "gained": _face(game, card.gained),
        "lost": _face(game, card.lost),
        "points": amount(card.more, game),
    }
    if card.leaders == _leaders(now):
        return BETTER._replace(values=values)
    is_over = now.table.phase == "finished"
    if card.leaders == (card.seat,):
        return (WOULD_WIN if is_over else WOULD_LEAD)._replace(values=values)
    leaders = [now.seats[seat] for seat in card.leaders]
    values |= {"leaders": winner_names(leaders), "count": len(leaders)}
    return (OTHERS_WIN if is_over else OTHERS_LEAD)._replace(values=values)


def _leaders(now: Standings) -> tuple[int, ...]:
    """Who leads, or has won."""
    if now.winners:
        return now.winners
    players = [seat for seat, stand in enumerate(now.seats) if stand.badge]
    most = max(now.seats[seat].total for seat in players)
    return tuple(seat for seat in players if now.seats[seat].total == most)


def _face(game: Game, slug: str) -> Message:
    """A card's title, uncut."""
    in_full = dish(game, slug).in_full
    return own(game, in_full) if in_full else title(game.face(slug))


def story(tale: Story, now: Standings, tie: TieBreak | None) -> list[Message]:
    """A game that is over, in at most five sentences."""
    game, _ = playing(now.table)
    sentences = []
    if tale.throughout and tale.leaders:
        sentences.append(ALL_THE_WAY._replace(values={"name": player(now.seats[now.winners[0]])}))
    elif tale.leaders:
        sentences.append(_led(tale.leaders, now))
    if tale.changes:
        sentences.append(CHANGES._replace(values={"count": tale.changes}))
    if tale.largest:
        sentences.append(LARGEST._replace(values=_of_round(tale.largest, now)))
    if tale.behind:
        is_last = tale.behind.round_no == game.rounds
        came_back = BEHIND_BEFORE_DESSERTS if is_last else BEHIND
        sentences.append(came_back._replace(values=_of_round(tale.behind, now)))
    if tale.decided:
        sentences.append(_decided(tale.decided, now))
    if tie:
        total = now.seats[now.winners[0]].total
        sentences.append(LEVEL._replace(values={"points": total, "tie": tie_break(tie)}))
    return sentences


def _led(leaders: Sequence[Sequence[int]], now: Standings) -> Message:
    """Who led after each round but the last."""
    parts: list[Value] = []
    if len(leaders) > 1 and len({*map(tuple, leaders)}) == 1:
        names = winner_names([now.seats[seat] for seat in leaders[0]])
        return LED_SO_FAR._replace(values={"names": names})
    for round_no, first in enumerate(leaders, 1):
        names = winner_names([now.seats[seat] for seat in first])
        led = AFTER if parts else LED
        parts.append(led._replace(values={"names": names, "round": round_no}))
    return gettext("{rounds}.", rounds=joined(parts))


def _of_round(part: SeatRound, now: Standings) -> dict[str, Value]:
    """A seat's name, the points and the round."""
    return {
        "name": player(now.seats[part.seat]),
        "count": part.points,
        "round": part.round_no,
    }


def _decided(decided: Decided, now: Standings) -> Message:
    game, _ = playing(now.table)
    points: Value = Amount(decided.points)
    if game.unit:
        points = gettext("{amount} {unit}", amount=points, unit=unit_of(game))
    return DECIDED._replace(
        values={
            "dish": kind_title(game, decided.kind),
            "points": points,
            "names": winner_names([now.seats[seat] for seat in decided.second]),
        }
    )


def oddity(odd: Oddity, now: Standings, times: int = 0, games: int = 0) -> Message:
    """What was odd for a player; for how many times in so many games, this one included, where that
    is known and worth a word.
    """
    game, _ = playing(now.table)
    many, round_no, face = odd.detail
    message = IN_UNIT.get(odd.slug, ODDITIES[odd.slug]) if game.unit else ODDITIES[odd.slug]
    values: dict[str, Value] = {"name": player(now.seats[odd.seat]), "round": round_no}
    if message.plural:
        values["count"] = many
    if game.unit:
        values |= {"amount": Amount(many), "unit": unit_of(game)}
    if face:
        values["dish"] = _face(game, face)
    if odd.slug in OF_CARD:
        of_card, slug = OF_CARD[odd.slug]
        if slug in game.deck.names:
            message = of_card
            values |= {"card": title(game.face(slug)), "count": many}
    message = message._replace(values=values)
    if times > 1:
        often = TIMES.get(times, MORE_TIMES)._replace(values={"times": times, "count": games})
    elif times and games >= FIRST_OF:
        often = FIRST_TIME._replace(values={"count": games})
    else:
        return message
    return gettext("{oddity} {often}", oddity=message, often=often)


FIRST_OF = 5  # games: in fewer, most things happen for the first time

BEST_CARD = gettext("The best single card")
BEST_CARD_OF_ROUND = gettext("The best single card, round {round}")
STORY = gettext("What decided the game")
BETTER = gettext("{name}: {gained} instead of {lost}: {points}")
WOULD_LEAD = gettext("{name}: {gained} instead of {lost}: {points}, and the lead")
WOULD_WIN = gettext("{name}: {gained} instead of {lost}: {points}, and the win")
OTHERS_LEAD = ngettext(
    "{name}: {gained} instead of {lost}: {points}, and {leaders} leads",
    "{name}: {gained} instead of {lost}: {points}, and {leaders} share the lead",
    0,
)
OTHERS_WIN = ngettext(
    "{name}: {gained} instead of {lost}: {points}, and {leaders} wins",
    "{name}: {gained} instead of {lost}: {points}, and {leaders} share the win",
    0,
)
ALL_THE_WAY = gettext("{name} led from the first round to the end.")
LED_SO_FAR = gettext("{names} led until the last round.")
LED, AFTER = gettext("{names} led after round {round}"), gettext("{names} after round {round}")
CHANGES = ngettext("The lead changed {count} time.", "The lead changed {count} times.", 0)
LARGEST = ngettext(
    "{name} had the largest round: {count} point in round {round}.",
    "{name} had the largest round: {count} points in round {round}.",
    0,
)
BEHIND = ngettext(
    "{name} was {count} point behind after round {round}.",
    "{name} was {count} points behind after round {round}.",
    0,
)
BEHIND_BEFORE_DESSERTS = ngettext(
    "{name} was {count} point behind before the desserts.",
    "{name} was {count} points behind before the desserts.",
    0,
)
DECIDED = gettext("{dish} decided it: {points} more than {names}.")
LEVEL = gettext("Level at {points}: decided {tie}.")
ODDITIES: Mapping[str, Message] = {
    "two-sets": ngettext("{name} had {count} set.", "{name} had {count} different sets.", 0),
    "two-squids": ngettext(
        "{name} put {count} squid nigiri on wasabi in round {round}.",
        "{name} put {count} squid nigiri on wasabi in round {round}.",
        0,
    ),
    "all-desserts": ngettext(
        "{name} kept the only dessert of the game.",
        "{name} kept all {count} desserts of the game.",
        0,
    ),
    "one-short": gettext("{name} was one card short of the dearest set: {dish}."),
    "maki-in-vain": ngettext(
        "{name} had {count} maki card in round {round}, and still not the most.",
        "{name} had {count} maki cards in round {round}, and still not the most.",
        0,
    ),
    "level-rounds": ngettext(
        "{name} had {count} point in every round.", "{name} had {count} points in every round.", 0
    ),
    "first-win": ngettext(
        "{name} won for the first time in {count} game.",
        "{name} won for the first time in {count} games.",
        0,
    ),
    "empty-round": gettext("{name} came out of round {round} with 0 points."),
    "runaway": gettext("{name} had at least twice as much as anybody else."),
    "sashimi-pairs": gettext("{name} had two sashimi in every round, and never the third."),
    "last-dessert": gettext("{name} won by a single dessert card."),
    "first-to-last": gettext("{name} led until the last round, and came last."),
    "last-to-first": gettext("{name} was last until the last round, and won."),
    "more-actions": ngettext(
        "{name} had {count} action card, and less sushi.",
        "{name} had {count} action cards, and less sushi.",
        0,
    ),
    "personal-best": ngettext(
        "{name} has never had so many points in {count} game.",
        "{name} has never had so many points in {count} games.",
        0,
    ),
    "close-win": ngettext("{name} won by {count} point.", "{name} won by {count} points.", 0),
    "same-total": ngettext(
        "{name} has {count} point, as last time.",
        "{name} has {count} points, as last time.",
        0,
    ),
    "every-dish": ngettext(
        "{name} has points from the only dish.", "{name} has points from all {count} dishes.", 0
    ),
    "wasted-wasabi": ngettext(
        "{name} had {count} wasabi and no nigiri in round {round}.",
        "{name} had {count} wasabi and no nigiri in round {round}.",
        0,
    ),
    "eels": ngettext(
        "{name} had a single eel, in {count} round.",
        "{name} had a single eel, in {count} rounds.",
        0,
    ),
}
# The same where the owner has renamed the card, by its face.
OF_CARD: Mapping[str, tuple[Message, str]] = {
    "two-squids": (
        gettext("{name} put {count} × {card} on wasabi in round {round}."),
        "squid-nigiri",
    ),
    "sashimi-pairs": (
        gettext("{name} had 2 × {card} in every round, and never the third."),
        "sashimi",
    ),
    "wasted-wasabi": (
        gettext("{name} had {count} × {card} and no nigiri in round {round}."),
        "wasabi",
    ),
    "eels": (
        ngettext(
            "{name} had only 1 × {card}, in {count} round.",
            "{name} had only 1 × {card}, in {count} rounds.",
            0,
        ),
        "eel",
    ),
}
# The same where amounts have a unit.
IN_UNIT: Mapping[str, Message] = {
    "close-win": gettext("{name} won by {amount} {unit}."),
    "same-total": gettext("{name} has {amount} {unit}, as last time."),
    "personal-best": ngettext(
        "{name} has never had so much in {count} game.",
        "{name} has never had so much in {count} games.",
        0,
    ),
}
FIRST_TIME = ngettext("The first time in {count} game.", "The first time in {count} games.", 0)
TIMES: Mapping[int, Message] = {
    2: ngettext("The second time in {count} game.", "The second time in {count} games.", 0),
    3: ngettext("The third time in {count} game.", "The third time in {count} games.", 0),
    4: ngettext("The fourth time in {count} game.", "The fourth time in {count} games.", 0),
}
MORE_TIMES = ngettext(
    "That makes {times} times in {count} game.", "That makes {times} times in {count} games.", 0
)
