"""Carry out a live round by hand from what was revealed and decided; compare what lies where."""

from support.plain_tray import SPECIAL, card, counts_as
from support.plain_turns import PlainRound

from engine.scoring.tray import BONUS, FLIPPED, bare
from engine.scoring.uramaki import pay


def plain(tray):
    """A tray of the engine's as plain cards; an order that copies nothing yet counts as none."""
    return [
        card(one.card.face.slug, bare(one.mark), one.mark == FLIPPED, one.on)
        for one in tray
        if one.mark
    ]


def check_by_hand(table):
    """Whether the open round could be carried out by hand; then all lies where it should."""
    by_hand, layout = carried_out(table.round.turns, len(table.seats)), table.round.layout
    if by_hand is None:
        return False
    trays = [seen(plain(tray)) for tray in layout.trays]
    assert [seen(tray) for tray in by_hand.trays] == trays
    claims = [one.seat for one in layout.claims]
    assert sorted(zip(claims, pay(layout.claims), strict=True)) == sorted(by_hand.claims())
    return True


def carried_out(turns, seats):
    """A live round by hand. None where an order took the wasabi from under a nigiri of its turn,
    which only happens to who scans the bonus before the reveal.
    """
    made, cards = PlainRound(seats), {}

    def play(one):
        cards[one.id] = card(one.card.face.slug)
        return cards[one.id], cards.get(one.copies), cards.get(one.on if is_order(one) else None)

    for turn in turns:
        extras = [one.extra for one in turn.actions if one.extra]
        ordered = {one.seat for one in extras if is_order(one) and one.on > 0}
        reveals = [one for one in turn.reveals if one]
        if any(one.seat in ordered and "nigiri" in one.card.face.slug for one in reveals):
            return None
        made.open_turn()
        made.reveal([one and play(one) for one in turn.reveals])
        for action in sorted(turn.actions, key=lambda one: (one.number, one.seat)):
            if action.what in BONUS:
                made.take(action.seat, cards[action.tool])
            for one in action.flips:
                made.flip(action.seat, cards[one])
            if action.extra:
                made.play_extra(action.seat, *play(action.extra))
    return made


def is_order(play):
    return play.card.face.slug == SPECIAL


def seen(tray):
    """What matters of plain cards, in the order laid."""
    return [(one["face"], counts_as(one), one["on"] is not None) for one in tray]
