"""The few words on a tile: what scanning it does, or what the dish brings.

The commands' are the scan protocol's words, the dishes' those of the rules as scored.
"""

from engine.cards import Face, Game, Kind
from engine.message import Message, gettext, joined
from firmware.words.labels import noun, title
from firmware.words.rules import face_rule, tile_rule

COMMANDS = {
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


def preset(game: Game, slug: str) -> Message:
    """Name what is on a menu."""
    first, *others = (title(game.kind(kind)) for kind in game.presets[slug][1])
    return joined([first, *map(noun, others)])


def tile(game: Game, kind: Kind) -> Message:
    """Say what a kind brings, and with how many players it may not be."""
    brings, barred = tile_rule(game, kind.slug), game.barred.get(kind.slug, ())
    if not barred:
        return brings
    players = joined([f"{number}" for number in barred], OR)
    return gettext("{brings}; not with {players} players", brings=brings, players=players)


OR = gettext("{first} or {rest}")


def face(game: Game, kind: Kind, face: Face) -> Message:
    """Say what a card brings."""
    return face_rule(game, face.slug, kind.slug)
