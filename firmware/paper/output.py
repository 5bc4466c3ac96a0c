"""Write the files that a request asks for, and tell what is in them."""

import csv
import io
import os
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.codes import Codebook, Label
from engine.message import Message, Value, gettext, ngettext
from engine.table import DEVICES_OWN
from firmware.common.system.files import write
from firmware.paper.cards import layout, sheets
from firmware.paper.cards.layout import Symbology
from firmware.paper.cards.names import Wording, set_in, title, wording
from firmware.paper.errors import FIRST
from firmware.paper.menu.choice import MenuChoice
from firmware.paper.render import barcodes
from firmware.paper.render.marks import PaperPage
from firmware.paper.request import Job
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Figure

LABELS = ngettext("{count} label", "{count} labels", 0)
PAGES, SHEETS = (
    ngettext("{count} page", "{count} pages", 0),
    ngettext("{count} sheet", "{count} sheets", 0),
)
LABELS_LEFT = ngettext(
    "{count} label left on the last sheet. To start there: {first} {next}",
    "{count} labels left on the last sheet. To start there: {first} {next}",
    0,
)
ROLL_BARS = gettext("Print at 100 % (actual size); the bars must measure {wide} mm across.")
ROLL_SQUARE = gettext("Print at 100 % (actual size); the square must measure {wide} mm across.")
MEASURE_RULER = gettext(
    "Print at 100 % (actual size); the ruler must measure {mm} mm.", mm=sheets.RULER_MM
)
PICTURE_BARS = gettext("Print them at actual size; the bars must measure {wide} mm across.")
PICTURE_SQUARE = gettext("Print them at actual size; the square must measure {wide} mm across.")
SMALL_SQUARE = gettext(
    "{mm} mm is small: photos in dim light miss some. Use {better} mm if you can."
)
SECOND_LEFT_OUT = ngettext(
    "{count} label has no room for the second name.",
    "{count} labels have no room for the second name.",
    0,
)
NAMELESS = gettext("There is no room for names. The labels are in the order of the deck.")


class Written(NamedTuple):
    """The file, "" for standard output, and the lines to print about it; the first one says what it
    is.
    """

    file: str
    lines: Sequence[Message]


def write_labels(job: Job) -> Written:
    """Write a game's labels."""
    return {"csv": _write_table, "png": _write_pictures, "pdf": _write_sheets}[job.form](job)


def draw_paper(
    subject: str,
    book: Codebook,
    paper: str,
    code: Symbology,
    dpi: int,
    language: Language = ENGLISH,
    own: Collection[str] = DEVICES_OWN,
    second: Language | None = None,
) -> list[PaperPage]:
    """Draw the table sheet, whose last page is the quick guide, or the guide alone. Of the commands
    that are the device's own the sheet has these. With a second language tiles have both, and the
    guide has a page for each.
    """
    from firmware.paper import guide
    from firmware.paper.table_sheet import plan
    from firmware.paper.table_sheet.tiles import Printing

    printing = Printing(code, dpi, language, second)
    guides = [Printing(code, dpi, spoken) for spoken in (language, second) if spoken]
    pages = plan.pages(book, paper, printing, own, len(guides)) if subject == "table" else []
    of = len(pages) + len(guides)
    numbered = enumerate(guides, len(pages) + 1)
    return [*pages, *(guide.page(book, paper, own, number, of) for number, own in numbered)]


def write_pages(pages: Sequence[PaperPage], name: str, output: str, paper: Message) -> Written:
    """Write the table sheet or the guide."""
    _write_pdf(output, pages, f"Okanjo: {name}")
    made = _pages_of(len(pages), paper)
    return Written(output, [made, gettext("Print at 100 % (actual size).")])


def write_menu(
    choice: MenuChoice,
    paper: str,
    output: str,
    named: Message,
    language: Language = ENGLISH,
    second: Language | None = None,
) -> Written:
    """Write a menu on "a4", "a5" or "letter", which is `named` so; in two languages, on a page for
    each. It may be printed at any size, as nothing on it is scanned.
    """
    from firmware.paper.menu.page import draw_menu

    pages = [draw_menu(choice, paper, language, second)]
    if second:
        pages.append(draw_menu(choice, paper, second, language))
    _write_pdf(output, pages, f"Okanjo: {say(choice.title, language)}")
    made = gettext("{menu}, {pages}", menu=choice.title, pages=_pages_of(len(pages), named))
    return Written(output, [made])


def _pages_of(count: int, paper: Message) -> Message:
    number = ngettext("{count} page", "{count} pages", count)
    return gettext("{pages} of {paper}", pages=number, paper=paper)


def _write_sheets(job: Job) -> Written:
    output = str(job.output)
    words = _wordings(job)
    pages = sheets.sheets(job.stock, job.plan, words, job.game, job.first, job.language)
    _write_pdf(output, pages, f"{job.game.title}: labels")
    number = sheets.count(job.stock, len(words), job.first)
    on = PAGES if job.stock.roll else SHEETS
    made = gettext(
        "{labels} on {sheets} of {stock} ({size}), {code}, {dpi} dpi",
        labels=LABELS._replace(values={"count": len(words)}),
        sheets=on._replace(values={"count": number}),
        **_about(job),
    )
    lines = [made, *_warn(job)]
    if job.stock.roll:
        bars = ROLL_BARS if job.plan.module else ROLL_SQUARE
        return Written(output, [*lines, bars._replace(values={"wide": _wide(job)})])
    lines.append(MEASURE_RULER)
    used = (job.first + len(words)) % job.stock.on_a_page
    if used:
        left = job.stock.on_a_page - used
        lines.append(LABELS_LEFT._replace(values={"count": left, "first": FIRST, "next": used + 1}))
    return Written(output, lines)


def _wordings(job: Job) -> list[Wording]:
    return [wording(card, job.game, job.language, job.second) for card in job.cards]


def _about(job: Job) -> dict[str, Value]:
    stock = job.stock
    return {"stock": stock.name, "size": stock.size, "code": job.code, "dpi": job.dpi}


def _warn(job: Job) -> Iterator[Message]:
    """Yield what is bad about labels that can be printed all the same."""
    if 0 < job.square < layout.PHOTO_MM[0]:
        yield SMALL_SQUARE._replace(values={"mm": job.square, "better": layout.PHOTO_MM[0]})
    if job.plan.name is None:
        yield NAMELESS
        return
    pairs = [words for words in _wordings(job) if words.second]
    if left_out := sum(set_in(job.plan.name, words) is None for words in pairs):
        yield SECOND_LEFT_OUT._replace(values={"count": left_out})


def _wide(job: Job) -> Figure:
    """How wide the code must be, in mm. The user measures it where there is no room for a ruler."""
    module, modules = job.plan.module, barcodes.CODE_128_MODULES
    if not module:
        module, modules = job.plan.matrix_module, barcodes.DATAMATRIX_MODULES
    return Figure(f"{barcodes.to_mm(module * modules, job.dpi):.1f}")


def _write_pictures(job: Job) -> Written:
    """Write a file for each label. File names say what they show and sort like the deck. A label
    printed again gets the same file name.
    """
    from firmware.paper.render.png import picture

    output, stock, dpi = str(job.output), job.stock, job.dpi
    places = {card.code: number for number, card in enumerate(job.deck, 1)}
    os.makedirs(output, exist_ok=True)
    for card, words in zip(job.cards, _wordings(job), strict=True):
        path = os.path.join(output, f"{places[card.code]:03d}-{card.face}-{card.copy}.png")
        marks = sheets.label_marks(job.plan, words)
        image = picture(stock.width, stock.height, marks, dpi)
        write(path, partial(image.save, format="PNG", dpi=(dpi, dpi)))
    number = ngettext("{count} picture", "{count} pictures", len(job.cards))
    made = gettext("{pictures} of {size}, {code}, {dpi} dpi", pictures=number, **_about(job))
    measure = PICTURE_BARS if job.plan.module else PICTURE_SQUARE
    measured = measure._replace(values={"wide": _wide(job)})
    return Written(output, [made, *_warn(job), measured])


def _write_pdf(output: str, pages: Sequence[PaperPage] | Iterator[PaperPage], name: str) -> None:
    from firmware.paper.render import pdf

    write(output, lambda file: pdf.write(pages, file, name))


def _write_table(job: Job) -> Written:
    """Write a row for each label with its full name. Without an output, return the rows."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Label._fields)
    for card in job.cards:
        rows.writerow(card._replace(title=title(card, job.game)))
    if job.output is None:
        return Written("", [*map(Message, text.getvalue().splitlines())])
    write(job.output, lambda file: file.write(text.getvalue().encode()))
    number = LABELS._replace(values={"count": len(job.cards)})
    return Written(job.output, [gettext("{labels}, one per line", labels=number)])
