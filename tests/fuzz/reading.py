"""What all who read cases need: what a sentence is, a folder, and the codes of all labels."""

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from support.shown_text import PLAIN

Read = Callable[[bytes], object]


def a_sentence(text: str, longest: int = 2000) -> None:
    """What people are told: something, in lines that a terminal can show."""
    assert 3 < len(text) <= longest, text[:300]
    lines = text.translate(PLAIN).split("\n")
    assert all(line.isprintable() for line in lines), ascii(text)


@cache
def scratch() -> Path:
    """A folder, for what a parser has to have on a disk: it is in memory, if that can be."""
    return Path(tempfile.mkdtemp())


@cache
def book() -> Any:
    from support.table_app import GAMES

    from engine.catalogue import codebook_of

    return codebook_of(GAMES)
