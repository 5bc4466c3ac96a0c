"""Plan the table sheet: which labels lie together on which page.

Rule 1: every badge, game, preset, kind and face of the codebook is there, once, and so is every
command but those of what the device does not have.
Rule 2: what is needed together is together: the table on one page, each game on its own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.cards import Face, Game, Kind
from engine.codes import Codebook, Label
from engine.message import Message, gettext, ngettext
from engine.refusals import Titled
from engine.table import DEVICES_OWN
from firmware.paper.cards.names import wording
from firmware.paper.render import icons
from firmware.paper.render.marks import PaperPage
from firmware.paper.table_sheet import colours, words
from firmware.paper.table_sheet.tiles import (
    PaperTile,
    Printing,
    SecondWords,
    Section,
    Sheet,
    command,
    page,
    rows_mm,
)
from firmware.words import rules
from firmware.words.labels import group_title, icon_of, noun, own, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.plates import badge_letters

EACH_ROUND = ("next", "score", "undo", "remove")
BEFORE = ("new-game", "tally", "live", "sound", "teach")
# The device's own commands, but WHAT, which every device knows.
FITTED = DEVICES_OWN - {"what"}
# Beside the badges, what a player who cannot see has to find. REMOVE has no dot: so the first row
# has three, each row of badges four, and a finger tells them apart.
WITH_DOT = {"next", "score", "undo", "what", "repeat", "slower", "read-table"}
BESIDE = 4  # tiles in a row
# A page has no lower rows; one of faces, if it can be helped, no lower ones than the second.
LOWEST_MM, ROOMY_MM = 26.0, 31.0


def pages(
    book: Codebook,
    paper: str,
    printing: Printing,
    own: Collection[str] = DEVICES_OWN,
    more: int = 0,
) -> list[PaperPage]:
    """Draw the sheet, on "a4" or "letter", with these `own` commands of the device; `more` pages
    follow, and are counted at the foot. Bars and square together leave no room for tactile dots.
    """
    dots = printing.code != "both"
    plan = sheets(book, paper, printing.language, own, dots)
    if printing.second:
        others = sheets(book, paper, printing.second, own, dots)
        plan = [_in_both(*pair) for pair in zip(plan, others, strict=True)]
    of = len(plan) + more
    return [page(sheet, paper, printing, number, of) for number, sheet in enumerate(plan, 1)]


def sheets(
    book: Codebook,
    paper: str,
    language: Language = ENGLISH,
    own: Collection[str] = DEVICES_OWN,
    dots: bool = True,
) -> list[Sheet]:
    """Plan the pages, in the order of an evening."""
    plan = SheetPlan(book, language, own, dots)
    pages = [plan.table()]
    for game in book.games.values():
        if game.menu:
            pages.append(plan.menus(game))
        pages += plan.faces(game, paper)
    return pages


def _in_both(sheet: Sheet, other: Sheet) -> Sheet:
    """The sheet with the words of another, which is the same in a second language."""
    title, part, note = (
        " · ".join(dict.fromkeys(pair)) for pair in zip(sheet[:3], other[:3], strict=True)
    )
    sections = (
        section._replace(
            tiles=tuple(
                tile and second and tile._replace(second=_second(tile[1:3], second[1:3]))
                for tile, second in zip(section.tiles, beside.tiles, strict=True)
            ),
            second=_second(section[:2], beside[:2]),
        )
        for section, beside in zip(sheet.sections, other.sections, strict=True)
    )
    return Sheet(title, part, note, tuple(sections))


def _second(first: tuple[str, str], other: tuple[str, str]) -> SecondWords:
    """Title and words of the other language that are not those of the first."""
    title, words = ("" if own == its else its for own, its in zip(first, other, strict=True))
    return SecondWords(title, words)


class SheetPlan(NamedTuple):
    """Sheets of all labels, in a language; of the `own` commands of devices, these. `dots`: with
    places for tactile dots.
    """

    book: Codebook
    language: Language
    own: Collection[str]
    dots: bool

    def table(self) -> Sheet:
        """Plan the page of commands, badges and games."""
        variants = {slug for game in self.book.games.values() for slug in game.variants}
        commands = [label.slug for label in self._of("command") if label.slug not in variants]
        elsewhere = {*EACH_ROUND, *BEFORE, *FITTED}
        others = [slug for slug in commands if slug not in elsewhere]
        device = [slug for slug in commands if slug in FITTED & {*self.own}]
        note = WHERE_FITTED if self.own == DEVICES_OWN else NOTHING
        games = (self._game(label, self.book.games[label.slug]) for label in self._of("game"))
        badges = (
            PaperTile(
                label,
                self._title(label),
                full=colours.BADGES[label.slug],
                letters=badge_letters(label.slug, self.language),
                dot=self.dots,
            )
            for label in self._of("badge")
        )
        sections = [
            self._section(EVERY_ROUND, NOTHING, self._commands(EACH_ROUND)),
            self._section(BADGES, WHEN_BADGES, badges),
            self._section(NOW_AND_THEN, NOTHING, self._commands(others)),
            self._section(BEFORE_GAME, NOTHING, (*games, *self._commands(BEFORE))),
        ]
        if device:
            sections.append(self._section(THE_DEVICE, note, self._commands(device)))
        how = self._say(WITH_RINGS if self.dots else LAY_BESIDE)
        return Sheet(self._say(THE_TABLE), "", how, tuple(sections))

    def menus(self, game: Game) -> Sheet:
        """Plan the page of menus, and of tiles for a menu of one's own."""
        presets = (
            PaperTile(label, self._title(label), self._say(rules.preset(game, label.preset)))
            for label in self._of("preset", game)
        )
        own = {label.kind: label for label in self._of("kind", game)}
        tiles = (
            self._section(heading, note, [self._kind(own[kind.slug], game, kind) for kind in kinds])
            for heading, note, kinds in _together(game)
        )
        sections = (self._section(MENUS, ONE_SCAN, presets), *tiles)
        return Sheet(self._title(game), self._say(MENUS), self._say(HOW_TO_CHOOSE), sections)

    def faces(self, game: Game, paper: str) -> Iterator[Sheet]:
        """Plan pages of faces, as many to a page as there is room for at a size easy to scan."""
        own = {label.face: label for label in self._of("face", game)}
        groups = dict.fromkeys(kind.group for kind in game.kinds)
        sections = [self._group_of_faces(game, group, own) for group in groups]
        if all(len(section.tiles) < 2 * BESIDE for section in sections):
            # A small deck lies in its own order, three beside each other.
            faces = [
                self._face(own[face.slug], game, kind, face)
                for kind in game.kinds
                for face in kind.faces
            ]
            sections = [Section("", "", tuple(faces), 3)]
        if game.variants:
            variants = self._commands(game.variants)
            columns = sections[0].columns
            sections.append(self._section(VARIANTS, BEFORE_THE_GAME, variants, columns))
        parts = list(_paged(sections, paper))
        for number, some in enumerate(parts, 1):
            part = CARDS
            if len(parts) > 1:
                part = gettext("Cards, {number} of {count}", number=number, count=len(parts))
            yield Sheet(self._title(game), self._say(part), self._say(HOW_TO_SCAN), tuple(some))

    def _group_of_faces(self, game: Game, group: str, own: Mapping[str | None, Label]) -> Section:
        """Lay kinds with several faces at the beginning of rows, filled with single faces."""
        kinds = [kind for kind in game.kinds if kind.group == group]
        rows: list[list[PaperTile]] = []
        for kind in sorted(kinds, key=lambda kind: len(kind.faces) == 1):
            for start in range(0, len(kind.faces), BESIDE):
                faces = kind.faces[start : start + BESIDE]
                tiles = [self._face(own[face.slug], game, kind, face) for face in faces]
                row = next((row for row in rows if len(row) + len(tiles) <= BESIDE), None)
                if row is None:
                    rows.append(row := [])
                row += tiles
        placed = [tile for row in rows for tile in (*row, *[None] * (BESIDE - len(row)))]
        while placed and placed[-1] is None:
            placed.pop()
        return self._section(group_title(group), NOTHING, placed)

    # --- tiles

    def _section(
        self,
        title: Message,
        note: Message,
        tiles: Iterable[PaperTile | None],
        columns: int = BESIDE,
    ) -> Section:
        return Section(self._say(title), self._say(note), tuple(tiles), columns)

    def _commands(self, slugs: Iterable[str]) -> tuple[PaperTile, ...]:
        return tuple(
            command(self.book, slug, rules.COMMANDS.get(slug), self.language)._replace(
                dot=self.dots and slug in WITH_DOT
            )
            for slug in slugs
        )

    def _game(self, label: Label, game: Game) -> PaperTile:
        icon = icons.find(game.presentation.icon or game.slug, icons.GAME)
        about = self._say(own(game, game.presentation.tile))
        return PaperTile(label, self._title(game), about, icon=icon, tint=colours.GAME)

    def _kind(self, label: Label, game: Game, kind: Kind) -> PaperTile:
        icon = icons.find(icon_of(game, kind.slug), icons.PLATE)
        tint = colours.tint(kind.colour, kind.group)
        about = self._say(words.tile(game, kind))
        return PaperTile(label, self._title(kind), about, icon=icon, tint=tint)

    def _face(self, label: Label, game: Game, kind: Kind, face: Face) -> PaperTile:
        icon = icons.find(icon_of(game, face.slug), icon_of(game, kind.slug), icons.PLATE)
        tint = colours.tint(kind.colour, kind.group)
        note = ngettext("{count} in the deck", "{count} in the deck", face.copies)
        name = wording(label, game, self.language).name
        about = self._say(words.face(game, kind, face))
        return PaperTile(label, name, about, self._say(note), icon, tint, number=face.number)

    def _of(self, type: str, game: Game | None = None) -> list[Label]:
        return [
            label
            for label in self.book.labels
            if label.type == type and (game is None or label.game == game.slug)
        ]

    def _title(self, titled: Titled) -> str:
        return self._say(title(titled))

    def _say(self, message: Message) -> str:
        return say(message, self.language)


def _together(game: Game) -> Iterator[tuple[Message, Message, list[Kind]]]:
    """Yield a heading, a note and their kinds; a group with no choice stands with the next."""
    held: list[Kind] = []
    for group, count in game.menu.items():
        kinds = [kind for kind in game.kinds if kind.group == group]
        if len(kinds) > count:
            note = gettext("choose {count}", count=count)
            for kind in held:
                always = noun(title(kind))
                note = gettext("{note}; {kind} is always in", note=note, kind=always)
            yield group_title(group), note, held + kinds
            held = []
        else:
            held += kinds
    if held:
        yield group_title("always"), NOTHING, held


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


NOTHING = Message("")
THE_TABLE, LAY_BESIDE = (
    gettext("The table"),
    gettext("Lay this page beside the one of your game."),
)
WITH_RINGS = gettext("Lay this page beside the one of your game. The rings are for tactile dots.")
EVERY_ROUND, NOW_AND_THEN = gettext("In every round"), gettext("Now and then")
BADGES = gettext("Badges")
WHEN_BADGES = gettext("before the game: each player, clockwise. In a round: whose cards come next")
BEFORE_GAME, BEFORE_THE_GAME = gettext("Before a game"), gettext("before the game")
THE_DEVICE = gettext("The device")
WHERE_FITTED = gettext("where it has a voice or a camera")
MENUS, ONE_SCAN = gettext("Menus"), gettext("one scan for the whole menu")
HOW_TO_CHOOSE = gettext("Scan a menu, or tiles for your own. Then each player’s badge. Then NEXT.")
VARIANTS, CARDS = gettext("Variants"), gettext("Cards")
HOW_TO_SCAN = gettext(
    "For cards without a label: scan the player’s badge, then a code here for each card."
)
