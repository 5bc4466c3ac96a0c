"""Write the files that a request asks for; return the lines to print about them."""

import csv
import io
import os
from collections.abc import Iterator, Sequence
from functools import partial

from engine.codes import Codebook, Label
from engine.notation import printable
from firmware.common.system.files import write
from firmware.common.system.text import plural
from firmware.paper.cards import layout, sheets
from firmware.paper.cards.layout import Symbology
from firmware.paper.cards.names import title, wording
from firmware.paper.render import barcodes
from firmware.paper.render.marks import Page
from firmware.paper.request import Job


def write_labels(asked: Job) -> list[str]:
    """Write a game's labels."""
    return {"csv": _write_table, "png": _write_pictures, "pdf": _write_sheets}[asked.form](asked)


def draw_paper(what: str, book: Codebook, paper: str, code: Symbology, dpi: int) -> list[Page]:
    """Draw the table sheet, whose last page is the quick guide, or the guide alone."""
    from firmware.paper import guide
    from firmware.paper.table_sheet import plan
    from firmware.paper.table_sheet.tiles import Codes

    codes = Codes(code, dpi)
    pages = plan.pages(book, paper, codes, more=1) if what == "table" else []
    number = len(pages) + 1
    return [*pages, guide.page(book, paper, codes, number, number)]


def write_pages(pages: Sequence[Page], name: str, output: str, paper: str) -> list[str]:
    """Write the table sheet or the guide."""
    _write_pdf(output, pages, f"Okanjo: {name}")
    return [
        f"{printable(output)}: {plural(len(pages), 'page')} of {paper}",
        "Print at 100 % (actual size).",
    ]


def _write_sheets(asked: Job) -> list[str]:
    output = str(asked.output)
    words = [wording(card, asked.game) for card in asked.cards]
    pages = sheets.sheets(asked.stock, asked.plan, words, asked.game.title, asked.first)
    _write_pdf(output, pages, f"{asked.game.title}: labels")
    number = sheets.count(asked.stock, len(words), asked.first)
    on = "page" if asked.stock.roll else "sheet"
    lines = [
        f"{printable(output)}: {plural(len(words), 'label')} on {plural(number, on)}"
        f" of {asked.stock.name} ({asked.stock.size}), {asked.code}, {asked.dpi} dpi",
        *_warn(asked),
    ]
    if asked.stock.roll:
        return [*lines, f"Print at 100 % (actual size); {_what_to_measure(asked)}."]
    lines.append(f"Print at 100 % (actual size); the ruler must measure {sheets.RULER_MM} mm.")
    used = (asked.first + len(words)) % asked.stock.on_a_page
    if used:
        left = plural(asked.stock.on_a_page - used, "label")
        lines.append(f"{left} left on the last sheet. To start there: --from {used + 1}")
    return lines


def _warn(asked: Job) -> Iterator[str]:
    """Say what is wrong with a label that is possible."""
    if 0 < asked.square < layout.PHOTO_MM[0]:
        yield (
            f"{asked.square} mm is small: photos in dim light miss some. Use"
            f" {layout.PHOTO_MM[0]} mm if you can."
        )
    if asked.plan.name is None:
        yield "There is no room for names. The labels are in the order of the deck."


def _what_to_measure(asked: Job) -> str:
    """Say how wide the code must be, where there is no room for a ruler."""
    module, modules, named = asked.plan.module, barcodes.CODE_128_MODULES, "bars"
    if not module:
        module, modules = asked.plan.matrix_module, barcodes.DATAMATRIX_MODULES
        named = "square"
    wide = barcodes.to_mm(module * modules, asked.dpi)
    return f"the {named} must measure {wide:.1f} mm across"


def _write_pictures(asked: Job) -> list[str]:
    """Write a file for each label. The names tell what they are, and sort like the deck: a label
    that is printed again has the name it had.
    """
    from firmware.paper.render.png import picture

    output, stock, dpi = str(asked.output), asked.stock, asked.dpi
    places = {card.code: at for at, card in enumerate(asked.deck, 1)}
    os.makedirs(output, exist_ok=True)
    for card in asked.cards:
        path = os.path.join(output, f"{places[card.code]:03d}-{card.face}-{card.copy}.png")
        marks = sheets.label_marks(asked.plan, wording(card, asked.game))
        image = picture(stock.width, stock.height, marks, dpi)
        write(path, partial(image.save, format="PNG", dpi=(dpi, dpi)))
    return [
        f"{printable(output)}: {plural(len(asked.cards), 'picture')} of {asked.stock.size},"
        f" {asked.code}, {asked.dpi} dpi",
        *_warn(asked),
        f"Print them at actual size; {_what_to_measure(asked)}.",
    ]


def _write_pdf(output: str, pages: Sequence[Page] | Iterator[Page], name: str) -> None:
    from firmware.paper.render import pdf

    write(output, lambda file: pdf.write(pages, file, name))


def _write_table(asked: Job) -> list[str]:
    """Write a row for each label, its name uncut; without an output, return the rows."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Label._fields)
    for card in asked.cards:
        rows.writerow(card._replace(title=title(card)))
    if asked.output is None:
        return text.getvalue().splitlines()
    write(asked.output, lambda file: file.write(text.getvalue().encode()))
    return [f"{printable(asked.output)}: {plural(len(asked.cards), 'label')}, one per line"]
