"""`okanjo labels`: what was asked in, a file (or a folder of them) out, and how to print it told.

Status 2: it makes no sense as asked; 1: it cannot be written.
"""

from __future__ import annotations

import sys
from importlib import import_module

from engine.catalogue import codebook_of, games_of
from engine.notation import printable, printable_lines
from firmware.settings.load import SettingsError, load
from firmware.system.exit_status import FAILED, UNUSABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from engine.codes import Codebook

PRESSES = ("reportlab", "PIL", "barcode", "ppf")


def labels(asked: argparse.Namespace) -> int:
    """Whatever keeps it from being done is told in a sentence."""
    from firmware.labels.errors import Unclear

    try:
        told = _printed(asked)
    except (SettingsError, Unclear) as why:
        print(printable_lines(str(why)), file=sys.stderr)
        return UNUSABLE
    except ModuleNotFoundError as why:
        if (why.name or "").partition(".")[0] not in PRESSES:
            raise
        print(
            f"labels need {why.name}, which is not installed: pip install 'okanjo[labels]'",
            file=sys.stderr,
        )
        return UNUSABLE
    except OSError as why:
        where = f"{printable(str(why.filename))}: " if why.filename else ""
        print(f"{where}cannot be written: {why.strerror or why}", file=sys.stderr)
        return FAILED
    print("\n".join(told))
    return 0


def _printed(asked: argparse.Namespace) -> list[str]:
    """What to say when it is done."""
    from firmware.labels.cards import stocks

    if asked.stocks:
        return list(stocks.listed())
    from firmware.labels import request as wish

    games = games_of(load(asked.config).card_table)
    what, book = wish.what(asked.what, list(games)), codebook_of(games)
    if what in wish.PAPERS:
        return _paper(asked, what, book)
    from firmware.labels import output as press

    return press.printed(wish.wish(asked, what, book))


def _paper(asked: argparse.Namespace, what: str, book: Codebook) -> list[str]:
    """The table sheet, or the quick guide."""
    from firmware.labels import output as press
    from firmware.labels import request as wish
    from firmware.labels.errors import Unclear, unknown

    if asked.only is not None or asked.first is not None or asked.csv:
        raise Unclear(f"--only, --from and --csv are for a game's labels, not for the {what}")
    papers = {"a4": "A4", "letter": "US Letter"}
    paper = "a4" if asked.stock is None else asked.stock.strip().lower()
    if paper not in papers:
        raise unknown("paper", asked.stock, papers)
    form, output = wish.place(asked.output, f"okanjo-{what}")
    dpi = wish.dots(asked.dpi)
    drawn = import_module(f"firmware.labels.{'table_sheet' if what == 'table' else 'guide'}")
    pages = drawn.pages(book, paper, wish.symbols(asked.code), dpi)
    return press.papers(pages, what, form, str(output), dpi, papers[paper])
