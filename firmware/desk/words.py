"""Words in place of labels: rows of (type, slug, title) in; what a person types, completed or
resolved to `type slug`, out.

Rule 1. A code is never touched: whatever is no word of ours goes on as it was scanned.
Rule 2. Where two rows share a short name, the row given first has it.
Rule 3. Every line that a file of scans may hold means here what it means there.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.notation import parted, words_of
from firmware.view.commands import Word

HELP = (
    "Scan labels, or type what they are called; several on a line is fine.",
    "",
    "  my-first-meal red blue next   a menu, a badge for each player, and go",
    "  sushi-go, omakase             the other games, in place of a menu",
    "  dummy, pass-both-ways         variants of Sushi Go!, before the game",
    "  live, tally                   before it too: each card as it is revealed,",
    "                                or (tally) all at the end of the round",
    "  red maki-2 tempura tempura    red's badge, then red's cards",
    "  blue egg-nigiri tea           blue's badge, then blue's cards",
    "  flip tofu                     lays a card flipped, or turns one over",
    "  remove tea                    strikes a card; in the lobby a badge or kind",
    "  undo                          takes back the last scan; and again ...",
    "  score                         ends the round; then  next  for another",
    "  new-game                      leaves the game; after its end: the same again",
    "  page, sound, teach            next page; on, soft, off; stickers of your own",
    "",
    "The first letters do, if they fit one word only:  tem  for tempura.",
    "In full:  badge red,  command next,  card sushi-go-party/maki-1/2.",
    "Tab completes, Tab again tries the next; arrow up brings lines back.",
    "quit, Ctrl-C or Ctrl-D leaves. The game is kept: it goes on at this point.",
)
OWN = ("help", "quit")  # words for the desk itself
TYPES = ("card", "face", "kind", "preset", "game", "badge", "command")
LONGEST_WORD = 60  # longer ones are nobody's typing: not worth a search
OFFERED = 40
LONGEST_LINE = 8192  # characters; the rest of a line is dropped. No label holds as many.


class Choice(NamedTuple):
    name: str
    title: str


class Unclear(NamedTuple):
    """Why a line was not taken, in words for the person who typed it."""

    why: str


def short(word: Word) -> str:
    """maki-1 for sushi-go-party/maki-1, maki-1/2 for that card."""
    return word.slug.split("/", 1)[1] if word.type in ("card", "face") else word.slug


class Words:
    """The names there are just now, in the order they should be offered."""

    def __init__(self, rows: Iterable[Word] = ()) -> None:
        self._names: dict[str, Word] = {}
        self._by_type: dict[str, dict[str, Word]] = {type_: {} for type_ in TYPES}
        words = sorted(rows, key=lambda word: not word.fits)  # keeps the order given otherwise
        for word in words:
            self._names.setdefault(short(word), word)
        for word in words:
            of_type = self._by_type.setdefault(word.type, {})
            of_type.setdefault(word.slug, word)
            of_type.setdefault(short(word), word)

    def read(self, text: str, sticker: bool = False) -> list[str] | Unclear:
        """The scans a line stands for, each still as typed but clear: a code, a full name (maki-1)
        or `type name`. They are resolved one by one, when their turn has come. Where a foreign
        sticker is awaited, a line is one, as it is, unless all of it is ours in full."""
        words = words_of(text)
        tokens = [part for word in words for part in word.split(",") if part]
        if sticker and words and not self._in_full(tokens):
            return [" ".join(words)]
        pieces, strange = self._pieces(tokens)
        if isinstance(pieces, Unclear):
            return pieces
        if strange and len(strange) < len(pieces) and not all(map(str.isdecimal, strange)):
            return Unclear(f"There is no {strange[0]}{self._perhaps(strange[0])}. Nothing scanned.")
        if strange and len(strange) == len(pieces) and not all(map(str.isdecimal, strange)):
            return [" ".join(words)]  # something foreign: as it came, commas and all
        return pieces

    def _in_full(self, tokens: list[str]) -> bool:
        """Whether nothing of it is a short form, or strange; `badge` is never a sticker's word."""
        if any(parted(token)[1] in self._by_type for token in tokens[:1]):
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

    def meant(self, pieces: list[str]) -> str:
        """A question about a foreign word that looks much like one of ours; mostly nothing."""
        if len(pieces) != 1 or pieces[0].isdecimal() or self.knows(pieces[0]):
            return ""
        perhaps = self._perhaps(pieces[0])
        return f"{pieces[0]} is no word of ours{perhaps}." if perhaps else ""

    def complete(self, text: str) -> tuple[int, list[Choice]]:
        """Where the last word of the text begins, and what it may become, best first."""
        begin = max(text.rfind(" "), text.rfind(",")) + 1
        stub, before = text[begin:].lower(), text[:begin].replace(",", " ").split()
        if len(stub) > LONGEST_WORD:
            return begin, []
        if before and before[-1].lower() in self._by_type:
            return begin, self._offer(stub, self._by_type[before[-1].lower()])
        choices = self._offer(stub, self._names)
        if stub:
            own = (*OWN, *TYPES) if not before else TYPES
            choices += [Choice(word, "") for word in own if word.startswith(stub)]
        return begin, choices

    def _offer(self, stub: str, names: dict[str, Word]) -> list[Choice]:
        """By their beginning, then by a later part (combo), then by the printed title."""
        ranks: tuple[dict[str, Choice], ...] = ({}, {}, {})
        for name, word in names.items():
            if "/" in name and "/" not in stub:
                continue  # numbered cards only when asked for: there are hundreds
            if name.startswith(stub):
                ranks[0][name] = Choice(name, word.title)
            elif f"-{stub}" in name or f"/{stub}" in name:
                ranks[1][name] = Choice(name, word.title)
            elif f" {stub}" in f" {word.title.lower()}":
                ranks[2][name] = Choice(name, word.title)
        return [choice for rank in ranks for choice in rank.values()][:OFFERED]

    def _pieces(self, tokens: list[str]) -> tuple[list[str] | Unclear, list[str]]:
        """The pieces, and those of them that are no word of ours."""
        pieces: list[str] = []
        strange: list[str] = []
        rest = iter(tokens)
        for written in rest:
            lane, token = parted(written)
            low = token.lower()
            of_type = self._by_type.get(low)
            name = next(rest, "") if of_type is not None else token
            full = self._full(name.lower(), self._names if of_type is None else of_type)
            if of_type is not None and not full:
                full = Unclear(self._no_such(low, name))
            if isinstance(full, Unclear):
                alone = not pieces and next(rest, None) is None
                return full if alone else Unclear(f"{full.why} Nothing scanned."), []
            if not full:
                strange.append(token)
            piece = full or token
            pieces.append(lane + (piece if of_type is None else f"{low} {piece}"))
        return pieces, strange

    def _full(self, stub: str, names: dict[str, Word]) -> str | Unclear:
        """The one name a stub is short for; nothing if there is none. A name that does not fit
        just now (the kind maki) gives way to those that do (maki-1, maki-2)."""
        if stub in names and names[stub].fits:
            return stub
        if not stub or len(stub) > LONGEST_WORD or stub.isdecimal():
            return ""
        found = [n for n in names if n.startswith(stub) and ("/" not in n or "/" in stub)]
        fitting = [name for name in found if names[name].fits]
        if stub in names and not fitting:
            return stub
        fitting = fitting or found
        if len(fitting) > 1:
            some = ", ".join(fitting[:4]) + (" …" if len(fitting) > 4 else "")
            return Unclear(f"{stub} may be {some}: type a little more, or press Tab.")
        return fitting[0] if fitting else ""

    def _word(self, piece: str) -> Word | None:
        type_, _, name = piece.partition(" ")
        return self._by_type.get(type_, {}).get(name) if name else self._names.get(piece)

    def _no_such(self, type_: str, name: str) -> str:
        names = self._by_type[type_]
        there_are = f" There are: {', '.join(names)}." if len(names) <= len(TYPES) * 2 else ""
        if not name:
            return f"Which {type_}?{there_are}"
        return f"There is no {type_} {name}{self._perhaps(name, names)}.{there_are}"

    def _perhaps(self, name: str, names: dict[str, Word] | None = None) -> str:
        if len(name) > LONGEST_WORD:
            return ""
        from difflib import get_close_matches  # late: most people type well

        near = get_close_matches(name.lower(), names or self._names, 1)
        return f" (did you mean {near[0]}?)" if near else ""
