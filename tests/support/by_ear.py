"""An evening scored by ear: whoever scans sees nothing, and hears what espeak-ng was given.

Known at the table, by touch: which card somebody holds. All else, also whether a scan has counted,
is decided from the sentences alone.
"""

import random
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from support.playing import label
from support.sound_card import Recording, SoundCard
from support.waiting import until

from engine.catalogue import SHIPPED
from engine.message import Message, Value, gettext, ngettext
from firmware.words import spoken, voice
from firmware.words.espeak import for_ear, readable
from firmware.words.feed import SCAN_CARDS, WON_CLEARLY
from firmware.words.hints import CARDS
from firmware.words.labels import colour, title
from firmware.words.language import for_voice, say

PARTY = SHIPPED["sushi-go-party"]
PRESET = "cutthroat-combo"
POINTS = range(-40, 150)
HAND = range(1, 15)


class Heard(NamedTuple):
    """A sentence, as its text and its sound."""

    text: str
    sound: Recording


class VoiceRecorder:
    """Listens to the programs that are started with `environ`: they speak by Debian's espeak-ng,
    whose input is kept, and into a sound card that can be looked at.
    """

    def __init__(self, folder: Path) -> None:
        self._card = SoundCard(folder)
        self._said = folder / "said"
        self._said.mkdir()
        programs = folder / "programs"
        programs.mkdir()
        espeak = programs / "espeak-ng"
        espeak.write_text(
            f'#!/bin/sh\ntee {self._said}/$$.new | {shutil.which("espeak-ng")} "$@"\n'
            f"mv {self._said}/$$.new {self._said}/$$.txt\n"
        )
        espeak.chmod(0o755)
        path = f"{programs}:/usr/local/bin:/usr/bin:/bin"
        self.environ = {**self._card.environ, "PATH": path}
        self.heard: list[Heard] = []

    def listen(self) -> str:
        """The next sentence, heard to its end."""
        number = len(self.heard)
        until(lambda: len(self._card.recordings) > number and len(self._texts()) > number)
        self.heard.append(Heard(self._texts()[number], self._card.recordings[number]))
        return self.heard[-1].text

    def _texts(self) -> list[str]:
        files = sorted(self._said.glob("*.txt"), key=lambda file: file.stat().st_mtime_ns)
        return [file.read_text().strip() for file in files]


class Blind:
    """Somebody who scores a game by ear, in a language; `names` are the players' by badge, "" for
    none. Heard are `rounds`, the points of each player, their `totals`, the `winners`, and all
    `mistakes`.

    `scan` takes a label's line, and `listen` gives the next sentence once it is over. In round 1,
    twice a card is taken from another's pile, and once two of a pile stick together.
    """

    def __init__(
        self,
        scan: Callable[[str], object],
        listen: Callable[[], str],
        code: str,
        names: dict[str, str],
        preset: str = PRESET,
    ) -> None:
        self._scan_line, self._listen, self._code, self._names = scan, listen, code, names
        self._preset = preset
        self._rng = random.Random(code)
        self._kept: list[str] = []  # desserts, which stay until the end
        self.rounds: dict[str, list[int]] = {badge: [] for badge in names}
        self.totals: dict[str, int] = {}
        self.winners: list[str] = []
        self.mistakes: list[str] = []
        self._text = listen()

    def score_evening(self) -> None:
        self.score_first_round()
        for number in range(2, PARTY.rounds + 1):
            self._play_round(number)
        self._hear_end()

    def score_first_round(self) -> None:
        """From the menu to the round's scores."""
        self._sit_down()
        self._play_round(1)

    # --- what is done -----------------------------------------------------------------------------

    def _sit_down(self) -> None:
        self._scan(f"preset {self._preset}")
        assert self._hears(gettext("Menu: {what}", what=Message(PARTY.presets[self._preset][0])))
        for number, badge in enumerate(self._names, 1):
            self._scan(f"badge {badge}")
            assert self._hears(_joins(number, self._name(badge))), self._text

    def _play_round(self, number: int) -> None:
        """Deal as many as are called for, scan all trays, and score once none is missing."""
        self._scan("command next")
        dealt, shuffled_in = self._number(_deal, HAND), self._number(_shuffle_in, HAND)
        piles = self._dealt(dealt, shuffled_in)
        first, second, *_ = piles
        for badge, pile in piles.items():
            cards = [*pile]
            if number == 1 and badge == first:
                cards.insert(3, piles[second][0])  # from a pile that is not counted
            if number == 1 and badge == second:
                cards.insert(1, piles[first][-1])  # from one that is
                cards.pop(4)  # stuck to another
            self._scan_tray(badge, cards, mine={*pile})
        self._ask_for_table(first)
        self._scan("command score")
        while missing := self._short_of(dealt):
            self.mistakes += ["short"] * len(missing)
            for badge in missing:
                self._scan_tray(badge, piles[badge], mine={*piles[badge]})
            self._scan("command score")
        if self._hears(ASKED):  # wasabi without nigiri, say: it is meant
            self._scan("command score")
        if number < PARTY.rounds:
            self._note_round(number)
        self._kept += [card for pile in piles.values() for card in pile if _is_dessert(card)]

    def _scan_tray(self, badge: str, cards: list[str], mine: set[str]) -> None:
        """Scan each card and hear that it counts; another's is heard by its name, or refused."""
        self._scan(f"badge {badge}")
        assert self._hears(SCAN_CARDS, name=self._name(badge)), self._text
        for card in cards:
            self._scan(card)
            if self._hears(spoken.HEARD_REFUSED):
                self.mistakes.append("refused" if card not in mine else "again")
            elif card not in mine:  # the name was not that of a card of mine
                assert self._text.startswith(self._words(title(label(card))))
                self.mistakes.append("not mine")
                self._scan("command undo")
                assert self._hears(gettext("Undone: {what}", what="")), self._text
            else:
                assert self._text.startswith(self._words(title(label(card)))), self._text
                self._number(partial(_score, self._name(badge)), POINTS)

    def _ask_for_table(self, badge: str) -> None:
        """READ THE TABLE, and once more what it said."""
        self._scan("command read-table")
        self._number(partial(_score, self._name(badge)), POINTS)
        said = self._text
        self._scan("command repeat")
        assert self._text == said

    def _dealt(self, number: int, shuffled_in: int) -> dict[str, list[str]]:
        """A pile for each player, of a deck with so many desserts."""
        kinds = [PARTY.kind(slug) for slug in PARTY.presets[self._preset][1]]
        cards = [
            f"card {PARTY.slug}/{face.slug}/{copy}"
            for kind in kinds
            for face in kind.faces
            for copy in range(1, face.copies + 1)
        ]
        deck = [card for card in cards if not _is_dessert(card)]
        desserts = [card for card in cards if _is_dessert(card) and card not in self._kept]
        deck += self._rng.sample(desserts, shuffled_in)
        self._rng.shuffle(deck)
        return {
            badge: deck[seat * number : (seat + 1) * number]
            for seat, badge in enumerate(self._names)
        }

    # --- what is heard ----------------------------------------------------------------------------

    def _short_of(self, dealt: int) -> list[str]:
        """Whose cards are said to be too few."""
        return [
            badge
            for badge in self._names
            if any(self._hears(_has(self._name(badge), cards, dealt)) for cards in range(dealt))
        ]

    def _note_round(self, number: int) -> None:
        assert self._hears(voice.ROUND, round=number), self._text
        for badge, points in self.rounds.items():
            total = self._number(partial(_score, self._name(badge)), POINTS)
            points.append(total - sum(points))

    def _hear_end(self) -> None:
        for badge in self._names:
            name = self._name(badge)
            self.totals[badge] = self._number(partial(_total, name), POINTS)
        self.winners = [
            badge
            for badge in self._names
            if self._hears(WON_CLEARLY._replace(values={"names": self._name(badge), "count": 1}))
        ]

    def _scan(self, line: str) -> None:
        """What is answered on the screen is not looked at."""
        self._scan_line(line)
        self._text = self._listen()

    def _name(self, badge: str) -> Value:
        """What a player is called aloud."""
        name = self._names[badge]
        return name if readable(name, self._code) else colour(badge)

    def _words(self, message: Message, **values: Value) -> str:
        """A message as it sounds, without its end."""
        message = message._replace(values={**message.values, **values})
        return for_ear(say(message, for_voice(self._code)), self._code).rstrip(".。! ")

    def _hears(self, message: Message, **values: Value) -> bool:
        return self._words(message, **values) in self._text

    def _number(self, of: Callable[[int], Message], among: range) -> int:
        """The number that was heard in a message; "31" is also heard where one listens for "3"."""
        heard = [number for number in among if self._hears(of(number))]
        assert heard, f"no {of(7)} in {self._text!r}"
        return max(heard, key=lambda number: len(self._words(of(number))))


def _is_dessert(card: str) -> bool:
    kind = label(card).kind
    return kind is not None and PARTY.kind(kind).group == "dessert"


def _joins(number: int, name: Value) -> Message:
    joins = "{name} joins ({count} player)", "{name} joins ({count} players)"
    return ngettext(*joins, number, name=name)


def _deal(count: int) -> Message:
    return ngettext("deal {count} card", "deal {count} cards", count)


def _shuffle_in(count: int) -> Message:
    return ngettext("shuffle in {count} dessert", "shuffle in {count} desserts", count)


def _has(name: Value, cards: int, dealt: int) -> Message:
    complaint = CARDS._replace(values={"count": cards, "dealt": dealt})
    return gettext("{name} {complaint}", name=name, complaint=complaint)


def _score(name: Value, points: int) -> Message:
    number: Value = spoken.MINUS._replace(values={"number": -points}) if points < 0 else points
    return voice.SCORE._replace(values={"name": name, "points": number})


def _total(name: Value, total: int) -> Message:
    return _score(name, total) if total < 0 else gettext("{name} {points}", name=name, points=total)


ASKED = gettext("Check first: {wrong}. Scan SCORE again to score anyway", wrong="")
