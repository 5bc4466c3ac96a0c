"""What decided a round or a game: each player's best single card, and the story of a game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Game
from engine.message import Message, Value, gettext, joined, ngettext
from engine.position import Table, playing
from engine.review.best_card import BestCard
from engine.review.story import Decided, SeatRound, Story
from engine.standings import Standings
from firmware.common.facts.effects import TieBreak
from firmware.words.effects import Amount, amount, tie_break, unit_of
from firmware.words.feed import winner_names
from firmware.words.labels import dish, kind_title, own, player, title


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
