"""QR codes of the page's addresses: rows of "#" (dark) and ".", as a display draws them.

A program of its own (`python -m firmware.common.http.qr`, addresses on its standard input) draws
them, once for an address: the library would stay in memory for the whole evening, with 8 MB.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from firmware.common.system import child
from firmware.common.system.files import keep
from firmware.common.system.state_dir import read_text

CODE_FILE = "page-code"  # in the state folder: an address, and its codes as they were drawn last
LINK = "/bg"
DRAWN_WITHIN_S = 20

Rows = tuple[str, ...]
Codes = tuple[Rows, Rows]
NO_CODES: Codes = ((), ())


def rows(text: str) -> Rows:
    """The smallest code that holds the text, as well secured as fits into that size; no margin.

    In capitals an address takes a third less room (ISO/IEC 18004, alphanumeric mode), and host
    names do not mind; names of networks do.
    """
    import segno  # late: 40 ms, and wanted once for an address

    code = segno.make(text, micro=False, error="L", boost_error=True)
    return tuple("".join("#" if dark else "." for dark in row) for row in code.matrix)


def codes_of(address: str, folder: str) -> Codes:
    """Codes of the page and of where a game is taken along, kept in the folder; none where they
    cannot be drawn.
    """
    path = os.path.join(folder, CODE_FILE)
    if (codes := _parse(read_text(path), address)) != NO_CODES:
        return codes
    drawn = f"{address}\n\n{_draw(address, f'{address}{LINK}')}"
    keep(path, drawn)
    return _parse(drawn, address)


def drawn(addresses: Sequence[str]) -> list[Rows]:
    """A code of each address, drawn in one go; none of any where they cannot be drawn."""
    return [tuple(block.split()) for block in _draw(*addresses).split("\n\n") if block]


def _draw(*addresses: str) -> str:
    """Run the program and return what it prints; "" if it fails. Addresses are no arguments, as
    everybody on the machine may read these.
    """
    import subprocess  # late: they are drawn once for an address

    drawing = child.command("firmware.common.http.qr")
    try:
        done = subprocess.run(  # noqa: S603
            drawing,
            input="\n".join(addresses),
            capture_output=True,
            text=True,
            timeout=DRAWN_WITHIN_S,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _parse(text: str, address: str) -> Codes:
    """Read an address and two codes; none, if it is another address or something is damaged."""
    first, *drawn = text.split("\n\n")
    codes = [tuple(block.split()) for block in drawn]
    whole = all({len(row) for row in code} == {len(code)} for code in codes)
    return (codes[0], codes[1]) if first == address and len(codes) == 2 and whole else NO_CODES


def main() -> None:
    with suppress(OSError):  # a service may not
        os.nice(10)
    texts = (text.upper() if "://" in text else text for text in sys.stdin.read().split())
    print(*("\n".join(rows(text)) for text in texts), sep="\n\n")


if __name__ == "__main__":
    main()
