"""`okanjo labels`: write a file, or a folder of them, and say how to print it."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.catalogue import codebook_of
from engine.codes import Codebook
from engine.message import Message, gettext
from engine.notation import printable
from engine.table import DEVICES_OWN
from firmware.cli.errors import CommandFailed
from firmware.common.games import games_in_force
from firmware.common.settings.load import load
from firmware.words.language import Language, language_of, say

if TYPE_CHECKING:
    from firmware.common.settings.schema import Settings
    from firmware.paper.output import Written

FOR_GAMES = gettext(
    "--for-photo, --square, --only, --from, --csv and folders are for a game's labels, not for the"
    " table"
)
FOR_TABLE = gettext("--all is for the table")
NOT_FOR_GUIDE = gettext(
    "--for-photo, --square, --only, --from, --csv and folders are for a game's labels, not for the"
    " guide"
)
NOT_FOR_MENU = gettext("for a menu there are only --stock, --language and -o FILE.pdf")
MENUS_NAME = gettext("a name follows only `menu`: okanjo labels menu {name}")
BRAILLE_FOR = (
    "--braille is for a game's labels, with --only some of them, or for the table, which has menus"
    " and dishes, too"
)
BRAILLE_IS_TEXT = "--braille prints text: with it there are only --only, --all and one --language"
Languages = tuple[Language, Language | None]  # of the paper: the first, and a second, if any
A4, A5, LETTER = Message("A4"), Message("A5"), gettext("US Letter")


def print_labels(arguments: argparse.Namespace) -> int:
    from firmware.paper.errors import RequestError

    try:
        print("\n".join(_lines(arguments)))
    except RequestError as why:
        raise CommandFailed(_said(arguments, why.message)) from None
    except ModuleNotFoundError as why:
        install = f"labels need {why.name}, which is not installed: pip install 'okanjo[labels]'"
        raise CommandFailed(install) from None
    return 0


def _lines(arguments: argparse.Namespace) -> list[str]:
    """Write the file; return what to say about it. A page knows what it calls the file."""
    from firmware.paper.cards import stocks

    if arguments.stocks:
        return list(stocks.listed())
    written = _write(arguments)
    first, *rest = (_said(arguments, line) for line in written.lines)
    if written.file and not arguments.for_page:
        first = f"{printable(written.file)}: {first}"
    return [first, *rest]


def _said(arguments: argparse.Namespace, message: Message) -> str:
    """In English; for a page in its language, with what it calls its fields."""
    if not arguments.for_page:
        return say(message)
    from firmware.paper.errors import with_fields

    return say(with_fields(message), language_of(arguments.for_page))


def _write(arguments: argparse.Namespace) -> Written:
    from firmware.paper import request
    from firmware.paper.errors import RequestError

    settings = load(arguments.config)
    games = games_in_force(settings.card_table, settings.decks)
    languages: Languages = (language_of(settings.language.device), None)
    if arguments.language is not None:
        languages = request.parse_languages(arguments.language)
    subject, book = request.parse_subject(arguments.what, list(games)), codebook_of(games)
    if arguments.all and subject != "table":
        raise RequestError(FOR_TABLE)
    if arguments.braille:
        return _write_braille(arguments, settings, subject, book, languages)
    if subject == "menu":
        return _write_menu(arguments, book, languages)
    if arguments.menu is not None:
        raise RequestError(MENUS_NAME._replace(values={"name": printable(arguments.menu)}))
    if subject in request.PAPERS:
        own = DEVICES_OWN if arguments.all else own_commands(settings)
        return _write_paper(arguments, subject, book, languages, own)
    from firmware.paper.output import write_labels

    return write_labels(request.parse(arguments, subject, book, *languages))


def _write_braille(
    arguments: argparse.Namespace,
    settings: Settings,
    subject: str,
    book: Codebook,
    languages: Languages,
) -> Written:
    """Return the names of labels in braille, to be printed as text."""
    from firmware.cli import braille
    from firmware.paper import request
    from firmware.paper.cards.names import cards
    from firmware.paper.output import Written
    from firmware.paper.table_sheet.plan import sheets

    language, second = languages
    others = (arguments.output, arguments.stock, arguments.code, arguments.square, arguments.first)
    if second or arguments.for_photo or arguments.csv or any(word is not None for word in others):
        raise CommandFailed(BRAILLE_IS_TEXT)
    if subject == "table" and arguments.only is None:
        own = DEVICES_OWN if arguments.all else own_commands(settings)
        spoken = sheets(book, "a4", braille.written(language), own)
        labels = [*braille.of_sheets(sheets(book, "a4", language, own), spoken)]
    elif subject in book.games and arguments.menu is None:
        game = book.games[subject]
        deck = cards(book, game)
        wanted = (
            deck
            if arguments.only is None
            else request.select_cards(arguments.only, deck, game.slug)
        )
        labels = [*braille.of_cards(wanted, game, language)]
    else:
        raise CommandFailed(BRAILLE_FOR)
    return Written("", [Message(line) for line in braille.in_lines(labels, language.code)])


def own_commands(settings: Settings) -> frozenset[str]:
    """The commands of what this device has besides a table: a camera over it, a broker, a voice."""
    has = {
        **dict.fromkeys(("repeat", "slower", "read-table"), settings.voice.say != "off"),
        "photo": settings.camera.kind != "none",
        "call-organiser": bool(settings.mqtt.host),
    }
    return frozenset(slug for slug in DEVICES_OWN if has.get(slug))


def _write_paper(
    arguments: argparse.Namespace,
    subject: str,
    book: Codebook,
    languages: Languages,
    own: Collection[str],
) -> Written:
    """Write the table sheet, or the quick guide."""
    from firmware.paper import request
    from firmware.paper.cards import layout
    from firmware.paper.errors import DPI, RequestError
    from firmware.paper.output import draw_paper, write_pages

    form, output = request.choose_output(arguments.output, f"okanjo-{subject}", arguments.csv)
    if _is_for_labels(arguments) or form != "pdf":
        raise RequestError(FOR_GAMES if subject == "table" else NOT_FOR_GUIDE)
    papers = {"a4": A4, "letter": LETTER}
    paper = request.parse_choice(gettext("paper"), arguments.stock or "a4", list(papers))
    code = request.parse_choice(gettext("code"), arguments.code or "code128", layout.CODES)
    dpi = request.parse_choice(DPI, arguments.dpi, layout.ALL_DPI)
    language, second = languages
    pages = draw_paper(subject, book, paper, code, dpi, language, own, second)
    return write_pages(pages, subject, str(output), papers[paper])


def _write_menu(arguments: argparse.Namespace, book: Codebook, languages: Languages) -> Written:
    """Write one menu."""
    from firmware.paper import request
    from firmware.paper.errors import RequestError
    from firmware.paper.menu.choice import parse_menu
    from firmware.paper.output import write_menu

    choice = parse_menu(arguments.menu, book)
    own = bool(choice.game.menu) and not choice.preset
    name = "okanjo-menu" if own else f"okanjo-menu-{choice.name.replace('/', '-')}"
    form, output = request.choose_output(arguments.output, name, arguments.csv)
    if _is_for_labels(arguments) or arguments.code is not None or form != "pdf":
        raise RequestError(NOT_FOR_MENU)
    papers = {"a4": A4, "a5": A5, "letter": LETTER}
    paper = request.parse_choice(gettext("paper"), arguments.stock or "a4", list(papers))
    return write_menu(choice, paper, str(output), papers[paper], *languages)


def _is_for_labels(arguments: argparse.Namespace) -> bool:
    """Whether an option is named that only labels have."""
    photo = arguments.for_photo or arguments.square is not None
    return photo or arguments.only is not None or arguments.first is not None
