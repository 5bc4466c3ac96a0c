"""What each dish brings, in one sentence with its numbers: beside its points, and on its tile; and
all else that is said of a label to who asks what it is.

The sentences are the games' own (`engine/presentation.py`), the numbers those of their scorers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.cards import Game, Kind
from engine.codes import Label
from engine.message import Message, Value, gettext, joined, ngettext
from engine.scoring.tray import FLIPPED
from firmware.common.facts.menu import (
    BoxSetUp,
    DishEntry,
    ExampleCard,
    ExampleTray,
    MenuProposal,
    MenuReason,
)
from firmware.words.labels import dish, kind_title, menu_title, noun, own, title
from firmware.words.numbers import Figure


def rule(game: Game, slug: str, players: int = 0) -> Message:
    """What a kind or a face brings, among so many players (0: any number); an empty message where
    nothing is told of it.
    """
    rules = dish(game, slug)
    message = next((rule for among, rule in rules.among.items() if players in among), rules.rule)
    return told(game, slug, message)


def in_words(game: Game, slug: str, players: int = 0) -> Message:
    """The same in a sentence, for who does not know the game."""
    words = dish(game, slug)
    among = (sentence for among, sentence in words.in_words_among.items() if players in among)
    sentence = next(among, words.in_words)
    return told(game, slug, sentence) if sentence.text else rule(game, slug, players)


def tile_rule(game: Game, slug: str) -> Message:
    """What is said of a kind on its menu tile."""
    return told(game, slug, dish(game, slug).kind_tile or dish(game, slug).rule)


def face_rule(game: Game, face: str, kind: str) -> Message:
    """What is said of a face beside its code: its own words, or those of its kind."""
    told_of_face = dish(game, face).face_tile or dish(game, kind).face_tile
    return told_of_face or rule(game, face) or rule(game, kind)


def told(game: Game, slug: str, message: Message) -> Message:
    """A game's message with the numbers of a kind's scorer."""
    scorer = game.scorer(slug)
    numbers = {name: _number(number) for name, number in scorer.numbers.items()} if scorer else {}
    return own(game, message._replace(values={**numbers, **message.values}))


def _number(number: int | Sequence[int]) -> Value:
    """A number with a real minus, or several."""
    if isinstance(number, int):
        return f"{number}".replace("-", "−")
    return joined([_number(single) for single in number])


# --- what stands on the menu ----------------------------------------------------------------------


def entry_rule(entry: DishEntry) -> Message:
    """What a dish brings at this table, in few words."""
    return rule(entry.game, entry.kind.slug, entry.players)


def entry_in_words(entry: DishEntry) -> Message:
    """The same in a sentence, for who does not know the game."""
    return in_words(entry.game, entry.kind.slug, entry.players)


def entry_rules(entry: DishEntry, numbers: Sequence[int]) -> list[Message]:
    """What a dish brings where any of these numbers of players may sit, in sentences: as usual,
    and what differs among some of them.
    """
    game, slug = entry.game, entry.kind.slug
    words = dish(game, slug)
    rules = [in_words(game, slug)]
    for among in words.in_words_among if words.in_words.text else words.among:
        own = [players for players in numbers if players in among]
        if own == [*numbers]:
            return [in_words(game, slug, own[0])]
        if own:
            sentence, players = in_words(game, slug, own[0]), span(own[0], own[-1])
            rules.append(AMONG._replace(values={"players": players, "rule": sentence}))
    return rules


def span(least: int, most: int) -> Message:
    """From the least number to the most."""
    if least == most:
        return Message(f"{least}")
    return SPAN._replace(values={"least": least, "most": most})


def care(entry: DishEntry) -> list[Message]:
    """What to watch out for, a sentence each."""
    game, kind = entry.game, entry.kind
    sentences = [told(game, kind.slug, sentence) for sentence in dish(game, kind.slug).care]
    if entry.numbers:
        numbers = joined([f"{number}" for number in entry.numbers])
        sentences.append(BY_NUMBER._replace(values={"numbers": numbers}))
    if entry.is_kept:
        sentences.append(KEPT)
    if barred := game.barred.get(kind.slug):
        players = joined([f"{players}" for players in barred], OR)
        sentences.append(BARRED._replace(values={"players": players}))
    return sentences


def example(entry: DishEntry, tray: ExampleTray) -> Message:
    """A tray and what the dish brings there: "3 × Tempura: 5"."""
    brings = points(entry, tray)
    return BRINGS._replace(values={"cards": cards(entry.game, tray.cards), "points": brings})


def points(entry: DishEntry, tray: ExampleTray) -> Value:
    """What a dish brings; with its name, where other cards lie there that bring something, too."""
    amount = Figure(f"{tray.points:,}".replace("-", "−"))
    if tray.is_mixed and entry.game.scorer(entry.kind.slug):
        return OF_DISH._replace(values={"dish": title(entry.kind), "points": amount})
    return amount


def cards(game: Game, cards: Iterable[ExampleCard]) -> Message:
    """The cards of a tray, those that are alike together."""
    counts = Counter(cards)
    return joined([_cards(game, card, counts[card]) for card in counts]) if counts else NO_CARD


def _cards(game: Game, card: ExampleCard, count: int) -> Message:
    name = _card(game, card)
    return MANY._replace(values={"count": count, "card": name}) if count > 1 else name


def _card(game: Game, card: ExampleCard) -> Message:
    face = title(game.face(card.face))
    if card.counts_as == FLIPPED:
        return kind_title(game, FLIPPED)
    if card.counts_as:
        return COPY._replace(values={"card": face, "copied": title(game.face(card.counts_as))})
    return ON_WASABI._replace(values={"card": face}) if card.on_wasabi else face


def cards_in_all(entry: DishEntry) -> Message:
    """How many cards of a dish there are."""
    return ngettext("{count} card", "{count} cards", entry.cards)


def set_up(box: BoxSetUp) -> list[Message]:
    """What to do with the box before the game and after each round, a sentence each."""
    sentences = []
    if box.game.menu and not (box.taken or box.put_back):
        sentences.append(SAME_DISHES)
    if box.put_back:
        sentences.append(PUT_BACK._replace(values={"dishes": _dishes(box.put_back)}))
    if box.taken:
        take = TAKE_ALL if box.is_first else TAKE
        sentences.append(take._replace(values={"dishes": _dishes(box.taken)}))
    if not box.players:
        return [*sentences, BADGES_FIRST]
    sentences.append(shuffled(box))
    if box.desserts:
        rounds = [
            BEFORE_ROUND._replace(values={"count": count, "round": number})
            for number, count in enumerate(box.desserts, 1)
        ]
        sentences.append(DESSERTS._replace(values={"rounds": joined(rounds)}))
    if box.dealt:
        sentences.append(DEAL._replace(values={"count": box.dealt}))
    return [*sentences, *after_rounds(box.game)]


def shuffled(box: BoxSetUp) -> Message:
    """How many cards make the deck."""
    shuffle = SHUFFLE_WITHOUT if box.desserts else SHUFFLE
    return shuffle._replace(values={"count": box.deck})


def after_rounds(game: Game) -> list[Message]:
    """Where the cards go after a round; nothing where there is only one."""
    if game.rounds == 1:
        return []
    return [BACK if game.reshuffled else ASIDE]


def play(game: Game) -> list[Message]:
    """How the game goes, a sentence each."""
    return [own(game, sentence) for sentence in game.presentation.play]


def _dishes(kinds: Sequence[Kind]) -> Message:
    return joined([title(kind) for kind in kinds])


AMONG, SPAN = gettext("With {players} players: {rule}"), gettext("{least} to {most}")
MANY = gettext("{count} × {card}")
ON_WASABI = gettext("{card} on wasabi")
COPY = gettext("{card} as {copied}")
NO_CARD = gettext("no card")
BRINGS, OF_DISH = gettext("{cards}: {points}"), gettext("{dish} {points}")
OR = gettext("{first} or {rest}")
BY_NUMBER = gettext("Actions go by the printed numbers, lowest first: this has {numbers}.")
KEPT = gettext("Keep it until the end of the game.")
BARRED = gettext("Not with {players} players.")
SAME_DISHES = gettext("The dishes are those of the last game.")
TAKE_ALL = gettext("Take out of the box: {dishes}.")
TAKE = gettext("Beside the last game’s, take out of the box: {dishes}.")
PUT_BACK = gettext("Put back into the box: {dishes}.")
BADGES_FIRST = gettext("Scan a badge for each player: then this says how many cards to deal.")
SHUFFLE = ngettext("Shuffle {count} card.", "Shuffle {count} cards.", 0)
SHUFFLE_WITHOUT = ngettext(
    "Shuffle {count} card: all but the desserts.", "Shuffle {count} cards: all but the desserts.", 0
)
BEFORE_ROUND = gettext("{count} before round {round}")
DESSERTS = gettext("Shuffle in desserts: {rounds}.")
DEAL = ngettext("Deal each player {count} card.", "Deal each player {count} cards.", 0)
BACK = gettext(
    "After each round all cards go back into the deck, but desserts: they stay with the players."
)
ASIDE = gettext(
    "After each round the cards that were played are set aside, but desserts: they stay with the"
    " players."
)


# --- which menu -----------------------------------------------------------------------------------


def why_menu(proposal: MenuProposal) -> Message:
    """Why a menu is proposed, in one sentence."""
    values: dict[str, Value] = {"count": proposal.number}
    if proposal.names:
        values["names"] = joined(proposal.names)
    if proposal.dishes:
        values["dishes"] = _dishes(proposal.dishes)
    if proposal.reason == "first-game" and not proposal.names:
        return FIRST
    if proposal.reason == "for-so-many" and not proposal.number:
        return FOR_ANY
    return REASONS[proposal.reason]._replace(values=values)


FIRST = gettext("For a first game: the first menu in the rule book.")
FOR_ANY = gettext("It is for any number of players.")
REASONS: Mapping[MenuReason, Message] = {
    "first-game": gettext("For a first game ({names}): the first menu in the rule book."),
    "never-played": gettext("It was never played here."),
    "not-lately": ngettext(
        "It was not played in the last game.", "It was not played in the last {count} games.", 0
    ),
    "gentle": gettext("Gentle: it has no card that hurts others."),
    "sharp": gettext("Sharp: here others lose by {dishes}."),
    "for-so-many": ngettext(
        "All its dishes are for {count} player.", "All its dishes are for {count} players.", 0
    ),
}


# --- what a label is ------------------------------------------------------------------------------


def explained(label: Label, entry: DishEntry | None, game: Game | None) -> Message:
    """What a label is for: of a card what it brings, of a menu its dishes."""
    if entry is not None:
        return entry_rule(entry)
    if game is not None and label.type == "preset":
        return preset(game, label.preset)
    if game is not None:
        return for_players(*game.seats, game.rounds)
    return BADGE if label.type == "badge" else COMMANDS.get(label.slug, NO_WORDS)


def for_players(least: int, most: int, rounds: int) -> Message:
    """By how many players, in how many rounds."""
    return ngettext(
        "{least} to {most} players, {count} round",
        "{least} to {most} players, {count} rounds",
        rounds,
        least=least,
        most=most,
    )


def preset(game: Game, slug: str) -> Message:
    """Name what is on a menu."""
    first, *others = (title(game.kind(kind)) for kind in game.presets[slug][1])
    return joined([first, *map(noun, others)])


def label_title(label: Label, game: Game | None) -> Message:
    """What a label is called."""
    if game is not None and label.type == "preset":
        return menu_title(game, label.preset)
    return title(label)


NO_WORDS = Message("")
BADGE = gettext("a player’s badge: before that player’s cards")
COMMANDS: Mapping[str, Message] = {
    "next": gettext("starts the game and each new round"),
    "score": gettext("ends the round; scan again if asked"),
    "undo": gettext("takes back the last scan"),
    "remove": gettext("then the card to remove"),
    "flip": gettext("then the card that a takeout box flips"),
    "same-turn": gettext("then uramaki revealed with the last one"),
    "page": gettext("next page on the display"),
    "sound": gettext("on, soft, off"),
    "tally": gettext("scan at the end of the round (as usual)"),
    "live": gettext("scan every card as it is revealed"),
    "new-game": gettext("same players again; once more: empty table"),
    "teach": gettext("then your sticker, then the label it stands for"),
    "language": gettext("the next language"),
    "what": gettext("then a card: what it brings"),
    "repeat": gettext("says the last thing again"),
    "slower": gettext("speaks more slowly"),
    "read-table": gettext("says all trays and scores"),
    "photo": gettext("reads the labels of a whole tray"),
    "call-organiser": gettext("asks somebody to your table"),
    "pass-both-ways": gettext("pass to the right in round 2"),
    "dummy": gettext("a third hand for two players, and its badge"),
}
