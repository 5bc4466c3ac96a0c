"""Pictures of what is not a page, for whoever reads a language: the display's sheets, with their
texts, and paper.

`PYTHONPATH=.:tests python -m support.language_pictures FOLDER [CODE ...]`: of these, or of all.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
from support.displayed import displayed, panel_of
from support.languages import language
from support.looking import ALL
from support.pictures import image_of
from support.table_engine import AROUND, NAMES, EngineTable, seated
from support.watchful import WatchfulPaper

from engine.codes import codebook
from firmware.common.facts.device import DeviceState
from firmware.common.facts.notices import Problem
from firmware.common.facts.sheets import Panel
from firmware.core.screen.render import draw_on, picture
from firmware.paper.menu.choice import parse_menu
from firmware.paper.menu.page import draw_menu
from firmware.paper.output import draw_paper
from firmware.paper.render import pdf
from firmware.words.language import Language

SCALE, DPI = 4, 110


def sheets() -> Iterator[tuple[str, Panel]]:
    """What the display shows in an evening of four, and of eight at its end."""

    def panel(page: str = "current", around: DeviceState = AROUND) -> Panel:
        outcome = table.outcome if table.outcomes else None
        return panel_of(table.standings, page, around, outcome)

    table = EngineTable(names=NAMES)
    yield "empty", panel()
    table = seated("preset points-platter", 4)
    yield "lobby", panel()
    table.scan("next")
    yield "start", panel()
    table.scan("yellow special-order/1")
    yield "awaits-copy", panel()
    table.scan_in_vain("score")
    yield "refused", panel()
    table.scan("dumpling/1 green-tea-ice-cream/3")
    table.scan("red").scan_in_vain("green-tea-ice-cream/3")
    yield "refused-taken", panel()
    table.scan("yellow")
    lost = AROUND._replace(problems=(Problem("scanner-unplugged"),), saved=False)
    yield "unsaved", panel("current", lost)
    for page in ("current", "scores", "tray", "why", "rounds", "device"):
        yield f"round-{page}", panel(page)
    table.deal(4, 7).scan("command score")
    yield "asked", panel()
    table.scan("command score")
    yield "scored", panel()
    table = seated("preset cutthroat-combo", 8, "next")
    table.deal(8, 7).scan("score next").deal(8, 7).scan("score next").deal(8, 5).scan("score")
    for page in ("current", "scores", "tray", "why", "rounds"):
        yield f"end-{page}", panel(page)


def draw_display(folder: Path, spoken: Language) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = []
    for name, panel in sheets():
        worded = displayed(panel, spoken).worded
        image_of(picture(worded), SCALE).save(folder / f"{name}.png")
        paper = WatchfulPaper(128, 64)
        draw_on(paper, worded)
        texts += [f"{name}:", *(f"  {text}" for text, _ in paper.texts), ""]
    (folder / "texts.txt").write_text("\n".join(texts), encoding="utf-8")


def draw_papers(folder: Path, spoken: Language) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    book = codebook()
    papers = {
        "table-sheet": draw_paper("table", book, "a4", "code128", 300, spoken),
        "menu": [draw_menu(parse_menu("my-first-meal", book), "a4", spoken)],
    }
    for name, pages in papers.items():
        file = BytesIO()
        pdf.write(pages, file, name)
        for number, page in enumerate(pypdfium2.PdfDocument(file.getvalue()), 1):
            what = "guide" if name == "table-sheet" and number == len(pages) else f"{name}-{number}"
            page.render(scale=DPI / 72).to_pil().save(folder / f"{what}.png")


def main() -> None:
    folder, *codes = sys.argv[1:]
    for code in codes or ALL:
        draw_display(Path(folder, code, "display"), language(code))
        draw_papers(Path(folder, code, "paper"), language(code))


if __name__ == "__main__":
    main()
