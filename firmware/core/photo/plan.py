"""Plan what photos of trays will do: whose card each is, what is refused, what must be asked.

It takes three steps. `_pictures` splits each photo into trays (`trays.py`). `_CodesByOwner` gives
every code that is seen or chosen to a seat, or says why it is nobody's. `_Trial` then scans the
cards of one seat after the other on a copy of the table, which shows what each of them would do.

Rule 1: to scan a plan's `codes` as one photo makes exactly its `change`.
Rule 2: what is not clear is asked; what is chosen stands over what is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from engine.cards import Act
from engine.codes import Codebook, Label, Photo
from engine.compound import NO_ROUND, PhotoLook
from engine.events import Accepted, CopyNamed, NigiriPut, OrderDropped
from engine.locate import label_of
from engine.position import SHARED_LANE, LaneName, Scan, Table, lane_of, playing
from engine.refusals import Refused
from engine.rounds import miscounted
from engine.standings import change, standings
from engine.table import decide, photo_look, scan
from firmware.common.facts.photo import Ask, PhotoPlan, Planned
from firmware.core.photo.trays import Seen, SeenTray, Unsure, act_of, in_order, is_badge, trays_of

ORDER: Act = "special-order"
PAIR: tuple[Act, Act] = ("wasabi", "nigiri")
ANSWERS = (CopyNamed, OrderDropped, NigiriPut)


class Choices(NamedTuple):
    """What the player says, by codes. `drop` is not there; `add` is, unseen: cards, or faces;
    `flipped` lie face down, seen or not. `on` says of a nigiri, or an order that copies one, the
    wasabi under it ("": none). `copies` says of a special order which card or face it copies, or
    "next": none, and it is discarded.
    """

    drop: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    on: Mapping[str, str] = {}
    copies: Mapping[str, str] = {}
    flipped: tuple[str, ...] = ()


def plan(
    table: Table,
    codebook: Codebook,
    photos: Sequence[Sequence[Seen]],
    seat: int | None = None,
    choices: Choices | None = None,
    lane: LaneName = SHARED_LANE,
    has_just_scanned: bool = False,
) -> PhotoPlan:
    """Plan some photos, for that scanner. Cards without a badge, and added cards, belong to `seat`.
    If that is None, they belong to the only badge that is seen, else to whom the scanner scans for.
    Where the tray's own badge may have been left out, the plan asks whose the cards are. It does
    not ask who `has_just_scanned` a badge there, unless another player's lies beside the cards.
    """
    choices = choices or Choices()
    players = {_badge_of(table, owner, codebook): owner for owner in range(len(table.seats))}
    pictures = _pictures(photos, codebook, players, choices.drop)
    if seat is None:
        scans_for = lane_of(table, lane).seat
        seat = _seat_beside_no_badge(pictures, players, scans_for, has_just_scanned)
    owners = _CodesByOwner(codebook)
    owners.add_pictures(pictures, players, seat)
    owners.add_chosen(choices, seat)
    if table.phase != "playing":
        cards = (Planned(code, None, "refused", NO_ROUND) for code in owners.whose)
        return PhotoPlan((), tuple(cards), (), (), table, why=NO_ROUND)
    on = _nigiri_on_wasabi(pictures.trays, choices.on)
    trial = _Trial(photo_look(table, codebook, lane), choices)
    for owner, codes in owners.trays.items():
        trial.lay_tray(owner, codes, on)
    trial.lay_pending()
    seats = tuple(owners.trays)
    asks = (
        *_whose(owners.astray, table),
        *_what_they_lie_on(pictures.unsure, owners.whose, {*choices.on, *on.values()}),
        *trial.asks,
        *_counts(trial.look.table, seats),
    )
    astray = (Planned(code, None, "counts") for code in owners.astray)  # it would
    planned = PhotoPlan((), (*owners.others, *trial.cards, *astray), seats, asks, table)
    return planned if owners.astray else _with_change(planned, table, trial.codes, lane)


def _with_change(
    planned: PhotoPlan, table: Table, codes: Sequence[str], lane: LaneName
) -> PhotoPlan:
    """The plan with what these codes would change, or why nothing."""
    after, result = scan(table, Scan(Photo.of(codes), lane))
    if isinstance(result, Refused):
        return planned._replace(why=result)
    made = change(standings(table), result, after)
    return planned._replace(codes=tuple(codes), after=after, change=made)


# --- what the photos show -------------------------------------------------------------------


class _Pictures(NamedTuple):
    """What all photos show. `codes` are in the order in which they were seen; those that were
    `dropped` lie in no tray. The trays that show whose they are come first. `unsure` is by nigiri.
    """

    codes: Sequence[str]
    dropped: Sequence[str]
    trays: Sequence[SeenTray]
    unsure: Mapping[str, Unsure]


def _pictures(
    photos: Sequence[Sequence[Seen]],
    codebook: Codebook,
    players: Collection[str],
    drop: Collection[str],
) -> _Pictures:
    """Split the photos into trays; where two photos show the same, the first counts."""
    codes = dict.fromkeys(label.code for photo in photos for label in photo)
    trays, unsure = list[SeenTray](), dict[str, Unsure]()
    for photo in photos:
        left = [label for label in photo if label.code not in drop]
        in_photo, doubts = trays_of(left, codebook, players)
        trays += in_photo
        unsure = {doubt.nigiri: doubt for doubt in doubts} | unsure
    return _Pictures(
        [code for code in codes if code not in drop],
        sorted(codes.keys() & {*drop}),
        sorted(trays, key=lambda tray: tray.is_unclear),
        unsure,
    )


def _seat_beside_no_badge(
    pictures: _Pictures, players: Mapping[str, int], scans_for: int | None, has_just_scanned: bool
) -> int | None:
    """The seat whose cards lie beside no badge, if nobody has said it; None: ask for it.

    `scans_for` is whom the scanner scans for. That is good enough where no badge was left out.
    """
    badges = dict.fromkeys(tray.badge for tray in pictures.trays if tray.badge)
    unclear = [tray for tray in pictures.trays if tray.is_unclear]
    if not unclear and len(badges) < 2:
        return next((players[badge] for badge in badges), scans_for)
    if not unclear or badges or not has_just_scanned:
        return None
    is_own = all(players[badge] == scans_for for tray in unclear for badge in tray.beside)
    return scans_for if is_own else None


def _nigiri_on_wasabi(trays: Iterable[SeenTray], chosen: Mapping[str, str]) -> dict[str, str]:
    """The nigiri on each wasabi: as it is seen first, unless it is `chosen` otherwise."""
    on = dict[str, str]()
    for tray in trays:
        for wasabi, nigiri in tray.on.items():
            if wasabi not in on and nigiri not in on.values():
                on[wasabi] = nigiri
    for nigiri, wasabi in chosen.items():
        on = {under: over for under, over in on.items() if over != nigiri}
        if wasabi:
            on[wasabi] = nigiri
    return on


class _CodesByOwner:
    """Every code that is seen or chosen, and whose it is; the first that shows a card counts."""

    def __init__(self, codebook: Codebook) -> None:
        self._codebook = codebook
        self.whose: dict[str, int | None] = {}  # of all codes but those that were dropped
        self.trays: dict[int, list[str]] = {}  # the cards of each seat that has a badge or a card
        self.astray: list[str] = []  # cards that somebody has to say the seat of
        self.others: list[Planned] = []  # what is in no tray

    def add_pictures(
        self, pictures: _Pictures, players: Mapping[str, int], seat: int | None
    ) -> None:
        """Add what is seen. `players` has the seat of each badge, `seat` is that of cards without
        one.
        """
        self.others += [Planned(code, None, "dropped") for code in pictures.dropped]
        for badge in dict.fromkeys(tray.badge for tray in pictures.trays if tray.badge):
            self.whose[badge], self.trays[players[badge]] = players[badge], []
            self.others.append(Planned(badge, players[badge], "badge"))
        for tray in pictures.trays:  # clear ones first: another photo may show whose a card is
            owner = players[tray.badge] if tray.badge else seat
            for code in tray.cards:
                if code not in self.whose:
                    self._add(code, owner, "card")
        for code in pictures.codes:
            if code not in self.whose:  # a label of the table sheet
                self._leave_out(code, code in players)

    def add_chosen(self, choices: Choices, seat: int | None) -> None:
        """Add what a player says is there."""
        for code in choices.add:
            self._add(code, seat, "card", "face")
        for code in choices.flipped:
            if code not in self.whose:
                self._add(code, seat, "card", "face")

    def _leave_out(self, code: str, is_players: bool) -> None:
        label = self._codebook.read(code)
        if isinstance(label, Label) and is_badge(label):
            self._refuse(code, Refused("beside-tile" if is_players else "not-playing", label))
        else:
            self._add(code, None)

    def _add(self, code: str, seat: int | None, *types: str) -> None:
        """Add a card of that seat. A face in a picture is no card: it stands on the table sheet."""
        label = self._codebook.read(code)
        if isinstance(label, Refused):
            self._refuse(code, label)
        elif label.type not in types:
            self._refuse(code, Refused("not-for-photos", label))
        elif code not in self.whose or label.type == "face":
            self.whose[code] = seat
            (self.astray if seat is None else self.trays.setdefault(seat, [])).append(code)

    def _refuse(self, code: str, why: Refused) -> None:
        self.whose[code] = None
        self.others.append(Planned(code, None, "refused", why))


# --- what scanning them would do ------------------------------------------------------------


class _Trial:
    """Scans the cards of the trays, one after the other, on a copy of the table."""

    def __init__(self, look: PhotoLook, choices: Choices) -> None:
        self.look, self.choices = look, choices
        self.codes: list[str] = []  # all that was scanned
        self.cards: list[Planned] = []
        self.asks: list[Ask] = []
        self._pending: list[tuple[int, str]] = []  # orders of which nobody has said what they copy

    def lay_tray(self, seat: int, cards: Sequence[str], on: Mapping[str, str]) -> None:
        """Scan a tray in order. A nigiri covers the earliest free wasabi, so one whose wasabi lies
        there already comes first. An order that copies another comes after it.
        """
        if not cards:
            return
        book, copied = self.look.codebook, self.choices.copies
        self._choose(seat)
        there = {label.code for label in _in_tray(self.look, seat)}
        pairs = _pairs(on, cards, book)
        first = [nigiri for wasabi, nigiri in pairs.items() if wasabi in there]
        fresh = {
            wasabi: nigiri
            for wasabi, nigiri in pairs.items()
            if wasabi in cards and wasabi not in there
        }
        left = [*cards]
        for nigiri in first:
            left.remove(nigiri)
        codes = [*first, *in_order(left, fresh, book)]
        for code in sorted(codes, key=lambda code: act_of(copied.get(code, ""), book) == ORDER):
            self._lay(seat, code)

    def lay_pending(self) -> None:
        """The table itself asks what an order copies, of one: so that comes last of all."""
        for seat, code in self._pending[:1]:
            self._choose(seat)
            self._take(seat, code, code)
        for seat, code in self._pending[1:]:
            label = self.look.codebook.read(code)
            why = label if isinstance(label, Refused) else Refused("copy-awaited", label)
            self.cards.append(Planned(code, seat, "refused", why))

    def _choose(self, seat: int) -> None:
        code = _badge_of(self.look.table, seat, self.look.codebook)
        self.codes.append(code)
        self.look = self.look.take(code)

    def _take(self, seat: int, card: str, *codes: str) -> None:
        """Scan a card. Where it takes several codes, all of them are scanned, or none."""
        after = reduce(PhotoLook.take, codes, self.look)
        refused = after.left_out[len(self.look.left_out) :]
        counts = len(after.scans) == len(self.look.scans) + len(codes)
        if refused:
            self.cards.append(Planned(card, seat, "refused", refused[0][1]))
        else:
            self.cards.append(Planned(card, seat, "counts" if counts else "lies"))
        if counts or len(codes) == 1:
            self.codes += codes
            self.look = after

    def _lay(self, seat: int, code: str) -> None:
        if code in self.choices.flipped:
            self._take(seat, code, self._command("flip"), code)
        elif self.look.take(code).awaits("copy"):
            self._lay_order(seat, code)
        else:
            self._take(seat, code, code)

    def _lay_order(self, seat: int, code: str) -> None:
        """Scan a special order, and what it copies; where nobody has said that, ask."""
        copied = self.choices.copies.get(code, "")
        target = self._command("next") if copied == "next" else copied
        asking = self.look.take(code)
        if len(asking.take(target).scans) == len(asking.scans):  # that is no answer
            self.asks.append(Ask("copy", code, seat, tuple(self._answers(asking, seat))))
            self._pending.append((seat, code))
            return
        self._take(seat, code, code, target)
        if self.look.awaits("wasabi"):
            self._put_copy(seat, code)

    def _put_copy(self, seat: int, order: str) -> None:
        """Scan the wasabi that a copied nigiri lies on; NEXT for none, and where it is not said."""
        choices, chosen = [*self._answers(self.look, seat), ""], self.choices.on.get(order)
        if chosen not in choices:
            self.asks.append(Ask("wasabi", order, seat, tuple(choices)))
        step = chosen if chosen and chosen in choices else self._command("next")
        self.codes.append(step)
        self.look = self.look.take(step)

    def _answers(self, look: PhotoLook, seat: int) -> Iterator[str]:
        """What answers that which is awaited: cards of a tray, as it is then, or "next"."""
        for label in (*_in_tray(look, seat), look.codebook.label("command", "next")):
            result = decide(look.table, Scan(label, look.lane))
            if isinstance(result, Accepted) and isinstance(result.event, ANSWERS):
                yield "next" if label.type == "command" else label.code

    def _command(self, slug: str) -> str:
        return self.look.codebook.label("command", slug).code


def _pairs(on: Mapping[str, str], cards: Collection[str], codebook: Codebook) -> dict[str, str]:
    """Each nigiri among these cards that lies on a wasabi, by the wasabi."""
    return {
        under: over
        for under, over in on.items()
        if over in cards and (act_of(under, codebook), act_of(over, codebook)) == PAIR
    }


def _badge_of(table: Table, seat: int, codebook: Codebook) -> str:
    """The code that is scanned before this seat's cards."""
    badge = table.seats[seat].badge
    return codebook.label("badge", badge).code if badge else codebook.label("command", "dummy").code


def _in_tray(look: PhotoLook, seat: int) -> Iterator[Label]:
    """The labels of what lies in a tray, each once."""
    game, _ = playing(look.table)
    tray = look.table.round.layout.trays[seat]
    for card in dict.fromkeys(laid.card for laid in tray):
        yield label_of(look.codebook, game, card)


# --- what has to be asked -------------------------------------------------------------------


def _whose(astray: Sequence[str], table: Table) -> Iterator[Ask]:
    """Whose the cards that are astray are: a card, or a tray of several."""
    if astray:
        badges = tuple(seat.badge or "dummy" for seat in table.seats)
        yield Ask("seat", astray[0] if len(astray) == 1 else None, None, badges)


def _what_they_lie_on(
    unsure: Mapping[str, Unsure], whose: Mapping[str, int | None], known: Collection[str]
) -> Iterator[Ask]:
    """What each nigiri lies on that may lie on several, but those that are `known`."""
    for code, doubt in unsure.items():
        if code not in known and whose[code] is not None:
            yield Ask("wasabi", code, whose[code], (*doubt.wasabi, ""))


def _counts(table: Table, seats: Sequence[int]) -> Iterator[Ask]:
    """Whose cards are fewer or more than were dealt; in live, who has not revealed."""
    for seat in seats:
        if table.mode == "live":
            wrong = None if table.round.turns[-1].reveals[seat] else (0, 1)
        else:
            wrong = miscounted(table, seat)
        if wrong:
            yield Ask("count", None, seat, (), *wrong)
