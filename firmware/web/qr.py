"""An address in, a QR code of it out: rows of "#" (dark) and ".", as a podium takes them. Pure."""

from __future__ import annotations


def rows(text: str) -> tuple[str, ...]:
    """The smallest code that holds the text, as well secured as fits into that size; no margin.

    In capitals an address takes a third less room (ISO/IEC 18004, alphanumeric mode), and host
    names do not mind.
    """
    import segno  # late: 40 ms, and wanted once a game

    code = segno.make(text, micro=False, error="L", boost_error=True)
    return tuple("".join("#" if dark else "." for dark in row) for row in code.matrix)
