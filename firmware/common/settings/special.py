"""The sections that are no plain keys: [[scanner]], [omakase] and [deck]."""

from __future__ import annotations

import os
from collections.abc import Mapping

from engine.cards import Deck, Game
from engine.catalogue import SHIPPED, Decks
from engine.deck import MOST_COPIES
from engine.games.omakase import COPIES_RESERVED, CardTable
from engine.message import Message, gettext
from firmware.common.settings.errors import Errors, as_section, written
from firmware.common.settings.schema import CARD_NAME, Scanner, checks, several, text, whole
from firmware.common.system.text import composed

YEN = whole(0, 100_000)
FACE = {"yen": YEN, "copies": whole(1, COPIES_RESERVED)}
EACH_SCANNER = gettext("write each scanner as [[scanner]], with its keys below")
TWICE = gettext("{name} is already named above: name each scanner once")
TWINS = gettext(
    "{name} is already named above: name each scanner once. To tell two of one model apart, add"
    ' where each is plugged in: usb = "{model}/usb-...", as okanjo doctor shows it'
)
LIST_OF = gettext("a list of {sets}")
CORRECTED = {"name": CARD_NAME, "copies": whole(1, MOST_COPIES)}
AS_DECK = gettext("write it as sections: [deck.sushi-go.squid-nigiri]")
COPIES_ELSEWHERE = gettext("set it in [{section}]")
AS_SECTIONS = gettext("write it as sections: [omakase.faces.tuna], [omakase.sets]")


def read_scanners(content: object, errors: Errors) -> tuple[Scanner, ...]:
    """The scanners that [[scanner]] names; of two by one name the first."""
    if not isinstance(content, list) or not all(isinstance(entry, dict) for entry in content):
        errors.add("scanner", "", EACH_SCANNER)
        return ()
    scanners: dict[str, Scanner] = {}
    for number, entry in enumerate(content, 1):
        here = errors.numbered(number)
        if ("usb" in entry) == ("port" in entry):
            names = 'usb = "vendor:product" and port = "/dev/..."'
            here.add("scanner", "", gettext("each needs one of {names}", names=names))
        scanner = Scanner(**here.right_values(entry, "scanner", checks(Scanner)))
        name = scanner.usb.lower() or (scanner.port and os.path.normpath(scanner.port))
        if name in scanners:
            here.add("scanner", "usb" if scanner.usb else "port", _twice(scanner))
        scanners.setdefault(name or str(number), scanner)
    return tuple(scanners.values())


def _twice(scanner: Scanner) -> Message:
    named = {"name": written(scanner.usb or scanner.port)}
    if scanner.usb and "/" not in scanner.usb:
        return TWINS._replace(values={**named, "model": scanner.usb})
    return TWICE._replace(values=named)


def read_omakase(
    table: CardTable, content: object, errors: Errors, sources: dict[str, str]
) -> CardTable:
    """Single prices, copies and sets replaced; all else stays as shipped."""
    if not isinstance(content, dict):
        errors.add("omakase", "", AS_SECTIONS)
        return table
    for section in content:
        errors.is_key(section, ("faces", "sets"), "omakase")
    prices = errors.right_values(
        errors.table(content, "sets"), "omakase.sets", dict.fromkeys(table.sets, YEN)
    )
    sources.update((f"omakase.sets.{slug}", errors.name) for slug in prices)
    sets = several(
        text(r".*", gettext("a set")), 0, LIST_OF._replace(values={"sets": ", ".join(table.sets)})
    )
    dishes = dict(table.dishes)
    for slug, face in errors.table(content, "faces").items():
        section = f"omakase.faces.{slug}"
        if not errors.is_key(slug, dishes, "omakase.faces"):
            continue
        if not isinstance(face, dict):
            errors.add("omakase.faces", slug, as_section(section))
            continue
        right = errors.right_values(face, section, {**FACE, "sets": sets})
        if not all(
            errors.is_key(set_slug, table.sets, section) for set_slug in right.get("sets", ())
        ):
            del right["sets"]
        dishes[slug] = dishes[slug]._replace(**right)
        sources.update((f"{section}.{key}", errors.name) for key in right)
    return CardTable(dishes, {**table.sets, **prices})


def read_decks(
    decks: Decks, content: object, errors: Errors, sources: dict[str, str]
) -> dict[str, Deck]:
    """Single names and numbers of cards replaced, by game and face; all else stays as it is."""
    changed = dict(decks)
    if not isinstance(content, dict):
        errors.add("deck", "", AS_DECK)
        return changed
    for slug in content:
        if errors.is_key(slug, SHIPPED, "deck"):
            faces, deck = errors.table(content, slug, "deck"), changed.get(slug, Deck())
            changed[slug] = _read_deck(SHIPPED[slug], deck, faces, errors, sources)
    return changed


def _read_deck(
    game: Game, deck: Deck, content: Mapping[str, object], errors: Errors, sources: dict[str, str]
) -> Deck:
    names, copies = dict(deck.names), dict(deck.copies)
    slugs = [face.slug for kind in game.kinds for face in kind.faces]
    for slug in content:
        if not errors.is_key(slug, slugs, f"deck.{game.slug}"):
            continue
        section, corrected = f"deck.{game.slug}.{slug}", CORRECTED
        face = errors.table(content, slug, f"deck.{game.slug}")
        if game.card_table:
            corrected = {"name": CARD_NAME}
            if "copies" in face:  # of Omakase there is a table of its own
                elsewhere = {"section": f"{game.slug}.faces.{slug}"}
                errors.add(section, "copies", COPIES_ELSEWHERE._replace(values=elsewhere))
                face = {key: value for key, value in face.items() if key != "copies"}
        right = errors.right_values(face, section, corrected)
        names |= {slug: composed(right["name"])} if "name" in right else {}
        copies |= {slug: right["copies"]} if "copies" in right else {}
        sources.update((f"{section}.{key}", errors.name) for key in right)
    return Deck(names, copies)


def only_corrected(game: Game, deck: Deck) -> Deck:
    """A deck without what is as in the game's own; a name of "" takes an earlier one away."""
    names = {slug: name for slug, name in deck.names.items() if name}
    copies = {slug: n for slug, n in deck.copies.items() if n != game.face(slug).copies}
    return Deck(names, copies)
