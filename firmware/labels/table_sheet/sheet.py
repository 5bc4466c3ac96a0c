"""The codebook in, the table sheet's pages out: all that a whole evening can be scored with."""

from __future__ import annotations

from engine.codes import Codebook
from firmware.labels.guide import guide
from firmware.labels.render.marks import Page
from firmware.labels.table_sheet.grid import page
from firmware.labels.table_sheet.plan import sheets
from firmware.labels.table_sheet.tiles import Symbols


def pages(codebook: Codebook, paper: str, code: str, dpi: int) -> list[Page]:
    """`paper` is "a4" or "letter", `code` "code128", "datamatrix" or "both"; the last page is
    the quick guide.
    """
    plan, kinds = sheets(codebook, paper), Symbols(code, dpi)
    of = len(plan) + 1
    table = [page(sheet, paper, kinds, number, of) for number, sheet in enumerate(plan, 1)]
    return [*table, guide.page(codebook, paper, kinds, of, of)]
