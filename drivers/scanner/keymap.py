"""Map a key's number (Linux input-event-codes.h) and the keys held to the character it types.

Law: a key is a place on the keyboard, named by what a US keyboard prints there. Layout, Caps
and Num Lock change nothing, and Shift changes no digit: a French scanner needs Shift for them.
"""

from collections.abc import Iterable, Set

MARK = "\ufffd"  # a key that has no character of its own
_ENDS = frozenset("\r\n\t")  # Enter and Tab, whatever is held

_PLAIN: dict[int, str] = {}
_SHIFTED: dict[int, str] = {}


def _row(first: int, plain: str, shifted: str) -> None:
    _PLAIN.update(enumerate(plain, first))
    _SHIFTED.update(enumerate(shifted, first))


_row(2, "1234567890-=", "1234567890_+")
_row(16, "qwertyuiop[]", "QWERTYUIOP{}")
_row(30, "asdfghjkl;'`", 'ASDFGHJKL:"~')
_row(43, "\\zxcvbnm,./", "|ZXCVBNM<>?")
_row(86, "<", ">")  # the key ISO keyboards have beside the left Shift
for _first, _keys in (
    (1, "\x1b"),
    (14, "\b\t"),
    (28, "\r"),
    (55, "*"),
    (57, " "),
    (71, "789-456+1230."),  # the keypad, whatever Num Lock says
    (96, "\r"),
    (98, "/"),
    (101, "\n"),
    (111, "\x7f"),
    (117, "="),
    (121, ","),
    (512, "0123456789"),  # telephone keypads
):
    _row(_first, _keys, _keys)

SHIFT = frozenset({42, 54})
ALT = frozenset({56})
_CHORD = frozenset({29, 97, 56, 100, 125, 126})  # Ctrl, Alt, AltGr, Meta: no plain character
_CTRL = frozenset({29, 97})
SILENT = SHIFT | _CHORD | {58, 69, 70}  # and the locks: these type nothing by themselves
KEYPAD_DIGITS = {code: _PLAIN[code] for code in (71, 72, 73, 75, 76, 77, 79, 80, 81, 82)}

_MAIN = frozenset({*range(2, 12), 28})
_KEYPAD = frozenset({*KEYPAD_DIGITS, 96})


def types_codes(keys: Iterable[int]) -> bool:
    """Return whether a device with these keys could be a scanner: ten digits and an Enter."""
    present = set(keys)
    return present >= _MAIN or present >= _KEYPAD


def character(code: int, held: Set[int]) -> str:
    """Return the character of a key pressed while `held` are down; "" for a key that has none.

    Scanners send control characters as Ctrl and a letter, so those come out as what they are.
    A digit pressed with Ctrl, Alt or Meta is no digit: a foreign code must not become ours.
    """
    plain = _PLAIN.get(code, "")
    if held.isdisjoint(_CHORD) or plain in _ENDS:
        return _SHIFTED[code] if plain and not held.isdisjoint(SHIFT) else plain
    if not held.isdisjoint(_CTRL) and ("a" <= plain <= "z" or (plain and plain in "[\\]")):
        return chr(ord(plain) & 0x1F)
    return MARK if plain else ""
