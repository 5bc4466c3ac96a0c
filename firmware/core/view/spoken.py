"""What a panel's page says in words, where it is heard or has no room to be drawn. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from engine.standings import Standing
from firmware.core.view import sheets
from firmware.words.language import say
from firmware.words.refusals import sentence

HEADS = {"=": "total", "D": "desserts"}  # of a sheet of rounds


def page_words(panel: sheets.Panel) -> str:
    """Everything that stands on the page, a sentence a line."""
    lines = [panel.mark, *_lines(panel)]
    return " ".join(_sentence(line.strip()) for line in lines if line.strip())


def _sentence(words: str) -> str:
    return words if words.endswith(("?", "!")) else f"{words.rstrip('.,')}."


def _lines(panel: sheets.Panel) -> list[str]:
    match panel.sheet:
        case sheets.Lobby(title, lines, hint):
            seated = ", ".join(seat.name for seat in panel.seats)
            if hint[:1].isupper():
                return [title, _prose(lines), seated, hint]
            return [title, _prose((*lines, hint)), seated]
        case sheets.Start(title, counts, way):
            dealt = [f"{number} {words}" for number, words in counts]
            return [title, *dealt, " ".join(way).removeprefix("← ").removeprefix("→ ")]
        case sheets.Current(name, note, card, worth, total, hint):
            brought = card if worth is None else f"{card} {worth:+d}"
            return [_heading(name, note), brought, f"{total}", hint]
        case sheets.Board(title, note):
            return [_heading(title, note), *map(_score, panel.seats)]
        case sheets.Tray(name, note, points, total, caption):
            by_kind = [f"{words} {number}" for words, number in points]
            return [_heading(name, note), *by_kind, f"{total} {caption}"]
        case sheets.Rounds(heads, cells, title):
            rows = zip(panel.seats, cells, strict=True)
            return [title, *(f"{one.name}: {_cells(heads, row)}" for one, row in rows)]
        case sheets.Device(lines):
            return ["Okanjo", *lines]
        case sheets.Question(title, complaints, hint):
            return [title, *(f"{name} {why}" for name, why in complaints), hint]
        case sheets.Photo(name, note, points, total, remarks, hint):
            by_kind = [f"{words} {number:+d}" for words, number in points]
            summed = "" if total is None else f"{total:+d}"
            return [_heading(f"Photo of {name}", note), *by_kind, summed, *remarks, hint]
        case sheets.Seats(title, note, seats, hint):
            sit = ", ".join(sheets.player(badge, name) for badge, name in seats)
            return [title, note, sit, hint]
        case sheets.NotCounted(refusal):
            return ["Not counted", say(sentence(refusal))]
        case sheets.Message(title, lines):
            return [title, " ".join(lines)]
        case sheets.QrCode(title, text):
            return [title, text]
        case sheets.Podium(title, tie, winners, others):
            return [f"{title} {tie}", *map(_score, winners + others)]
        case sheet:
            assert_never(sheet)


def _prose(lines: Iterable[str]) -> str:
    """Lines as sentences, which end before a blank line and before one that begins as such."""
    return re.sub("(?<=\\w)\n+(?=[A-Z][a-z])|\n\n+", ". ", "\n".join(lines)).replace("\n", " ")


def _heading(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _score(seat: Standing) -> str:
    """A seat's score, and what of it is new where some is banked."""
    place = f", place {seat.place}" if seat.place else ""
    if seat.score is None:
        return f"{seat.name} no card yet{place}"
    gained = seat.score - seat.banked
    more = f", {gained:+d} this round" if seat.banked and gained else ""
    return f"{seat.name} {seat.score}{more}{place}"


def _cells(heads: tuple[str, ...], row: tuple[str, ...]) -> str:
    named = zip((HEADS.get(head, f"round {head}") for head in heads), row, strict=True)
    return ", ".join(f"{head} {cell}" for head, cell in named if cell)
