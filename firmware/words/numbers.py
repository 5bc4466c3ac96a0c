"""Numbers as each language writes them.

A number in a message that is more than plain digits is one of the types here: it reads as English
does, until the message is said in a language that has other signs.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Signs(NamedTuple):
    """What parts thousands, and what decimals. Thousands are parted from so many digits."""

    thousands: str
    decimals: str
    from_digits: int = 4


class Figure(str):
    """A number as English writes it: "42.9", "−1,500"."""

    __slots__ = ()


class Amount(int):
    """Points or yen: 9, 1,500."""

    def __format__(self, spec: str) -> str:
        return f"{int(self):,}"


class Signed(int):
    """What something brings: +3, -2, +1,500, +0."""

    def __format__(self, spec: str) -> str:
        return f"{int(self):+,}"


def numeral(amount: float, code: str = "en", spec: str = ",") -> str:
    """A number as a language writes it, in that format of Python's."""
    return written(Figure(f"{amount:{spec}}"), code)


def written(value: T, code: str) -> T | str:
    """A number of these types as a language writes it; anything else stays what it is."""
    if not isinstance(value, Figure | Amount | Signed):
        return value
    signs = SIGNS.get(code, ENGLISH_SIGNS)
    return NUMBER.sub(lambda figure: _with_signs(figure, signs), f"{value}")


def _with_signs(figure: re.Match[str], signs: Signs) -> str:
    whole, point, decimals = figure[0].partition(".")
    is_long = len(whole.replace(",", "")) >= signs.from_digits
    whole = whole.replace(",", signs.thousands if is_long else "")
    return f"{whole}{signs.decimals if point else ''}{decimals}"


NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
ENGLISH_SIGNS = Signs(",", ".")
# Source: CLDR, each language's numbers: group, decimal, and minimumGroupingDigits with three more.
SIGNS = {
    "cs": Signs("\xa0", ","),
    "da": Signs(".", ","),
    "de": Signs(".", ","),
    "es": Signs(".", ",", 5),
    "fi": Signs("\xa0", ","),
    "fr": Signs("\u202f", ","),
    "hu": Signs("\xa0", ",", 5),
    "it": Signs(".", ",", 5),
    "nb": Signs("\xa0", ","),
    "nl": Signs(".", ","),
    "pl": Signs("\xa0", ",", 5),
    "pt-BR": Signs(".", ","),
    "sv": Signs("\xa0", ","),
}
