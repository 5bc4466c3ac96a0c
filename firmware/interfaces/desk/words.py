"""Complete what a person types in place of a label, and resolve it to `type slug`.

Rule 1. A code is never touched: what may be one goes on as it was scanned. A slip of the keys
        goes no further than the desk.
Rule 2. Where two rows share a short name, the row given first has it.
Rule 3. Every line that a file of scans may hold means here what it means there.
"""

from collections.abc import Callable, Iterable

from engine.notation import parted, printable, words_of
from firmware.core.view.commands import Word

HELP = (
    "Scan labels or type their names, several on a line if you like.",
    "",
    "  my-first-meal red blue next   a menu, a badge for each player, start",
    "  sushi-go, omakase             the other games, instead of a menu",
    "  dummy, pass-both-ways         variants of Sushi Go!, before the game",
    "  live, tally                   scan each card as revealed, or at the end",
    "  red maki-2 tempura tempura    red's badge, then red's cards",
    "  blue egg-nigiri tea           blue's badge, then blue's cards",
    "  flip tofu                     play a card face down, or flip one",
    "  remove tea                    remove a card; before a game a player or dish",
    "  undo                          take back the last scan; again: the one before",
    "  score                         end the round; then  next  for another",
    "  new-game                      end this game, or play again",
    "  page, sound, teach            next page; volume; use your own stickers",
    "",
    "You can shorten words:  tem  for temaki.",
    "In full:  badge red,  command next,  card sushi-go-party/maki-1/2.",
    "Tab completes; Tab again shows the next match; arrow up repeats lines.",
    "Leave with quit, Ctrl-C or Ctrl-D. The game is saved; continue any time.",
)
OWN = ("help", "quit")  # words for the desk itself
ANY = ""
TYPES = ("card", "face", "kind", "preset", "game", "badge", "command")
LONGEST_WORD = 60  # longer ones are nobody's typing: not worth a search
NEAR, NEAR_SHORT = 0.8, 0.66  # how much of two words is alike; of short ones a letter is much
MOST_LISTED = 14
LONGEST_LINE = 8192  # characters; the rest of a line is dropped. No label holds as many.


class Unclear(Exception):
    """Why a line was not taken, in words for the person who typed it."""


def short(word: Word) -> str:
    """maki-1 for sushi-go-party/maki-1, maki-1/2 for that card."""
    return word.slug.split("/", 1)[1] if word.type in ("card", "face") else word.slug


class DeskWords:
    """The names there are just now, in the order they should be offered. `taught` knows the
    stickers that stand for one of ours.
    """

    def __init__(
        self, rows: Iterable[Word] = (), taught: Callable[[str], object] = lambda text: None
    ) -> None:
        self._taught = taught
        self._names: dict[str, dict[str, Word]] = {type_: {} for type_ in (ANY, *TYPES)}
        for word in sorted(rows, key=lambda word: not word.fits):  # else in the order given
            self._names[ANY].setdefault(short(word), word)
            self._names[word.type].setdefault(word.slug, word)
            self._names[word.type].setdefault(short(word), word)

    def read(self, text: str, sticker: bool = False) -> list[str]:
        """The scans a line stands for, each still as typed but clear: a code, a full name (maki-1)
        or `type name`. They are resolved one by one, when their turn has come. Where a foreign
        sticker is awaited, a line is one, as it is, unless all of it is ours in full. Unclear for
        a line that cannot be read."""
        words = words_of(text)
        tokens = [part for word in words for part in word.split(",") if part]
        if sticker and words and not self._in_full(tokens):
            return [" ".join(words)]
        pieces, foreign = self._pieces(tokens)
        if all(map(str.isdecimal, foreign)):
            return pieces
        line = " ".join(words)  # as it came, commas and all
        typos = [word for word in foreign if not self._is_code(word)]
        if len(foreign) == len(pieces) and (self._taught(line) or not typos):
            return [line]
        wrong = (typos or foreign)[0]
        raise Unclear(
            f'"{printable(wrong)}" is unknown, so nothing was scanned.{self._did_you_mean(wrong)}'
        )

    def _is_code(self, word: str) -> bool:
        """Whether a word that is none of ours may be a foreign sticker, and no slip of the keys."""
        return word.isdecimal() or (any(map(str.isdigit, word)) and not self._near(word))

    def _in_full(self, tokens: list[str]) -> bool:
        """Whether nothing of it is a short form, or strange; `badge` is never a sticker's word."""
        if any(parted(token)[1] in TYPES for token in tokens[:1]):
            return True
        low = [token.lower() for token in tokens]
        return bool(low) and (all(map(str.isdecimal, low)) or all(map(self.knows, low)))

    def resolve(self, piece: str) -> str:
        """`type slug` of a piece, behind its lane; a code stays what it is."""
        lane, name = parted(piece)
        word = self._word(name)
        return f"{lane}{word.type} {word.slug}" if word else piece

    def knows(self, piece: str) -> bool:
        return self._word(parted(piece)[1]) is not None

    def complete(self, text: str) -> tuple[int, dict[str, str]]:
        """Where the last word of the text begins, and what it may become, best first: names, and
        their titles."""
        begin = max(text.rfind(" "), text.rfind(",")) + 1
        stub, before = text[begin:].lower(), text[:begin].lower().replace(",", " ").split()
        type_ = before[-1] if before and before[-1] in TYPES else ANY
        choices = self._offer(stub, type_)
        if stub and type_ == ANY:
            own = TYPES if before else (*OWN, *TYPES)
            choices |= {word: "" for word in own if word.startswith(stub)}
        return begin, choices

    def _offer(self, stub: str, type_: str) -> dict[str, str]:
        """By their beginning, then by a later part (combo), then by the printed title."""
        titles = {
            name: word.title
            for name, word in self._names[type_].items()
            if "/" in stub or "/" not in name  # numbered cards only when asked for
        }
        first = {n: title for n, title in titles.items() if n.startswith(stub)}
        later = {n: title for n, title in titles.items() if f"-{stub}" in n or f"/{stub}" in n}
        titled = {n: title for n, title in titles.items() if f" {stub}" in f" {title.lower()}"}
        return {**first, **later, **titled}

    def _pieces(self, tokens: list[str]) -> tuple[list[str], list[str]]:
        """The pieces, and those of them that are no word of ours."""
        pieces: list[str] = []
        foreign: list[str] = []
        rest = iter(tokens)
        for written in rest:
            lane, token = parted(written)
            type_ = token.lower() if token.lower() in TYPES else ANY
            name = next(rest, "") if type_ else token
            try:
                full = self._full(name.lower(), type_)
            except Unclear as why:
                if pieces or next(rest, None) is not None:
                    raise Unclear(f"{why} Nothing scanned.") from None
                raise
            if not full:
                foreign.append(token)
            pieces.append(f"{lane}{type_} {full}" if type_ else lane + (full or token))
        return pieces, foreign

    def _full(self, stub: str, type_: str) -> str:
        """Return the only name, of one type or of any, that begins with the stub; "" if there is
        none. Names that can be scanned now (maki-1) win over those that cannot (the kind maki).
        """
        names = self._names[type_]
        if stub in names and names[stub].fits:
            return stub
        if not stub:
            raise Unclear(f"Which {type_}?{self._listed(type_)}")
        matches = [n for n in names if n.startswith(stub) and ("/" not in n or "/" in stub)]
        fitting = [name for name in matches if names[name].fits]
        if stub in names and not fitting:
            return stub
        fitting = fitting or matches
        if len(fitting) > 1:
            some = ", ".join(fitting[:4]) + (" …" if len(fitting) > 4 else "")
            raise Unclear(f"{stub} could be {some}: type more, or press Tab.")
        if type_ and not fitting:
            near = self._did_you_mean(stub, type_)
            raise Unclear(f"There is no {type_} {stub}.{near}{self._listed(type_)}")
        return fitting[0] if fitting else ""

    def _word(self, piece: str) -> Word | None:
        type_, _, name = piece.rpartition(" ")
        return self._names.get(type_, {}).get(name)

    def _did_you_mean(self, name: str, type_: str = ANY) -> str:
        near = self._near(name, type_)
        return f" Did you mean {near}?" if near else ""

    def _near(self, name: str, type_: str = ANY) -> str:
        """The name that was meant, perhaps: one with such a word in it or in its title, or much
        the same letters.
        """
        if len(name) > LONGEST_WORD:
            return ""
        low = name.lower()
        if offered := self._offer(low, type_):
            return next(iter(offered))
        from difflib import get_close_matches  # late: most people type well

        words: dict[str, str] = {}
        for full, word in self._names[type_].items():
            if "/" in low or "/" not in full:
                for part in (full, *full.split("-"), *word.title.lower().split()):
                    words.setdefault(part, full)
        near = get_close_matches(low, words, 1, NEAR if len(low) > 4 else NEAR_SHORT)
        return words[near[0]] if near else ""

    def _listed(self, type_: str) -> str:
        names = self._names[type_]
        return f" There are: {', '.join(names)}." if len(names) <= MOST_LISTED else ""
