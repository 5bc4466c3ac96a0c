"""Carry out a live round by hand from what was revealed and decided; compare what lies where."""

from support.plain_tray import SPECIAL, card, counts_as
from support.plain_turns import PlainRound

from engine.scoring.tray import BONUS, FLIPPED, bare
from engine.scoring.uramaki import pay


def plain(tray):
    """A tray of the engine's as plain cards; an order that copies nothing yet counts as none."""
    return [
        card(laid.card.face.slug, bare(laid.mark), laid.mark == FLIPPED, laid.on)
        for laid in tray
        if laid.mark
    ]


def check_by_hand(table):
    """Whether the open round could be carried out by hand; then all lies where it should."""
    by_hand, layout = carried_out(table.round.turns, len(table.seats)), table.round.layout
    if by_hand is None:
        return False
    trays = [facts_of(plain(tray)) for tray in layout.trays]
    assert [facts_of(tray) for tray in by_hand.trays] == trays
    claims = [claim.seat for claim in layout.claims]
    assert sorted(zip(claims, pay(layout.claims), strict=True)) == sorted(by_hand.claims())
    return True


def carried_out(turns, seats):
    """A live round by hand. None where an order took the wasabi from under a nigiri of its turn,
    which only happens to who scans the bonus before the reveal.
    """
    made, cards = PlainRound(seats), {}

    def play(laid):
        cards[laid.id] = card(laid.card.face.slug)
        return (
            cards[laid.id],
            cards.get(laid.copies),
            cards.get(laid.on if is_order(laid) else None),
        )

    for turn in turns:
        extras = [action.extra for action in turn.actions if action.extra]
        ordered = {extra.seat for extra in extras if is_order(extra) and extra.on > 0}
        reveals = [laid for laid in turn.reveals if laid]
        if any(laid.seat in ordered and "nigiri" in laid.card.face.slug for laid in reveals):
            return None
        made.open_turn()
        made.reveal([laid and play(laid) for laid in turn.reveals])
        for action in sorted(turn.actions, key=lambda action: (action.number, action.seat)):
            if action.what in BONUS:
                made.take(action.seat, cards[action.tool])
            for card_id in action.flips:
                made.flip(action.seat, cards[card_id])
            if action.extra:
                made.play_extra(action.seat, *play(action.extra))
    return made


def is_order(play):
    return play.card.face.slug == SPECIAL


def facts_of(tray):
    """What matters of plain cards, in the order laid."""
    return [(piece["face"], counts_as(piece), piece["on"] is not None) for piece in tray]
