"""The desk's help: what may be typed, in the forms of a language, and what it does."""

from __future__ import annotations

from engine.message import Message, gettext
from firmware.interfaces.desk.typed import QUIT, own_form
from firmware.words.language import ENGLISH, Language, say
from firmware.words.line import cells

COLUMN = 30  # of what is typed, at least
DOES = (
    ("my-first-meal red blue next", gettext("a menu, a badge for each player, start")),
    ("sushi-go, omakase", gettext("the other games, instead of a menu")),
    ("dummy, pass-both-ways", gettext("variants of Sushi Go!, before the game")),
    ("live, tally", gettext("scan each card as revealed, or at the end")),
    ("red maki-2 tempura tempura", gettext("{red}'s badge, then {red}'s cards")),
    ("blue egg-nigiri tea", gettext("{blue}'s badge, then {blue}'s cards")),
    ("flip tofu", gettext("play a card face down, or flip one")),
    ("remove tea", gettext("remove a card; before a game a player or dish")),
    ("undo", gettext("take back the last scan; again: the one before")),
    ("score", gettext("end the round; then  {next}  for another")),
    ("new-game", gettext("end this game, or play again")),
    ("page, sound, teach", gettext("next page; volume; use your own stickers")),
    ("what tempura", gettext("say what a card brings, without laying it")),
)
SHORTEN = gettext("You can shorten words:  {start}  for {temaki}.")
IN_FULL = gettext(
    "In full:  {typed}.", typed="badge red,  command next,  card sushi-go-party/maki-1/2"
)
SCAN = gettext("Scan labels or type their names, several on a line if you like.")
TAB = gettext("Tab completes; Tab again shows the next match; arrow up repeats lines.")
LEAVE = gettext("Leave with {quit}, Ctrl-C or Ctrl-D. The game is saved; continue any time.")
NAMED = ("red", "blue", "next", "temaki")


def help_lines(language: Language = ENGLISH) -> tuple[str, ...]:
    """The whole help, a line each."""
    forms = {name: own_form(name, language) for name in NAMED}
    values = {**forms, "start": forms["temaki"][:3], "quit": own_form(QUIT.text, language)}

    def tell(message: Message) -> str:
        return say(message._replace(values={**values, **message.values}), language)

    typed = [_typed(words, language) for words, _ in DOES]
    column = max(COLUMN, *(cells(words) + 2 for words in typed))
    does = (
        f"  {words}{' ' * (column - cells(words))}{tell(what)}"
        for words, (_, what) in zip(typed, DOES, strict=True)
    )
    return (tell(SCAN), "", *does, "", *map(tell, (SHORTEN, IN_FULL, TAB, LEAVE)))


def _typed(words: str, language: Language) -> str:
    """Words as they are typed in a language; commas stay."""
    return " ".join(
        own_form(word.removesuffix(","), language) + "," * word.endswith(",")
        for word in words.split()
    )
