"""A Wish in, the files it asks for out, and what there is to say about them."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from engine.notation import printable
from firmware.labels import files
from firmware.labels.cards import label, sheets
from firmware.labels.cards.wording import title, worded
from firmware.labels.errors import Unclear
from firmware.labels.render import barcodes as symbols
from firmware.labels.render.marks import Page
from firmware.labels.request import Form, Wish
from firmware.system.files import write


def printed(wish: Wish) -> list[str]:
    """Whatever form it takes; lines for the one who asked."""
    if wish.form == "csv":
        return _table(wish)
    if wish.form == "png":
        return _pictures(wish)
    return _sheets(wish)


def papers(
    pages: Sequence[Page], name: str, form: Form, output: str, dpi: int, paper: str
) -> list[str]:
    """The table sheet or the guide, a file or a folder of pictures."""
    if form == "png":
        named = [(f"{name}-{at}.png", page) for at, page in enumerate(pages, 1)]
        _folder(output, named, dpi)
    else:
        _pdf(output, pages, f"Okanjo: {name}")
    number = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    return [f"{printable(output)}: {number} of {paper}", "Print at 100 % (actual size)."]


def _sheets(wish: Wish) -> list[str]:
    output = str(wish.output)
    words = [worded(card, wish.game) for card in wish.cards]
    pages = sheets.sheets(wish.stock, wish.plan, words, wish.game.title, wish.first)
    _pdf(output, pages, f"{wish.game.title}: labels")
    number = sheets.count(wish.stock, len(words), wish.first)
    on = "page" if wish.stock.roll else "sheet"
    lines = [
        f"{printable(output)}: {_counted(len(words), 'label')} on {_counted(number, on)}"
        f" of {wish.stock.name} ({wish.stock.size}), {wish.code}, {wish.dpi} dpi"
    ]
    if wish.stock.roll:
        return [*lines, f"Print at 100 % (actual size); {_measure(wish)}."]
    lines.append(f"Print at 100 % (actual size); the ruler must measure {sheets.RULER_MM} mm.")
    used = (wish.first + len(words)) % wish.stock.on_a_page
    if used:
        left = _counted(wish.stock.on_a_page - used, "label")
        lines.append(f"{left} of the last sheet will be left: go on there with --from {used + 1}.")
    return lines


def _measure(wish: Wish) -> str:
    """Where there is no room for a ruler: how wide the code itself must be."""
    module, modules, named = wish.plan.module, symbols.CODE_128_MODULES, "bars"
    if not module:
        module, modules = wish.plan.matrix_module, symbols.DATAMATRIX_MODULES
        named = "square"
    wide = symbols.to_mm(module * modules, wish.dpi)
    return f"the {named} must measure {wide:.1f} mm across"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _pictures(wish: Wish) -> list[str]:
    """A file for each label; their names tell what they are, and sort like the deck. A label
    printed anew has the name it had.
    """
    output = str(wish.output)
    _folder(output, list(_named(wish)), wish.dpi)
    return [
        f"{printable(output)}: {_counted(len(wish.cards), 'picture')} of {wish.stock.size},"
        f" {wish.code}, {wish.dpi} dpi",
        f"Print them at their own size; {_measure(wish)}.",
    ]


def _named(wish: Wish) -> Iterator[tuple[str, Page]]:
    places = {card.code: at for at, card in enumerate(wish.deck, 1)}
    for card in wish.cards:
        marks = tuple(label.marks(wish.plan, worded(card, wish.game)))
        name = f"{places[card.code]:03d}-{card.face}-{card.copy}.png"
        yield name, Page(wish.stock.width, wish.stock.height, marks)


def _folder(output: str, pages: Sequence[tuple[str, Page]], dpi: int) -> None:
    """All names are looked at before the first is written."""
    from PIL.PngImagePlugin import PngInfo

    from firmware.labels.render.png import picture

    if os.path.lexists(output) and not os.path.isdir(output):
        raise Unclear(f"{printable(output)} is there, and no folder; give another name with -o")
    for name, _ in pages:
        files.free(os.path.join(output, name))
    os.makedirs(output, exist_ok=True)
    about = PngInfo()
    about.add_text("Software", files.SOFTWARE)
    for name, page in pages:
        image = picture(page, dpi)

        def save(file: BinaryIO) -> None:
            image.save(file, "PNG", dpi=(dpi, dpi), pnginfo=about)  # noqa: B023 -- called at once

        write(os.path.join(output, name), save)


def _pdf(output: str, pages: Sequence[Page] | Iterator[Page], name: str) -> None:
    from firmware.labels.render import pdf

    files.free(output)
    write(output, lambda file: pdf.write(pages, file, name))


def _table(wish: Wish) -> list[str]:
    """A row for each label, its name uncut."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(files.CSV_HEADER.split(","))
    for card in wish.cards:
        rows.writerow(card._replace(title=title(card)))
    if wish.output is None:
        return text.getvalue().splitlines()
    files.free(wish.output)
    write(wish.output, lambda file: file.write(text.getvalue().encode()))
    return [f"{printable(wish.output)}: {_counted(len(wish.cards), 'label')}, a line each"]
