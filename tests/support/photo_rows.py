"""Labels as they are seen from straight above, for what is worked out of photos."""

from support.playing import Example, label

from engine.photo import Seen

PARTY = "sushi-go-party"
EDGE = 25 / 3


def code(word, game=PARTY):
    """`red`, `tempura/1`, `face:tempura`, `next` or six digits as a code."""
    return word if word.isdigit() else label(Example.line(Named(game), word)).code


class Named:
    """As much of an Example as its words need."""

    def __init__(self, game):
        self.game, self.copies = game, {}


def row(words, game=PARTY):
    """A photo from straight above: a card every 65 mm, `+` puts one on that before it, `|` leaves a
    gap as between two trays.
    """
    seen, x = [], 0
    for word in words.split():
        if word == "|":
            x += 1000
            continue
        on = word[0] == "+"
        x, y = x + 65 * (not on), 30 * on
        corners = tuple((x + a * EDGE, y + b * EDGE) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))
        seen.append(Seen(code(word.strip("+"), game), corners))
    return seen
