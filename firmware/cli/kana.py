"""Japanese braille: a cell for each sound, and one before it for what makes it another.

Liblouis has a table of kanji in braille, which few people read, and none of kana.
Rule 1: only kana and digits are written. What has kanji or Latin letters needs a reading.
"""

import re
import unicodedata

# Each row has the five vowels' dots and some of its own.
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ"
CELLS = "⠁⠃⠉⠋⠊⠡⠣⠩⠫⠪⠱⠳⠹⠻⠺⠕⠗⠝⠟⠞⠅⠇⠍⠏⠎⠥⠧⠭⠯⠮⠵⠷⠽⠿⠾⠑⠓⠙⠛⠚"
OTHERS = dict(zip("やゆよわをんっー、。 ", "⠌⠬⠜⠄⠔⠴⠂⠒⠰⠲⠀", strict=True))
DIGITS = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
NUMBER, HYPHEN = "⠼", "⠤"
BLANK = 0x2800
VOICED, HALF_VOICED = "\u3099", "\u309a"  # as Unicode takes が and ぱ apart
MARKS = {"": 0, VOICED: 0b01_0000, HALF_VOICED: 0b10_0000}  # dots 5 and 6
SMALL = {"ゃ": 0, "ゅ": 2, "ょ": 4, "ぁ": 0, "ぃ": 1, "ぇ": 3, "ぉ": 4}  # the vowel it brings
Y_SOUND, W_SOUND = 0b00_1000, 0b10_0010  # dot 4; dots 2 and 6
SOUND = re.compile(f"([0-9]+)|(.)([{VOICED}{HALF_VOICED}]?)([{''.join(SMALL)}]?)")
LONG = re.compile("(?<=[うくすつぬふむゆるぐずづぶぷゅおこそとのほもよろごぞどぼぽょ])う")
LONG_E = re.compile("(?<=[えけせてねへめれげぜでべぺ])ー")
TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ"))}


class NoReading(Exception):
    """The text has more than kana and digits."""


def braille(text: str) -> str:
    """Return a text in Unicode's braille cells."""
    # A long o or u has a dash, also where kana have う. A long e has い, but not in katakana.
    kana = LONG_E.sub("い", text).translate(TO_HIRAGANA)
    kana = LONG.sub("ー", kana)
    cells = ""
    after_number = False
    for number, *sound in SOUND.findall(unicodedata.normalize("NFD", kana)):
        if number:
            cells += NUMBER + "".join(map(DIGITS.__getitem__, number))
        else:
            written = _sound(*sound)
            # after a number あ would be 1, and ら 5
            hyphen = HYPHEN if after_number and written in DIGITS.values() else ""
            cells += hyphen + written
        after_number = bool(number)
    return cells


def _sound(kana: str, mark: str, small: str) -> str:
    """Return the cell, or two, of a kana with its voicing mark and the small kana behind it."""
    dots, place = MARKS[mark], KANA.find(kana)
    if place < 0:
        if kana not in OTHERS or mark or small:
            raise NoReading
        return OTHERS[kana]
    if small:
        row, vowel = place - place % 5, SMALL[small]
        if kana in "うふ" and small not in "ゃゅょ":  # ウィ, ファ; ヴァ is written as a voiced ファ
            dots |= W_SOUND
            row = KANA.index("は") if mark else row
        else:  # キャ, シェ, ティ
            dots |= Y_SOUND
        place = row + vowel
    return (chr(BLANK | dots) if dots else "") + CELLS[place]
