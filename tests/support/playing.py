"""Play scripts as for `okanjo replay`, or worked examples in words, and give the table.

Words: a badge or command by itself; `tofu` is the next copy of that card, `tofu/2` that very
card; `face:tofu`, `kind:uramaki`, `game:omakase` and `card:sushi-go/tofu/1`, of another game, as
they say. Another lane stands before it: `red:tofu`, `1:remove`. SCORE is scanned again where it
asks.
"""

from functools import cache

from engine.cards import BADGES
from engine.codes import COMMANDS, codebook
from engine.position import Scan, empty
from engine.refusals import Refused
from engine.report import report
from engine.standings import Change, change, standings
from engine.table import scan, scan_text
from firmware.common.facts.outcome import Outcome


@cache
def label(line):
    kind, slug = line.split()
    return codebook().label(kind, slug)


AGAIN = "command score  # only if it asks"


def feed(table, scans):
    """scans: (lane, "type slug"). The table after them, and the refused ones with their reason."""
    refused = []
    for number, (lane, line) in enumerate(scans, 1):
        if line == AGAIN:
            if table.asked != "score":
                continue
            line = "command score"
        table, outcome = scan(table, Scan(label(line), lane))
        if isinstance(outcome, Refused):
            refused.append((number, line, outcome.reason))
    return table, refused


def play(script, table=None):
    """The table after a script (`red: type slug` for red's own lane), and (line, reason)s."""
    scans = []
    for line in script.splitlines():
        lane, _, rest = line.split("#")[0].strip().rpartition(":")
        if rest:
            scans.append((lane.strip() or 0, rest.strip()))
    table, refused = feed(empty() if table is None else table, scans)
    return table, [(line, reason) for _, line, reason in refused]


def outcome_of(before, text, lane=0, book=None):
    """The Outcome of a text scanned at the table of those standings."""
    table, result = scan_text(before.table, book or codebook(), text, lane)
    if isinstance(result, Refused):
        return Outcome(text, lane, result, Change(before, before))
    return Outcome(text, lane, result, change(before, result, table))


def unchanged(table, result):
    """The Outcome of what changes nothing there: a refusal, or a step of teaching."""
    now = standings(table)
    return Outcome("", 0, result, Change(now, now))


def result_of(table):
    return report(standings(table))


def line_of(word, game):
    """A word as `type slug`; a card's has its copy."""
    if word in BADGES:
        return f"badge {word}"
    if word in COMMANDS:
        return f"command {word}"
    kind, _, slug = word.rpartition(":")
    if kind in ("kind", "game", "preset", "card") or (kind and "/" in slug):
        return f"{kind} {slug}"
    return f"{kind or 'card'} {game}/{slug}"


class Example:
    """A worked example: a game, its seats in the order of the badges, and words.

    menu: a preset, or kinds with blanks between them (nigiri is always there). Without a game it
    begins in the empty lobby.
    """

    def __init__(self, game="", seats=0, menu="", *, commands=""):
        self.game, self.copies, self.refused = game, {}, []
        kinds = menu.split()
        if not game:
            self.table = empty()
            return
        if game != "sushi-go-party":
            starts = [f"game {game}"]
        else:
            starts = [f"preset {menu}"] if len(kinds) == 1 else [f"kind {kind}" for kind in kinds]
        starts += [f"badge {badge}" for badge in BADGES[:seats]]
        starts += [f"command {command}" for command in commands.split()]
        self.table, refused = play("\n".join([*starts, "command next"]))
        assert refused == []

    def line(self, word):
        lane, _, rest = word.partition(":")
        if rest and (lane in BADGES or lane.isdigit()):
            return f"{lane}: {self.line(rest)}"
        if ":" in word or word in BADGES or word in COMMANDS:
            return line_of(word, self.game)
        face, _, copy = word.partition("/")
        self.copies.setdefault(face, []).append(copy or self._next(face))
        return line_of(f"{face}/{self.copies[face][-1]}", self.game)

    def _next(self, face):
        return next(str(n) for n in range(1, 20) if str(n) not in self.copies[face])

    def scan(self, words):
        """Scans words, none of which may be refused."""
        for word in words.split():
            self.table, refused = play(self.line(word), self.table)
            assert refused == [], words
            if word == "score" and self.table.asked:
                self.table, refused = play("command score", self.table)
                assert refused == []
        return self

    def refuses(self, word):
        """The reason why the next word is refused; the table stays as it was."""
        before = self.table
        self.table, refused = play(self.line(word), self.table)
        assert self.table == before
        return refused[0][1] if refused else None

    def by(self, words=""):
        """Each seat's {kind: points} of the round that these words and a SCORE end."""
        self.scan(words + " score")
        return [seat["rounds"][-1]["by"] for seat in result_of(self.table)["seats"]]

    def live(self):
        """Each seat's live points."""
        return [seat["live"] for seat in result_of(self.table)["seats"]]

    def end(self, words):
        """report() of a game that goes on from these words with nothing more to score."""
        self.scan(words)
        while self.table.phase != "finished":
            self.scan("next" if self.table.phase == "scored" else "score")
        return result_of(self.table)
