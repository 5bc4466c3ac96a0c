"""Addresses as arguments in, their QR codes on standard output out, an empty line between two.

A program of its own, which makes way for the table.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from firmware.web.qr import rows


def main() -> None:
    with suppress(OSError):  # a service may not
        os.nice(10)
    print(*("\n".join(rows(address)) for address in sys.argv[1:]), sep="\n\n")


if __name__ == "__main__":
    main()
