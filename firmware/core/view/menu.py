"""Work out what stands on the menu: dishes with their examples, and what to do with the box.

Rule: points come from the game's scorers; nothing is written down here but how an example is read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import NamedTuple

from engine.cards import Card, Game, Kind
from engine.catalogue import codebook_of
from engine.codes import Label
from engine.position import Ready, Table
from engine.refusals import Refused
from engine.rounds import prepare
from engine.scoring.scorers import by_kind, score
from engine.scoring.tray import FLIPPED, ON_WASABI, Entry, Laid, Layout, bare
from engine.scoring.uramaki import race
from engine.standings import weigh
from firmware.common.facts.menu import (
    BoxSetUp,
    DishEntry,
    Example,
    ExampleCard,
    ExampleTray,
)
from firmware.common.facts.notices import Notice
from firmware.common.facts.outcome import Outcome


def players_of(table: Table) -> int:
    """How many are compared at this table; 0 as long as nobody sits."""
    dummy = table.phase == "lobby" and bool(table.seats) and "dummy" in table.variants
    return len(table.seats) + dummy


def entries(game: Game, menu: Collection[str], players: int = 0) -> list[DishEntry]:
    """The dishes of a menu, in its order."""
    prepared = PreparedMenu.of(game, menu, players)
    return [prepared.entry(game.kind(slug)) for slug in prepared.menu]


def entry(game: Game, slug: str, menu: Collection[str] = (), players: int = 0) -> DishEntry:
    """One dish, which need not be on the menu."""
    on_menu = menu if slug in menu else (*_always(game), slug)
    return PreparedMenu.of(game, on_menu, players).entry(game.kind(slug))


def explained(table: Table, label: Label) -> Notice:
    """What is told of a label to who has asked what it is."""
    meaning = Notice("explained", meaning=label, game=table.games.get(label.game or ""))
    return meaning._replace(dish=dish_of(table, label))


def dish_of(table: Table, label: Label) -> DishEntry | None:
    """The dish that a card, a face or a tile is of: as on this menu, else by itself."""
    game = table.games.get(label.game or "")
    if game is None or label.kind is None:
        return None
    if game != table.game:
        return entry(game, label.kind)
    return entry(game, label.kind, table.menu, players_of(table))


def refused_dish(outcome: Outcome) -> DishEntry | None:
    """The dish of a card that was refused because no game is on: who scans one wants to know."""
    table = outcome.before
    if not isinstance(outcome.result, Refused) or table.phase not in ("lobby", "finished"):
        return None
    label = codebook_of(table.games).read(outcome.text)
    if isinstance(label, Refused) or label.type not in ("card", "face"):
        return None
    return dish_of(table, label)


def _always(game: Game) -> tuple[str, ...]:
    return tuple(kind.slug for kind in game.kinds if not game.menu or kind.group == "always")


class PreparedMenu(NamedTuple):
    """A game prepared for a menu. While `players` is 0, nobody sits: examples have all trays."""

    game: Game
    menu: tuple[str, ...]
    ready: Ready
    players: int

    @classmethod
    def of(cls, game: Game, menu: Collection[str], players: int) -> PreparedMenu:
        dishes = tuple(dict.fromkeys(menu))
        return cls(game, dishes, prepare(game, dishes), players)

    def entry(self, kind: Kind) -> DishEntry:
        words = self.game.presentation.dishes.get(kind.slug)
        texts = words.examples if words else ()
        examples = tuple(example for text in texts if (example := self.example(kind, text)))
        cards = sum(face.copies for face in kind.faces)
        return DishEntry(self.game, kind, self.players, cards, examples)

    def example(self, kind: Kind, text: str) -> Example | None:
        """The trays that a text stands for, with what the kind brings each; None where a card is
        not on the menu. Trays beyond those that are shown are like the last.
        """
        shown = text.split("|")
        if len(shown) > 1 and self.players:
            shown = shown[: self.players]
        trays = [self.cards(tray) for tray in shown]
        if not all(card.kind.slug in self.menu for card in chain(*trays)):
            return None
        more = max(0, self.players - len(trays)) if len(trays) > 1 else 0
        points = self.points(kind, [*trays, *[trays[-1]] * more])
        return tuple(
            ExampleTray(tuple(cards), brings, any(card.kind != kind for card in cards))
            for cards, brings in zip(trays, points, strict=False)
        )

    def cards(self, tray: str) -> list[ExampleCard]:
        return [self.card(word) for word in tray.split()]

    def card(self, word: str) -> ExampleCard:
        """The card that a word of an example stands for."""
        if word == FLIPPED:
            box = next(kind for kind in self.game.kinds if kind.act == "takeout-box")
            return ExampleCard(box, box.faces[0].slug, counts_as=FLIPPED)
        slug, _, copied = word.partition("=")
        group, _, number = slug.partition("/")
        if number:
            of_group = [self.game.kind(kind) for kind in self.menu]
            of_group = [kind for kind in of_group if kind.group == group]
            kind = of_group[min(int(number), len(of_group)) - 1] if of_group else self.game.kinds[0]
            return ExampleCard(kind, kind.faces[0].slug)
        face = self.ready.faces[bare(slug)]
        kind = self.game.kind(face.kind)
        return ExampleCard(kind, face.slug, slug.endswith(ON_WASABI), copied)

    def points(self, kind: Kind, trays: Sequence[Sequence[ExampleCard]]) -> list[int]:
        """What the kind brings each tray; where nobody scores it, what all of the tray does."""
        if self.game.score_hands is not None:
            hands = [[card.face for card in tray] for tray in trays]
            return [sum(by.values()) for by in self.game.score_hands(hands)]
        scale, layout = self.ready.each_round, self.layout(trays)
        if kind.slug in self.game.at_the_end:
            scale = self.ready.at_the_end
            weights = [sum(scale.weights[laid.mark] for laid in tray) for tray in layout.trays]
        else:
            weights = weigh(self.ready, layout)
        scores = score(scale, weights)
        if not self.game.scorer(kind.slug):
            return scores.totals
        seats = range(len(trays))
        return [by_kind(scale, scores, seat).get(kind.slug, 0) for seat in seats]

    def layout(self, trays: Sequence[Sequence[ExampleCard]]) -> Layout:
        """The trays as they lie once each seat has played its own, one seat after the other."""
        entries, lying, ids = list[Entry](), list[list[Laid]](), 0
        for seat, tray in enumerate(trays):
            lying.append([])
            for card in tray:
                ids += 1
                mark = card.counts_as or card.face + ON_WASABI * card.on_wasabi
                laid = Laid(ids, Card(self.ready.faces[card.face], 0), mark)
                lying[-1].append(laid)
                if icons := self.ready.icons.get(mark, 0):
                    entries.append(Entry(seat, ids, laid, icons, seat, same=False))
        claims = race(entries)
        gone = {laid.id for claim in claims for laid in claim.laid}
        left = (tuple(laid for laid in tray if laid.id not in gone) for tray in lying)
        return Layout(tuple(left), claims)


def numbers_of_players(game: Game, menu: Collection[str]) -> tuple[int, ...]:
    """How many can play a menu: each number with which no dish of it is barred."""
    least, most = game.seats
    barred = {players for slug in menu for players in game.barred.get(slug, ())}
    return tuple(players for players in range(least, most + 1) if players not in barred)


def hand_sets(game: Game, shown: Sequence[DishEntry]) -> list[tuple[str, Example]]:
    """The sets of a game that scores hands, each with its mark; the dearest first."""
    if game.score_hands is None:
        return []
    sets = dict[str, Example]()
    for example in chain(*(entry.examples for entry in shown)):
        hands = [[card.face for card in tray.cards] for tray in example]
        slug, *others = game.score_hands(hands)[0]
        if not others:
            sets.setdefault(slug, example)
    return sorted(sets.items(), key=lambda named: -named[1][0].points)


def set_up(
    game: Game, menu: Collection[str], players: int, last: Collection[str] | None = None
) -> BoxSetUp:
    """What to do with the box. `last` is the menu of the last game, if that was one of this box."""
    least, most = game.seats
    known = players if least <= players <= most else 0
    kinds = [game.kind(slug) for slug in menu]
    deck = sum(face.copies for kind in kinds for face in kind.faces if not _shuffled(game, kind))
    rounds = range(1, game.rounds + 1)
    desserts = [game.shuffled_in(number, known) for number in rounds] if known else []
    before = [kind for kind in game.kinds if last is not None and kind.slug in last]
    return BoxSetUp(
        game,
        known,
        game.hand(known) if known else 0,
        tuple(desserts) if any(desserts) else (),
        deck,
        tuple(kind for kind in kinds if last is None or kind.slug not in last) if game.menu else (),
        tuple(kind for kind in before if kind.slug not in menu),
        last is None,
    )


def _shuffled(game: Game, kind: Kind) -> bool:
    """Whether a kind is shuffled in a few cards a round, as desserts are."""
    return kind.slug in game.at_the_end and game.shuffled_in(1, game.seats[0]) > 0
