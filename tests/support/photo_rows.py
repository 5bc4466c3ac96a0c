"""Labels as they are seen from straight above, for what is worked out of photos."""

from support.playing import label
from support.tables import PARTY, Words

from engine.codes import Label, codebook
from engine.events import Accepted
from engine.standings import change, standings
from engine.table import scan_text
from firmware.core.photo.plan import Choices, plan
from firmware.core.photo.trays import Seen

EDGE = 25 / 3


def code(word, game=PARTY):
    """`red`, `tempura/1`, `face:tempura`, `next` or six digits as a code."""
    return word if word.isdigit() else label(Words().line(word, game)).code


def seen_at(word, x, y, game=PARTY):
    """A label whose upper left corner lies there, in mm."""
    corners = tuple((x + a * EDGE, y + b * EDGE) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)))
    return Seen(code(word, game), corners)


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
        seen.append(seen_at(word.strip("+"), x, y, game))
    return seen


def slug_of(code: str) -> str:
    """What a label of ours is called."""
    read = codebook().read(code)
    assert isinstance(read, Label), code
    return read.slug


def planned(example, *photos, seat=None, scanned=False, **choices):
    """The plan of photos, each a row or as seen; each of its codes is in the place of its scan.
    `scanned`: its badge was the last scan.
    """
    rows = [row(photo, example.game) if isinstance(photo, str) else photo for photo in photos]
    chosen = Choices(**choices)
    made = plan(example.table, codebook(), rows, seat, chosen, has_just_scanned=scanned)
    if made.codes:
        after, accepted = scan_text(example.table, codebook(), " ".join(made.codes), 0)
        assert isinstance(accepted, Accepted)
        assert made.after == after
        assert made.change == change(standings(example.table), accepted, after)
    return made


def words(codes):
    """`tempura/1` for a card of a game, a slug for the rest."""
    return [slug_of(label_code).removeprefix(f"{PARTY}/") for label_code in codes]


def states(made):
    return {(words([card.code]) or [""])[0]: card.state for card in made.cards}


def questions(made, what):
    return [question for question in made.asks if question.what == what]
