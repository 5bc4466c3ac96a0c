"""`okanjo labels`: write a file, or a folder of them, and say how to print it."""

from __future__ import annotations

import argparse

from engine.catalogue import codebook_of
from engine.codes import Codebook
from firmware.cli.errors import CommandFailed
from firmware.common.games import games_in_force
from firmware.common.settings.load import load
from firmware.words.language import ENGLISH, Language, installed, language_of


def print_labels(arguments: argparse.Namespace) -> int:
    from firmware.paper.errors import RequestError

    try:
        lines = _write(arguments)
    except RequestError as why:
        raise CommandFailed(str(why)) from None
    except ModuleNotFoundError as why:
        install = f"labels need {why.name}, which is not installed: pip install 'okanjo[labels]'"
        raise CommandFailed(install) from None
    print("\n".join(lines))
    return 0


def _write(arguments: argparse.Namespace) -> list[str]:
    """Write the file; return what to say about it."""
    from firmware.paper.cards import stocks

    if arguments.stocks:
        return list(stocks.listed())
    from firmware.paper import request

    settings = load(arguments.config)
    games = games_in_force(settings.card_table)
    language = language_of(settings.language.device)
    if arguments.language is not None:
        language = _language(arguments.language)
    what, book = request.parse_subject(arguments.what, list(games)), codebook_of(games)
    if what in request.PAPERS:
        return _write_paper(arguments, what, book, language)
    from firmware.paper.output import write_labels

    return write_labels(request.parse(arguments, what, book, language))


def _language(code: str) -> Language:
    """The language that was asked for."""
    from firmware.paper.errors import unknown

    there = {ENGLISH.code, *installed()}
    if code not in there:
        raise unknown("language", code, sorted(there))
    return language_of(code)


def _write_paper(
    arguments: argparse.Namespace, what: str, book: Codebook, language: Language
) -> list[str]:
    """Write the table sheet, or the quick guide."""
    from firmware.paper import request
    from firmware.paper.cards import layout
    from firmware.paper.errors import RequestError
    from firmware.paper.output import draw_paper, write_pages

    form, output = request.choose_output(arguments.output, f"okanjo-{what}", arguments.csv)
    photo = arguments.for_photo or arguments.square is not None
    if photo or arguments.only is not None or arguments.first is not None or form != "pdf":
        words = "--for-photo, --square, --only, --from, --csv and folders"
        raise RequestError(f"{words} are for a game's labels, not for the {what}")
    papers = {"a4": "A4", "letter": "US Letter"}
    paper = request.parse_choice("paper", arguments.stock or "a4", list(papers))
    code = request.parse_choice("code", arguments.code or "code128", layout.CODES)
    dpi = request.parse_choice("--dpi", arguments.dpi, layout.ALL_DPI)
    pages = draw_paper(what, book, paper, code, dpi, language)
    return write_pages(pages, what, str(output), papers[paper])
