"""The few words on a tile: what scanning it does, or what the dish brings.

The commands' are the scan protocol's words, the dishes' those of the rules as scored.
"""

from engine.cards import Face, Game, Kind
from firmware.words.language import say
from firmware.words.rules import face_rule, tile_rule

COMMANDS = {
    "next": "starts the game and each new round",
    "score": "ends the round; scan again if asked",
    "undo": "takes back the last scan",
    "remove": "then the card to remove",
    "flip": "then the card that a takeout box flips",
    "same-turn": "then uramaki revealed with the last one",
    "page": "next page on the display",
    "sound": "on, soft, off",
    "tally": "scan at the end of the round (as usual)",
    "live": "scan every card as it is revealed",
    "new-game": "same players again; once more: empty table",
    "teach": "then your sticker, then the label it stands for",
    "language": "the next language",
    "what": "then a card: what it brings",
    "repeat": "says the last thing again",
    "slower": "speaks more slowly",
    "read-table": "says all trays and scores",
    "photo": "reads the labels of a whole tray",
    "call-organiser": "asks somebody to your table",
    "pass-both-ways": "pass to the right in round 2",
    "dummy": "a third hand for two players, and its badge",
}


def preset(game: Game, slug: str) -> str:
    """Name what is on a menu."""
    titles = [game.kind(kind).title for kind in game.presets[slug][1]]
    return ", ".join([titles[0], *(title[0].lower() + title[1:] for title in titles[1:])])


def tile(game: Game, kind: Kind) -> str:
    """Say what a kind brings, and with how many players it may not be."""
    words = say(tile_rule(game, kind.slug))
    barred = " or ".join(str(players) for players in game.barred.get(kind.slug, ()))
    return f"{words}; not with {barred} players" if barred else words


def face(game: Game, kind: Kind, face: Face) -> str:
    """Say what a card brings."""
    return say(face_rule(game, face.slug, kind.slug))
