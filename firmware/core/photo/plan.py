"""Plan what photos of trays will do: whose card each is, what is refused, what must be asked.

Rule 1: to scan a plan's `codes` as one photo makes exactly its `change`.
Rule 2: what is not clear is asked; what is chosen stands over what is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    look = photo_look(table, codebook, lane)
    shown = _Shown(look, photos, seat, choices or Choices(), has_just_scanned)
    if table.phase != "playing":
        cards = (Planned(code, None, "refused", NO_ROUND) for code in shown.whose)
        return PhotoPlan((), tuple(cards), (), (), table, why=NO_ROUND)
    work = _Work(shown.look, shown.choices)
    for owner, codes in shown.trays.items():
        work.lay_tray(owner, codes, shown.on)
    work.lay_pending()
    seats = tuple(shown.trays)
    asks = (*shown.asks(), *work.asks, *_counts(work.look.table, seats))
    lost = (Planned(code, None, "counts") for code in shown.astray)  # it would
    done = PhotoPlan((), (*shown.others, *work.cards, *lost), seats, asks, table)
    if shown.astray:
        return done
    after, result = scan(table, Scan(Photo.of(work.codes), lane))
    if isinstance(result, Refused):
        return done._replace(why=result)
    made = change(standings(table), result, after)
    return done._replace(codes=tuple(work.codes), after=after, change=made)


class _Shown:
    """What all photos show together with what is chosen; the first that shows a card counts. The
    cards by seat, those `astray` that are nobody's yet, and the nigiri on each wasabi.
    """

    def __init__(
        self,
        look: PhotoLook,
        photos: Sequence[Sequence[Seen]],
        seat: int | None,
        choices: Choices,
        has_just_scanned: bool,
    ) -> None:
        self.look, self.choices = look, choices
        self.table, self.codebook, lane = look[:3]
        self.whose: dict[str, int | None] = {}  # of every code that is seen or added
        self.trays: dict[int, list[str]] = {}
        self.astray: list[str] = []
        self.others: list[Planned] = []  # what is in no tray
        self.on: dict[str, str] = {}
        self.unsure: dict[str, Unsure] = {}
        drop = {label.code for photo in photos for label in photo} & {*choices.drop}
        self.others += [Planned(code, None, "dropped") for code in sorted(drop)]
        players = {
            _badge_of(self.table, owner, self.codebook): owner
            for owner in range(len(self.table.seats))
        }
        pictures = [
            trays_of([label for label in photo if label.code not in drop], self.codebook, players)
            for photo in photos
        ]
        trays = [tray for picture, _ in pictures for tray in picture]
        for code in dict.fromkeys(tray.badge for tray in trays if tray.badge):
            self.whose[code], self.trays[players[code]] = players[code], []
            self.others.append(Planned(code, players[code], "badge"))
        if seat is None:
            seat = self._guess(trays, lane_of(self.table, lane).seat, has_just_scanned)
        for tray in sorted(trays, key=lambda tray: tray.is_unclear):  # another may show it clearly
            owner = players[tray.badge] if tray.badge else seat
            for code in tray.cards:
                if code not in self.whose:
                    self._add(code, owner, "card")
            for under, over in tray.on.items():
                if under not in self.on and over not in self.on.values():
                    self.on[under] = over
        for _, unsure in pictures:
            self.unsure = {doubt.nigiri: doubt for doubt in unsure} | self.unsure
        for code in dict.fromkeys(label.code for photo in photos for label in photo):
            if code not in self.whose and code not in drop:  # a label of the table sheet
                self._leave_out(code, code in players)
        for code in choices.add:
            self._add(code, seat, "card", "face")
        for code in choices.flipped:
            if code not in self.whose:
                self._add(code, seat, "card", "face")
        for over, under in choices.on.items():
            self.on = {wasabi: nigiri for wasabi, nigiri in self.on.items() if nigiri != over}
            self.on |= {under: over} if under else {}

    def asks(self) -> Iterator[Ask]:
        """Whose the cards that are astray are; what each nigiri lies on that may lie on several."""
        if self.astray:
            badges = tuple(seat.badge or "dummy" for seat in self.table.seats)
            card = self.astray[0] if len(self.astray) == 1 else None
            yield Ask("seat", card, None, badges)
        answered = {*self.choices.on, *self.on.values()}
        for code, unsure in self.unsure.items():
            if code not in answered and self.whose[code] is not None:
                yield Ask("wasabi", code, self.whose[code], (*unsure.wasabi, ""))

    def _guess(
        self, trays: Iterable[SeenTray], scanned: int | None, has_just_scanned: bool
    ) -> int | None:
        """The seat whose cards lie beside no badge, if nobody has said it; None: ask for it.

        `scanned` is whom the scanner scans for. That is good enough where no badge was left out.
        """
        beside = [tray.beside for tray in trays if tray.is_unclear]
        if not beside:
            return next(iter(self.trays), scanned) if len(self.trays) < 2 else None
        if not has_just_scanned or scanned is None or self.trays:
            return None
        own = _badge_of(self.table, scanned, self.codebook)
        return scanned if {own}.issuperset(*beside) else None

    def _leave_out(self, code: str, is_players: bool) -> None:
        label = self.codebook.read(code)
        if isinstance(label, Label) and is_badge(label):
            self._refuse(code, Refused("beside-tile" if is_players else "not-playing", label))
        else:
            self._add(code, None)

    def _add(self, code: str, seat: int | None, *types: str) -> None:
        """Add a card of that seat. A face in a picture is no card: it stands on the table sheet."""
        label = self.codebook.read(code)
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


class _Work:
    """Scans the cards of the trays, one after the other."""

    def __init__(self, look: PhotoLook, choices: Choices) -> None:
        self.look, self.choices = look, choices
        self.codes: list[str] = []
        self.cards: list[Planned] = []
        self.asks: list[Ask] = []
        self._pending: list[tuple[int, str]] = []  # orders of which nobody has said what they copy

    def lay_tray(self, seat: int, cards: Sequence[str], on: Mapping[str, str]) -> None:
        """Scan a tray in order. A nigiri covers the earliest free wasabi, so one whose wasabi lies
        there already comes first.
        """
        book = self.look.codebook
        if not cards:
            return
        self._choose(seat)
        there = [label.code for label in _in_tray(self.look, seat)]
        left, first, pairs = [*cards], list[str](), dict[str, str]()
        for under, over in on.items():
            if (act_of(under, book), act_of(over, book)) == ("wasabi", "nigiri") and over in left:
                if under in there:
                    left.remove(over)
                    first.append(over)
                elif under in cards:
                    pairs[under] = over
        copied = self.choices.copies
        codes = [*first, *in_order(left, pairs, book)]
        # an order that copies another comes after it
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
        """Scan a card; what has to come with it is scanned as a whole, or not at all."""
        after = reduce(PhotoLook.take, codes, self.look)
        if after.left_out != self.look.left_out:
            refusal = after.left_out[len(self.look.left_out)][1]
            self.cards.append(Planned(card, seat, "refused", refusal))
        else:
            counts = len(after.scans) == len(self.look.scans) + len(codes)
            self.cards.append(Planned(card, seat, "counts" if counts else "lies"))
        if len(codes) == 1 or self.cards[-1].state == "counts":
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
        """Scan a special order, what it copies, and the wasabi that a copied nigiri lies on."""
        after = self.look.take(code)
        target = self.choices.copies.get(code, "")
        target = self._command(target) if target == "next" else target
        done = after.take(target)
        if len(done.scans) == len(after.scans):
            self.asks.append(Ask("copy", code, seat, tuple(self._answers(after, seat))))
            self._pending.append((seat, code))
            return
        self._take(seat, code, code, target)
        if self.look.awaits("wasabi"):
            may, on = [*self._answers(self.look, seat), ""], self.choices.on.get(code)
            if on not in may:
                self.asks.append(Ask("wasabi", code, seat, tuple(may)))
            step = on if on and on in may else self._command("next")
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


def _counts(table: Table, seats: Sequence[int]) -> Iterator[Ask]:
    """Whose cards are fewer or more than were dealt; in live, who has not revealed."""
    for seat in seats:
        if table.mode == "live":
            wrong = None if table.round.turns[-1].reveals[seat] else (0, 1)
        else:
            wrong = miscounted(table, seat)
        if wrong:
            yield Ask("count", None, seat, (), *wrong)
