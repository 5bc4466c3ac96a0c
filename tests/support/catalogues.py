"""Catalogues of translations, made in memory."""

import gettext as library
import io
import struct

from firmware.words.language import Language

PLURALS = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"


def catalogue(texts: dict[str, str]) -> Language:
    """A language with these translations, read by the standard library from a file as msgfmt writes
    it (gettext's manual, "The Format of GNU MO Files").
    """
    rows = sorted({"": PLURALS, **texts}.items())
    keys, values = ([text.encode() for text in column] for column in zip(*rows, strict=True))
    offset = 28 + 16 * len(rows)
    tables, strings = [], b""
    for column in (keys, values):
        for text in column:
            tables.append(struct.pack("<2I", len(text), offset + len(strings)))
            strings += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
    file = io.BytesIO(header + b"".join(tables) + strings)
    return Language("xx", {"okanjo": library.GNUTranslations(file)})
