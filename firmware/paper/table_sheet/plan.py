"""Plan the table sheet: which labels lie together on which page.

Rule 1: every command, badge, game, preset, kind and face of the codebook is there, once.
Rule 2: what is needed together is together: the table on one page, each game on its own.
"""

from collections.abc import Iterable, Iterator

from engine.cards import Face, Game, Kind
from engine.codes import Codebook, Label
from engine.table import DEVICES_OWN
from firmware.paper.cards.names import wording
from firmware.paper.render import icons
from firmware.paper.render.marks import Page
from firmware.paper.table_sheet import colours, words
from firmware.paper.table_sheet.tiles import Codes, Section, Sheet, Tile, command, page, rows_mm
from firmware.words.labels import group_title, icon_of, own
from firmware.words.language import say

EACH_ROUND = ("next", "score", "undo", "remove")
BEFORE = ("new-game", "tally", "live", "teach")
BESIDE = 4  # tiles in a row
# A page has no lower rows; one of faces, if it can be helped, no lower ones than the second.
LOWEST_MM, ROOMY_MM = 26.0, 31.0


def pages(book: Codebook, paper: str, codes: Codes, more: int = 0) -> list[Page]:
    """Draw the sheet, on "a4" or "letter"; `more` pages follow, and are counted at the foot."""
    plan = sheets(book, paper)
    of = len(plan) + more
    return [page(sheet, paper, codes, number, of) for number, sheet in enumerate(plan, 1)]


def sheets(book: Codebook, paper: str) -> list[Sheet]:
    """Plan the pages, in the order of an evening."""
    plan = [_table(book)]
    for game in book.games.values():
        if game.menu:
            plan.append(_menus(book, game))
        plan += _faces(book, game, paper)
    return plan


def _table(book: Codebook) -> Sheet:
    """Plan the page of commands, badges and games."""
    variants = {variant for game in book.games.values() for variant in game.variants}
    commands = [label for label in _of(book, "command") if label.slug not in variants]
    device = [label.slug for label in commands if label.slug in DEVICES_OWN]
    others = [label for label in commands if label.slug not in (*EACH_ROUND, *BEFORE, *device)]
    games = (_game(label, book.games[label.slug]) for label in _of(book, "game"))
    return Sheet(
        "The table",
        "",
        "Lay this page beside the one of your game.",
        (
            Section("In every round", "", _commands(book, EACH_ROUND)),
            Section(
                "Badges",
                "before the game: each player, clockwise. In a round: whose cards come next",
                tuple(
                    Tile(label, label.title, full=colours.BADGES[label.slug])
                    for label in _of(book, "badge")
                ),
            ),
            Section("Now and then", "", _commands(book, (label.slug for label in others))),
            Section("Before a game", "", (*games, *_commands(book, BEFORE))),
            Section("The device", "where it has a voice or a camera", _commands(book, device)),
        ),
    )


def _menus(book: Codebook, game: Game) -> Sheet:
    """Plan the page of menus, and of tiles for a menu of one's own."""
    presets = tuple(
        Tile(label, label.title, words.preset(game, label.preset))
        for label in _of(book, "preset", game)
    )
    own = {label.kind: label for label in _of(book, "kind", game)}
    tiles = [
        Section(heading, note, tuple(_kind(own[kind.slug], game, kind) for kind in kinds))
        for heading, note, kinds in _together(game)
    ]
    return Sheet(
        game.title,
        "Menus",
        "Scan a menu, or tiles for your own. Then each player’s badge. Then NEXT.",
        (Section("Menus", "one scan for the whole menu", presets), *tiles),
    )


def _together(game: Game) -> Iterator[tuple[str, str, list[Kind]]]:
    """Yield a heading, a note and their kinds; a group with no choice stands with the next."""
    held: list[Kind] = []
    for group, count in game.menu.items():
        kinds = [kind for kind in game.kinds if kind.group == group]
        if len(kinds) > count:
            note = f"choose {count}"
            for kind in held:
                note += f"; {kind.title.lower()} is always in"
            yield say(group_title(group)), note, held + kinds
            held = []
        else:
            held += kinds
    if held:
        yield "Always", "", held


def _faces(book: Codebook, game: Game, paper: str) -> Iterator[Sheet]:
    """Plan pages of faces, as many to a page as there is room for at a size easy to scan."""
    own = {label.face: label for label in _of(book, "face", game)}
    groups = list(dict.fromkeys(kind.group for kind in game.kinds))
    sections = [
        _face_section(game, group, [kind for kind in game.kinds if kind.group == group], own)
        for group in groups
    ]
    if all(len(section.tiles) < 2 * BESIDE for section in sections):
        # A small deck lies in its own order, three beside each other.
        faces = [
            _face(own[face.slug], game, kind, face) for kind in game.kinds for face in kind.faces
        ]
        sections = [Section("", "", tuple(faces), 3)]
    if game.variants:
        variants = _commands(book, game.variants)
        sections.append(Section("Variants", "before the game", variants, sections[0].columns))
    parts = list(_paged(sections, paper))
    for number, some in enumerate(parts, 1):
        part = f"Cards, {number} of {len(parts)}" if len(parts) > 1 else "Cards"
        yield Sheet(game.title, part, _FACES, tuple(some))


_FACES = "For cards without a label: scan the player’s badge, then a code here for each card."


def _face_section(
    game: Game, group: str, kinds: list[Kind], own: dict[str | None, Label]
) -> Section:
    """Lay kinds with several faces at the beginning of rows, and fill them with single faces."""
    rows: list[list[Tile]] = []
    several = [kind for kind in kinds if len(kind.faces) > 1]
    single = [kind for kind in kinds if len(kind.faces) == 1]
    for kind in (*several, *single):
        for start in range(0, len(kind.faces), BESIDE):
            faces = kind.faces[start : start + BESIDE]
            tiles = [_face(own[face.slug], game, kind, face) for face in faces]
            row = next((row for row in rows if len(row) + len(tiles) <= BESIDE), None)
            if row is None:
                rows.append(row := [])
            row += tiles
    placed = [tile for row in rows for tile in (*row, *[None] * (BESIDE - len(row)))]
    while placed and placed[-1] is None:
        placed.pop()
    return Section(say(group_title(group)), "", tuple(placed))


def _paged(sections: Iterable[Section], paper: str) -> Iterator[list[Section]]:
    """Begin a new page where the rows would become too low."""
    page: list[Section] = []
    for section in sections:
        lowest = LOWEST_MM if not page else ROOMY_MM
        if page and rows_mm(paper, [*page, section]) < lowest:
            yield page
            page = []
        page.append(section)
    yield page


def _of(book: Codebook, type: str, game: Game | None = None) -> list[Label]:
    return [
        label
        for label in book.labels
        if label.type == type and (game is None or label.game == game.slug)
    ]


def _commands(book: Codebook, slugs: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(command(book, slug, words.COMMANDS.get(slug, "")) for slug in slugs)


def _game(label: Label, game: Game) -> Tile:
    icon = icons.find(game.presentation.icon or game.slug, icons.GAME)
    words = say(own(game, game.presentation.tile))
    return Tile(label, label.title, words, icon=icon, tint=colours.GAME)


def _kind(label: Label, game: Game, kind: Kind) -> Tile:
    icon, tint = (
        icons.find(icon_of(game, kind.slug), icons.PLATE),
        colours.tint(kind.colour, kind.group),
    )
    return Tile(label, kind.title, words.tile(game, kind), icon=icon, tint=tint)


def _face(label: Label, game: Game, kind: Kind, face: Face) -> Tile:
    icon = icons.find(icon_of(game, face.slug), icon_of(game, kind.slug), icons.PLATE)
    tint = colours.tint(kind.colour, kind.group)
    note = f"{face.copies} in the deck"  # more cannot be scanned
    name = wording(label, game).name
    return Tile(label, name, words.face(game, kind, face), note, icon, tint, number=face.number)
