"""Complete what a person types in place of a label, and resolve it to `type slug`.

Rule 1. A code is never touched: what may be one goes on as it was scanned. A slip of the keys
        goes no further than the desk.
Rule 2. Where two rows share a short name, the row given first has it.
Rule 3. Every line that a file of scans may hold means here what it means there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.message import Message, gettext
from engine.notation import parted, printable, words_of
from firmware.core.view.commands import Word
from firmware.interfaces.desk.typed import (
    HELP,
    QUIT,
    forms,
    is_one_of,
    own_form,
    owners_forms,
    typed,
)
from firmware.words.language import ENGLISH, Language, say

ANY = ""
UNKNOWN = gettext('"{word}" is unknown, so nothing was scanned.')
NOTHING_SCANNED, DID_YOU_MEAN = gettext("Nothing scanned."), gettext("Did you mean {word}?")
COULD_BE = gettext("{word} could be {some}: type more.")
WHICH = {
    "card": gettext("Which card?"),
    "face": gettext("Which face?"),
    "kind": gettext("Which kind?"),
    "preset": gettext("Which preset?"),
    "game": gettext("Which game?"),
    "badge": gettext("Which badge?"),
    "command": gettext("Which command?"),
}
THERE_IS_NO = {
    "card": gettext("There is no card {word}."),
    "face": gettext("There is no face {word}."),
    "kind": gettext("There is no kind {word}."),
    "preset": gettext("There is no preset {word}."),
    "game": gettext("There is no game {word}."),
    "badge": gettext("There is no badge {word}."),
    "command": gettext("There is no command {word}."),
}
THERE_ARE = gettext("There are: {words}.")
TYPES = tuple(WHICH)
LONGEST_WORD = 60  # longer ones are nobody's typing: not worth a search
NEAR, NEAR_SHORT = 0.8, 0.66  # how much of two words is alike; of short ones a letter is much
MOST_LISTED = 14
LONGEST_LINE = 8192  # characters; the rest of a line is dropped. No label holds as many.


class Unclear(Exception):
    """Why a line was not taken: sentences for the person who typed it."""

    def __init__(self, *sentences: Message) -> None:
        super().__init__(*sentences)
        self.sentences = sentences

    def said(self, language: Language) -> str:
        return " ".join(say(sentence, language) for sentence in self.sentences)


class DeskWords:
    """The names there are just now, in the order they should be offered. `taught` knows the
    stickers that stand for one of ours.
    """

    def __init__(
        self,
        rows: Iterable[Word] = (),
        taught: Callable[[str], object] = lambda text: None,
        language: Language = ENGLISH,
    ) -> None:
        self._taught, self.language = taught, language
        self._names: dict[str, dict[str, Word]] = {type_: {} for type_ in (ANY, *TYPES)}
        words = sorted(rows, key=lambda word: not word.fits)  # else in the order given
        for word in words:
            self._names[word.type].setdefault(word.slug, word)
            for form in forms(word, language):
                self._names[ANY].setdefault(form, word)
                self._names[word.type].setdefault(form, word)
        for word in words:  # last, so that no name of a card takes another word's place
            for form in owners_forms(word):
                self._names[ANY].setdefault(form, word)
                self._names[word.type].setdefault(form, word)
        for word in words:  # a player whose name stands for something else is called by the badge
            if word.type == "badge" and " " not in word.title:
                self._names[ANY].setdefault(word.title.lower(), word)

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
        unknown = UNKNOWN._replace(values={"word": printable(wrong)})
        raise Unclear(unknown, *self._did_you_mean(wrong))

    def _is_code(self, word: str) -> bool:
        """Whether a word that is none of ours may be a foreign sticker, and no slip of the keys."""
        return word.isdecimal() or (any(map(str.isdigit, word)) and not self._near(word))

    def _in_full(self, tokens: list[str]) -> bool:
        """Whether nothing of it is a short form, or strange; `badge` is never a sticker's word."""
        if any(parted(token)[1] in TYPES for token in tokens[:1]):
            return True
        low = [typed(token) for token in tokens]
        return bool(low) and (all(map(str.isdecimal, low)) or all(map(self.knows, low)))

    def resolve(self, piece: str) -> str:
        """`type slug` of a piece, behind its lane; a code stays what it is."""
        lane, name = parted(piece)
        word = self._word(name)
        return f"{lane}{word.type} {word.slug}" if word else piece

    def is_help(self, line: str) -> bool:
        return is_one_of(line, HELP, self.language)

    def is_end(self, line: str) -> bool:
        return is_one_of(line, QUIT, self.language)

    def _own(self, word: Message) -> str:
        return own_form(word.text, self.language)

    def knows(self, piece: str) -> bool:
        return self._word(parted(piece)[1]) is not None

    def complete(self, text: str) -> tuple[int, dict[str, str]]:
        """Where the last word of the text begins, and what it may become, best first: names, and
        their titles."""
        begin = max(text.rfind(" "), text.rfind(",")) + 1
        stub, before = typed(text[begin:]), typed(text[:begin]).replace(",", " ").split()
        type_ = before[-1] if before and before[-1] in TYPES else ANY
        choices = self._offer(stub, type_)
        if stub and type_ == ANY:
            own = TYPES if before else (*map(self._own, (HELP, QUIT)), *TYPES)
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
            type_ = typed(token) if typed(token) in TYPES else ANY
            name = next(rest, "") if type_ else token
            try:
                full = self._full(typed(name), type_)
            except Unclear as why:
                if pieces or next(rest, None) is not None:
                    raise Unclear(*why.sentences, NOTHING_SCANNED) from None
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
            raise Unclear(WHICH[type_], *self._listed(type_))
        matches = [n for n in names if n.startswith(stub) and ("/" not in n or "/" in stub)]
        fitting = [name for name in matches if names[name].fits]
        if stub in names and not fitting:
            return stub
        first_form = {names[name]: name for name in reversed(fitting or matches)}
        fitting = [*first_form.values()][::-1]
        if len(fitting) > 1:
            some = ", ".join(fitting[:4]) + (" …" if len(fitting) > 4 else "")
            raise Unclear(COULD_BE._replace(values={"word": stub, "some": some}))
        if type_ and not fitting:
            no = THERE_IS_NO[type_]._replace(values={"word": stub})
            raise Unclear(no, *self._did_you_mean(stub, type_), *self._listed(type_))
        return fitting[0] if fitting else ""

    def _word(self, piece: str) -> Word | None:
        type_, _, name = piece.rpartition(" ")
        return self._names.get(type_, {}).get(name)

    def _did_you_mean(self, name: str, type_: str = ANY) -> Iterator[Message]:
        if near := self._near(name, type_):
            yield DID_YOU_MEAN._replace(values={"word": near})

    def _near(self, name: str, type_: str = ANY) -> str:
        """The name that was meant, perhaps: one with such a word in it or in its title, or much
        the same letters.
        """
        if len(name) > LONGEST_WORD:
            return ""
        low = typed(name)
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

    def _listed(self, type_: str) -> Iterator[Message]:
        names = self._names[type_]
        if len(names) <= MOST_LISTED:
            yield THERE_ARE._replace(values={"words": ", ".join(names)})
