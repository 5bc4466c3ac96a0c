"""A scan and what it did, in one line: for lists of the last scans, pipes and logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import events
from engine.cards import Game
from engine.catalogue import codebook_of
from engine.codes import Label
from engine.events import Accepted
from engine.lobby import missing
from engine.message import Message, Value, gettext, joined, ngettext
from engine.position import Mode, Table, hand, playing, seat_of
from engine.rounds import complaints
from engine.standings import CARDS, Standing, Standings
from firmware.common.facts.device import Volume
from firmware.common.facts.effects import Explained, Part, TieBreak
from firmware.common.facts.hints import Moment
from firmware.common.facts.notices import Notice
from firmware.words import notices, refusals
from firmware.words.effects import amount, because, effects, tie_break, unit_of
from firmware.words.hints import complaints_of, round_title
from firmware.words.labels import player, title, title_first, title_within
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Amount, Signed


def feed(explained: Explained, sound: Volume = "on", language: Language = ENGLISH) -> str:
    """The scan and what it did to every score; of one that was refused, what to do. `sound` is
    what it is now.
    """
    return say(sentence(explained, sound), language)


def sentence(explained: Explained, sound: Volume = "on") -> Message:
    outcome = explained.outcome
    match outcome.result:
        case Accepted() as accepted:
            return _accepted(explained, accepted, sound)
        case Notice() as notice:
            return notices.sentence(notice)
        case refusal:
            return refusals.of_scan(codebook_of(outcome.before.games), outcome.text, refusal)


def _accepted(explained: Explained, accepted: Accepted, sound: Volume) -> Message:
    """What was done, and what it brought the others, where that does not say so already."""
    after = explained.outcome.after
    whole = _event(explained, accepted, sound)
    is_ended = isinstance(accepted.event, events.RoundEnded)
    if not explained.effects or (is_ended and after.phase == "scored"):
        return whole
    others = effects(explained.effects)
    return joined([whole, others], AFTER_END if is_ended and not explained.tie else SENTENCES)


def _event(explained: Explained, accepted: Accepted, sound: Volume) -> Message:
    """What was done, and what it brought the seat that it was for."""
    after, label = explained.outcome.after, accepted.scan.label
    match accepted.event:
        case events.SetAside():
            return SOUNDS[sound] if label.slug == "sound" else title(label)
        case events.RoundBegun():
            return begun(after)
        case events.SeatsTaken():
            return joined([_players(after), begun(after)], SENTENCES)
        case events.RoundEnded():
            return _scored(explained) if after.phase == "scored" else _finished(explained)
        case events.Asked():
            return asked(after, label)
        case events.Undone():
            return gettext("Undone: {what}", what=_undone(explained))
        case events.LobbyOpened():
            return _opened(after)
    if after.phase == "lobby":
        return _lobby(accepted, explained.outcome.before, after)
    return _playing(explained, accepted)


def _players(table: Table) -> Message:
    return joined([player(seat) for seat in table.seats])


def _opened(table: Table) -> Message:
    """A new lobby: the same again, or an empty one."""
    if table.game is None or not table.seats:
        return gettext("New game: scan a menu or game, then badges")
    return gettext(
        "New game: {game} with {players}. Scan NEXT to begin",
        game=title(table.game),
        players=_players(table),
    )


def begun(table: Table) -> Message:
    """What to deal; where nobody counts cards, the hands are scanned at the end."""
    game, _ = playing(table)
    which = round_title(Moment(game, table.round_no))
    cards, desserts = hand(table), game.shuffled_in(table.round_no, len(table.seats))
    if not cards:
        return gettext("{round}: scan a badge, then that hand", round=which)
    deal = ngettext("deal {count} card", "deal {count} cards", cards)
    if not desserts:
        return gettext("{round}: {deal}", round=which, deal=deal)
    shuffle = ngettext("shuffle in {count} dessert", "shuffle in {count} desserts", desserts)
    return gettext("{round}: {deal}, {shuffle}", round=which, deal=deal, shuffle=shuffle)


def _scored(explained: Explained) -> Message:
    """Everybody's round, with why where no card has told it yet."""
    now = explained.outcome.change.after
    whys = {effect.seat: effect for effect in explained.effects}
    each: list[Value] = []
    for seat, stand in zip(now.table.seats, now.seats, strict=True):
        score: dict[str, Value] = {
            "name": player(stand),
            "points": Signed(stand.total - stand.banked),
        }
        if (effect := whys.get(seat)) and effect.causes:
            why = joined([because(cause, effect.game) for cause in effect.causes])
            each.append(gettext("{name} {points} ({why})", **score, why=why))
        else:
            each.append(gettext("{name} {points}", **score))
    return gettext(
        "Round {round}: {scores}. Scan NEXT for round {next}",
        round=now.table.round_no,
        scores=joined(each),
        next=now.table.round_no + 1,
    )


def _finished(explained: Explained) -> Message:
    """The end of the game: everybody's total, and who won."""
    now = explained.outcome.change.after
    totals = joined(
        [
            gettext("{name} {points}", name=player(seat), points=_total(seat, now))
            for seat in now.seats
        ]
    )
    winners = [now.seats[seat] for seat in now.winners]
    won = verdict(winners, explained.tie)
    if explained.tie:
        won = gettext("{verdict} {tie}", verdict=won, tie=tie_break(explained.tie))
    return gettext("The end: {totals}. {verdict}", totals=totals, verdict=won)


def _total(seat: Standing, now: Standings) -> Value:
    game, _ = playing(now.table)
    if not game.unit:
        return seat.total
    return gettext("{amount} {unit}", amount=Amount(seat.total), unit=unit_of(game))


def verdict(winners: Sequence[Standing], tie: TieBreak | None) -> Message:
    """Who won; with a mark of joy where the points alone say so."""
    sentence = WON_CLEARLY if tie is None else WON
    return sentence._replace(values=_won_by(winners))


def who_won(winners: Sequence[Standing]) -> Message:
    """Who won, soberly."""
    return WON._replace(values=_won_by(winners))


def _won_by(winners: Sequence[Standing]) -> Mapping[str, Value]:
    return {"count": len(winners), "names": winner_names(winners)}


def winner_names(winners: Sequence[Standing]) -> Message:
    """Their names, the last after an "and"."""
    *others, last = (player(seat) for seat in winners)
    if not others:
        return joined([last])
    return gettext("{names} and {last}", names=joined(others), last=last)


def asked(table: Table, label: Label) -> Message:
    """What to scan again, and what for."""
    if label.type == "kind":
        return gettext("Scan {kind} again to drop this menu, or go on", kind=title_within(label))
    if label.slug == "new-game":
        return gettext("Scan NEW GAME again to leave this game, or go on")
    wrong = complaints_of(table, complaints(table))
    return gettext("Check first: {wrong}. Scan SCORE again to score anyway", wrong=wrong)


def _undone(explained: Explained) -> Message:
    """What was taken back; a card with whose it was, a removal by what is there again."""
    change = explained.outcome.change
    last = change.undone
    if last is None:
        return gettext("the last scan")
    label, card = last.scan.label, title(last.scan.label)
    if last.seat is None or label.type not in CARDS:
        return gettext("removal of {card}", card=card) if change.restored else card
    name = player(change.before.table.seats[last.seat])
    if change.restored:
        return gettext("removal of {card}, {name}", card=card, name=name)
    return gettext("{card} of {name}", card=card, name=name)


def _lobby(accepted: Accepted, before: Table, table: Table) -> Message:
    """What was chosen, who joined, what was taken out; and what is missing."""
    if isinstance(accepted.event, events.RemoveAsked):
        return gettext("Remove which player, dish or variant?")
    if isinstance(accepted.event, events.RemoveDropped):
        return NOTHING_REMOVED
    done, game = _chosen(accepted.scan.label, before, table), table.game
    if game is None:
        return gettext("{done}; now scan a menu or game", done=done)
    lacks = missing(game, table.menu)
    if not lacks:
        return done
    dishes = joined([refusals.dishes(group, count) for group, count in lacks.items()])
    return gettext("{done}; still missing: {dishes}", done=done, dishes=dishes)


def _chosen(label: Label, before: Table, table: Table) -> Message:
    name = title(label)
    if table.last is not None and table.last.removed:
        return gettext("Removed: {what}", what=title_within(label))
    match label.type:
        case "preset":
            return gettext("Menu: {what}", what=name)
        case "game":
            return gettext("Game: {what}", what=name)
        case "command" if label.slug == table.mode:
            return MODES[table.mode]
        case "command":
            return gettext("Variant: {what}", what=name)
        case "badge":
            return _sat(label.slug, before, table)
    return title_first(label)


def _sat(badge: str, before: Table, table: Table) -> Message:
    """Who joins, or plays again, among how many; or who sat already."""
    name = player(next(seat for seat in table.seats if seat.badge == badge))
    is_again = badge in table.last_time
    if seat_of(before, badge) is not None and not (is_again and before.all_again):
        return gettext("{name} plays already", name=name)
    sits = SITS[is_again, "dummy" in table.variants]
    return sits._replace(values={"name": name, "count": len(table.seats)})


def _playing(explained: Explained, accepted: Accepted) -> Message:
    """Whose card, what it was and what became of it, and what that was worth just now."""
    event, label, seat = accepted.event, accepted.scan.label, accepted.seat
    now = explained.outcome.change.after
    table = now.table
    if isinstance(event, events.RemoveAsked):
        return gettext("Remove which card?")
    if isinstance(event, events.RemoveDropped):
        return NOTHING_REMOVED
    if isinstance(event, events.PhotoCounted):
        return _photo(explained, event)
    if seat is not None and isinstance(event, events.SeatChosen):
        scan = SCAN_CARDS if table.mode == "tally" else SCAN_CARD
        return scan._replace(values={"name": player(table.seats[seat])})
    if seat is None or now.scores is None or not explained.parts:
        return title(label)
    game, _ = playing(table)
    first, *others = explained.parts
    stand = now.seats[seat]
    points = stand.live - stand.total if stand.is_in else 0
    round_ = ROUND._replace(values={"points": points})
    if game.unit:
        round_ = gettext("{amount} {unit} so far", amount=Amount(points), unit=unit_of(game))
    before = explained.outcome.before.round.layout.claims
    reaches = [REACHES_TEN] * (len(table.round.layout.claims) > len(before))
    about = [because(cause, game) for cause in first.causes]
    about += [*reaches, *(_part(part, game) for part in others), round_]
    values: dict[str, Value] = {
        "name": player(stand),
        "card": title(label),
        "points": amount(first.points, game),
        "about": joined(about),
    }
    return _laid(event)._replace(values=values)


def _laid(event: events.Event) -> Message:
    """What became of a card."""
    match event:
        case events.CardStruck():
            return gettext("Removed: {card} of {name}, {points}, {about}")
        case events.CopyNamed():
            return gettext("{name}: Special order as {card} {points}, {about}")
        case events.CardFlipped() | events.CardLaid(flipped=True):
            return gettext("{name}: {card} flipped {points}, {about}")
    return gettext("{name}: {card} {points}, {about}")


def _part(part: Part, game: Game) -> Message:
    """What a card brought by another kind than its own."""
    why = joined([because(cause, game) for cause in part.causes])
    return gettext("{why} {points}", why=why, points=Signed(part.points))


def _photo(explained: Explained, photo: events.PhotoCounted) -> Message:
    """How many cards of whose tray, what they brought, and what was left out and why."""
    after, seat, brought = explained.outcome.after, photo.seat, explained.outcome.change.brought
    cards = sum(accepted.scan.label.type in CARDS for accepted in photo.scans)
    whole = ngettext("{count} card by photo", "{count} cards by photo", cards)
    if seat is not None and brought is not None:
        game, _ = playing(after)
        name, points = player(after.seats[seat]), amount(brought[seat], game)
        whole = gettext("{name}: {cards} {points}", name=name, cards=whole, points=points)
    if not photo.left_out:
        return whole
    book = codebook_of(after.games)
    whys = joined([refusals.of_scan(book, *left_out) for left_out in photo.left_out], PARTED)
    return gettext("{photo}. Not counted: {whys}", photo=whole, whys=whys)


NOTHING_REMOVED = gettext("REMOVE is taken back. Nothing is removed")
SITS = {  # whether they played last time, and with the dummy
    (False, False): ngettext("{name} joins ({count} player)", "{name} joins ({count} players)", 0),
    (False, True): ngettext(
        "{name} joins ({count} player and the dummy)",
        "{name} joins ({count} players and the dummy)",
        0,
    ),
    (True, False): ngettext(
        "{name} plays again ({count} player)", "{name} plays again ({count} players)", 0
    ),
    (True, True): ngettext(
        "{name} plays again ({count} player and the dummy)",
        "{name} plays again ({count} players and the dummy)",
        0,
    ),
}
SENTENCES, AFTER_END = gettext("{first}. {rest}"), gettext("{first} {rest}")
PARTED = gettext("{first}; {rest}")
SOUNDS: Mapping[Volume, Message] = {
    "on": gettext("Sound: on"),
    "soft": gettext("Sound: soft"),
    "off": gettext("Sound: off"),
}
MODES: Mapping[Mode, Message] = {"tally": gettext("Mode: tally"), "live": gettext("Mode: live")}
WON = ngettext("{names} wins", "{names} share the win", 0)
WON_CLEARLY = ngettext("{names} wins!", "{names} share the win!", 0)
SCAN_CARD, SCAN_CARDS = gettext("{name}: scan the card"), gettext("{name}: scan the cards")
REACHES_TEN = gettext("reaches ten uramaki")
ROUND = gettext("round {points}")
