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
from firmware.paper.render.marks import PaperPage
from firmware.paper.request import Job
from firmware.words.language import ENGLISH, Language


def write_labels(job: Job) -> list[str]:
    """Write a game's labels."""
    return {"csv": _write_table, "png": _write_pictures, "pdf": _write_sheets}[job.form](job)


def draw_paper(
    what: str,
    book: Codebook,
    paper: str,
    code: Symbology,
    dpi: int,
    language: Language = ENGLISH,
) -> list[PaperPage]:
    """Draw the table sheet, whose last page is the quick guide, or the guide alone."""
    from firmware.paper import guide
    from firmware.paper.table_sheet import plan
    from firmware.paper.table_sheet.tiles import Printing

    printing = Printing(code, dpi, language)
    pages = plan.pages(book, paper, printing, more=1) if what == "table" else []
    number = len(pages) + 1
    return [*pages, guide.page(book, paper, printing, number, number)]


def write_pages(pages: Sequence[PaperPage], name: str, output: str, paper: str) -> list[str]:
    """Write the table sheet or the guide."""
    _write_pdf(output, pages, f"Okanjo: {name}")
    return [
        f"{printable(output)}: {plural(len(pages), 'page')} of {paper}",
        "Print at 100 % (actual size).",
    ]


def _write_sheets(job: Job) -> list[str]:
    output = str(job.output)
    words = [wording(card, job.game, job.language) for card in job.cards]
    pages = sheets.sheets(job.stock, job.plan, words, job.game, job.first, job.language)
    _write_pdf(output, pages, f"{job.game.title}: labels")
    number = sheets.count(job.stock, len(words), job.first)
    on = "page" if job.stock.roll else "sheet"
    lines = [
        f"{printable(output)}: {plural(len(words), 'label')} on {plural(number, on)}"
        f" of {job.stock.name} ({job.stock.size}), {job.code}, {job.dpi} dpi",
        *_warn(job),
    ]
    if job.stock.roll:
        return [*lines, f"Print at 100 % (actual size); {_what_to_measure(job)}."]
    lines.append(f"Print at 100 % (actual size); the ruler must measure {sheets.RULER_MM} mm.")
    used = (job.first + len(words)) % job.stock.on_a_page
    if used:
        left = plural(job.stock.on_a_page - used, "label")
        lines.append(f"{left} left on the last sheet. To start there: --from {used + 1}")
    return lines


def _warn(job: Job) -> Iterator[str]:
    """Yield what is bad about labels that can be printed all the same."""
    if 0 < job.square < layout.PHOTO_MM[0]:
        yield (
            f"{job.square} mm is small: photos in dim light miss some. Use"
            f" {layout.PHOTO_MM[0]} mm if you can."
        )
    if job.plan.name is None:
        yield "There is no room for names. The labels are in the order of the deck."


def _what_to_measure(job: Job) -> str:
    """Say how wide the code must be. The user measures it where there is no room for a ruler."""
    module, modules, named = job.plan.module, barcodes.CODE_128_MODULES, "bars"
    if not module:
        module, modules = job.plan.matrix_module, barcodes.DATAMATRIX_MODULES
        named = "square"
    wide = barcodes.to_mm(module * modules, job.dpi)
    return f"the {named} must measure {wide:.1f} mm across"


def _write_pictures(job: Job) -> list[str]:
    """Write a file for each label. File names say what they show and sort like the deck. A label
    printed again gets the same file name.
    """
    from firmware.paper.render.png import picture

    output, stock, dpi = str(job.output), job.stock, job.dpi
    places = {card.code: number for number, card in enumerate(job.deck, 1)}
    os.makedirs(output, exist_ok=True)
    for card in job.cards:
        path = os.path.join(output, f"{places[card.code]:03d}-{card.face}-{card.copy}.png")
        marks = sheets.label_marks(job.plan, wording(card, job.game, job.language))
        image = picture(stock.width, stock.height, marks, dpi)
        write(path, partial(image.save, format="PNG", dpi=(dpi, dpi)))
    return [
        f"{printable(output)}: {plural(len(job.cards), 'picture')} of {job.stock.size},"
        f" {job.code}, {job.dpi} dpi",
        *_warn(job),
        f"Print them at actual size; {_what_to_measure(job)}.",
    ]


def _write_pdf(output: str, pages: Sequence[PaperPage] | Iterator[PaperPage], name: str) -> None:
    from firmware.paper.render import pdf

    write(output, lambda file: pdf.write(pages, file, name))


def _write_table(job: Job) -> list[str]:
    """Write a row for each label with its full name. Without an output, return the rows."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Label._fields)
    for card in job.cards:
        rows.writerow(card._replace(title=title(card, job.game)))
    if job.output is None:
        return text.getvalue().splitlines()
    write(job.output, lambda file: file.write(text.getvalue().encode()))
    return [f"{printable(job.output)}: {plural(len(job.cards), 'label')}, one per line"]
