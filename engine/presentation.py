"""What a game says and looks like: its second record, beside its rules.

The engine never reads it. Its messages are in English with placeholders, and are said in a language
by whoever shows them. A message of a rule may have the numbers of its kind's scorer in it, by the
names that the scorer gives them: a number changed there changes the sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.message import Message

SILENT = Message("")


class DishWords(NamedTuple):
    """How a kind is told and drawn; a face, a set of cards or a mark, where it has its own words.

    `title` is what a set or a mark is called; kinds and faces have their own. `in_full` is a face's
    title uncut, where there is room for more than 21 characters.
    `rule` is what it brings, in few words, and `among` the same for so many players where that
    reads otherwise. `in_words` and `in_words_among` are the same in a sentence, for who does not
    know the game; without one the rule is clear enough. `kind_tile` and `face_tile` are said on
    paper in place of the rule: what scanning does besides.
    `cards` are its cards where players are compared ("most maki"), if not its title; `tie` is what
    told winners from others by a dessert, with `{cards}` and `{most}`.
    `icon` is the name of its icon, if not its slug.
    `examples` are trays to show with what the dish brings there, which is worked out. Of trays that
    are compared, parted by `|`, a table of fewer players has the first, and one of more has the
    last several times. A tray is words: a face; `squid-nigiri+wasabi`, on one; `flipped`, face
    down; `special-order=tempura`, a face that counts as another; `roll/1`, the first face of the
    first roll on this menu. What has a card that is not on the menu is left out.
    `care` are sentences about what to watch out for while it is played.
    """

    rule: Message = SILENT
    among: Mapping[range, Message] = {}
    in_words: Message = SILENT
    in_words_among: Mapping[range, Message] = {}
    title: Message | None = None
    in_full: Message | None = None
    kind_tile: Message | None = None
    face_tile: Message | None = None
    cards: Message | None = None
    tie: Message | None = None
    icon: str = ""
    examples: tuple[str, ...] = ()
    care: tuple[Message, ...] = ()


class Presentation(NamedTuple):
    """`tile` is said below the game's title on paper; `play` is how the game goes, in sentences in
    their order, for who does not know it. With `domain` it has catalogues of its own:
    `catalogues` is the folder with LANGUAGE/DOMAIN.mo.
    """

    dishes: Mapping[str, DishWords] = {}
    tile: Message = SILENT
    play: tuple[Message, ...] = ()
    icon: str = ""
    domain: str = ""
    catalogues: str = ""
