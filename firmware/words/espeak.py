"""What espeak-ng can read: its voices, the names that it can say, and signs as words or pauses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

# Each language's voice in espeak-ng 1.51.
VOICES: Mapping[str, str] = {
    "en": "en-gb",
    "de": "de",
    "es": "es",
    "fr": "fr-fr",
    "it": "it",
    "ja": "ja",
    "nl": "nl",
    "pl": "pl",
    "pt-BR": "pt-br",
}


class SignWords(NamedTuple):
    """What is said for a sign. `part` is how "5/10" is said, of the groups in `PART`."""

    minus: str
    plus: str
    to: str
    ampersand: str
    part: str


# Most voices leave out one minus or another: "-4" is "4" in Spanish, "−4" in Portuguese.
WORDS: Mapping[str, SignWords] = {
    "en": SignWords("minus", "plus", "to", "and", r"\1 of \2"),
    "de": SignWords("minus", "plus", "bis", "und", r"\1 von \2"),
    "es": SignWords("menos", "más", "a", "y", r"\1 de \2"),
    "fr": SignWords("moins", "plus", "à", "et", r"\1 sur \2"),
    "it": SignWords("meno", "più", "a", "e", r"\1 di \2"),
    "ja": SignWords("マイナス", "プラス", "から", "と", r"\2ちゅー \1"),
    "nl": SignWords("min", "plus", "tot", "en", r"\1 van \2"),
    "pl": SignWords("minus", "plus", "do", "i", r"\1 z \2"),
    "pt-BR": SignWords("menos", "mais", "a", "e", r"\1 de \2"),
}
MINUS, PLUS = re.compile(r"(?<![\w.])[-−](?=\d)"), re.compile(r"(?<![\w.])\+(?=\d)")
PART, RANGE = re.compile(r"(\d+)/(\d+)"), re.compile(r"(?<=\d)[–—](?=\d)")
# "1" is masculine by espeak-ng. Here 0 and 1 share a plural form, so a reading cannot say "une".
FEMININE: Mapping[str, tuple[str, str]] = {
    "fr": (r"\b1 (?=(carte|étiquette|manche|partie|table)\b)", "une "),
    "pt-BR": (r"\b1 (?=(carta|etiqueta|leitura|mesa|partida|rodada|sobremesa)\b)", "uma "),
}
PAUSES = re.compile(r"\s*[–—…·・‖→←✗✓]\s*|(?<=\w)/(?=\w)")
# Which barcode was not known is not said: it would be a number of trillions.
BARCODE = re.compile(r"(^|[.。]\s*)\d{6,}\s?[:：]\s*")
UNSAID = re.compile(r"[×#/«»„“”‚‘「」\[\]]")
SAME_PAUSE = re.compile(r"[\s,.、]*([,.!?:;、。！？：])")  # of several in a row, the last
FIRST_PAUSE = re.compile(r"^[\s,.]+")


def readable(name: str, code: str) -> bool:
    """Whether a name can be said in a language: espeak-ng spells out other scripts and ligatures,
    and says of kanji that they are Chinese.
    """
    script = ("HIRAGANA", "KATAKANA") if code == "ja" else ("LATIN",)
    letters = [letter for letter in name if letter.isalnum()]
    return bool(letters) and all(_has_sound(letter, script) for letter in letters)


def _has_sound(letter: str, script: tuple[str, ...]) -> bool:
    if letter.isascii() and letter.isdigit():
        return True
    is_plain = unicodedata.is_normalized("NFKC", letter)
    return is_plain and unicodedata.name(letter, "").startswith(script)


def for_ear(text: str, code: str) -> str:
    """What was worded as espeak-ng is to be given it: signs that it would leave out, or say by
    their names, as words or pauses.
    """
    words = WORDS.get(code, WORDS["en"])
    text = BARCODE.sub(r"\1", text)
    text = MINUS.sub(f" {words.minus} ", text)
    text = PLUS.sub(f" {words.plus} ", text)
    text = PART.sub(words.part, text)
    text = RANGE.sub(f" {words.to} ", text)
    text = text.replace("&", f" {words.ampersand} ").replace("’", "'")
    text = UNSAID.sub(" ", PAUSES.sub(", ", text))
    text = "".join(map(_plain, text))
    if code == "ja":
        text = NUMBER.sub(_japanese, text)
    elif code in FEMININE:
        text = re.sub(*FEMININE[code], text)
    return " ".join(FIRST_PAUSE.sub("", SAME_PAUSE.sub(r"\1", text)).split())


def _plain(letter: str) -> str:
    """A letter without its accents, where it has so many that espeak-ng spells it."""
    return unicodedata.normalize("NFD", letter)[0] if "\u1e00" <= letter <= "\u1eff" else letter


# --- numbers in Japanese --------------------------------------------------------------------------
# espeak-ng says 4 as "shi", 7 as "shichi", and knows no counters.

NUMBER = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:(にん)|(てん|かい|こ|しゅ|ふん))?")
DIGITS = ("", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅー")
UNITS = (("せん", 1000), ("ひゃく", 100), ("じゅー", 10))
MYRIAD, NONE = "まん", "ゼロ"
CHANGED = {  # by sound
    "さんひゃく": "さんびゃく",
    "ろくひゃく": "ろっぴゃく",
    "はちひゃく": "はっぴゃく",
    "さんせん": "さんぜん",
    "はちせん": "はっせん",
}
PEOPLE = {1: "ひとり", 2: "ふたり"}
# What ends of a number become before a counter that begins with t or s, and before any other.
SHORT = {"いち": "いっ", "はち": "はっ", "じゅー": "じゅっ"}
SHORTER = {**SHORT, "ろく": "ろっ", "ひゃく": "ひゃっ"}


def _japanese(figure: re.Match[str]) -> str:
    """A number in kana, with the counter behind it."""
    number, people, counter = int(figure[1].replace(",", "")), figure[2], figure[3]
    kana = _kana(number)
    if people:
        four = kana.removesuffix("ん") if kana.endswith("よん") else kana
        return PEOPLE.get(number, f"{four}{people}")
    if not counter:
        return kana
    ends = SHORT if counter in ("てん", "しゅ") else SHORTER
    end = next((end for end in ends if kana.endswith(end)), "")
    kana = kana.removesuffix(end) + ends.get(end, "")
    if counter == "ふん" and kana.endswith(("っ", "ん")):
        counter = "ぷん"
    return f"{kana}{counter}"


def _kana(number: int) -> str:
    """A number's name."""
    if number >= 10_000:
        rest = number % 10_000
        return f"{_kana(number // 10_000)}{MYRIAD}{_kana(rest) if rest else ''}"
    if not number:
        return NONE
    kana = ""
    for unit, size in UNITS:
        if count := number // size:
            kana += f"{DIGITS[count] if count > 1 else ''}{unit}"
        number %= size
    kana += DIGITS[number]
    for plain, sound in CHANGED.items():
        kana = kana.replace(plain, sound)
    return kana
