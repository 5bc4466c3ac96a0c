"""QR codes of the page's addresses: rows of "#" (dark) and ".", as a podium takes them."""

from __future__ import annotations

import os
from contextlib import suppress

from firmware.system.files import replace
from firmware.system.state_dir import open_plain

CODE_FILE = "page-code"  # in the state folder: an address, and its codes as they were drawn last
LONGEST_FILE = 1 << 14
LINK = "/bg"

Rows = tuple[str, ...]
Codes = tuple[Rows, Rows]
NO_CODES: Codes = ((), ())


def rows(text: str) -> Rows:
    """The smallest code that holds the text, as well secured as fits into that size; no margin.

    In capitals an address takes a third less room (ISO/IEC 18004, alphanumeric mode), and host
    names do not mind.
    """
    import segno  # late: 40 ms, and wanted once for an address

    code = segno.make(text, micro=False, error="L", boost_error=True)
    return tuple("".join("#" if dark else "." for dark in row) for row in code.matrix)


def codes_of(address: str, folder: str) -> Codes:
    """Codes of the page and of where a game is taken along. They are kept in the folder: the
    library that draws them takes 2 MB for the rest of the evening.
    """
    path = os.path.join(folder, CODE_FILE)
    codes = _load(path, address)
    if codes == NO_CODES:
        try:
            codes = rows(address.upper()), rows(f"{address}{LINK}".upper())
        except (ImportError, ValueError):  # ValueError: an address too long for any code
            return NO_CODES
        with suppress(OSError, ValueError):
            drawn = "\n\n".join((address, *("\n".join(one) for one in codes)))
            replace(path, drawn.encode("ascii"))
    return codes


def _load(path: str, address: str) -> Codes:
    """As they were drawn at an earlier start for this address, if the file is whole."""
    try:
        with open(open_plain(path, os.O_RDONLY), encoding="ascii") as file:
            first, page, link = file.read(LONGEST_FILE).split("\n\n")
    except (OSError, ValueError):
        return NO_CODES
    codes = tuple(page.split()), tuple(link.split())
    for one in codes:
        if not one or any(len(row) != len(one) or row.strip("#.") for row in one):
            return NO_CODES
    return codes if first == address else NO_CODES
