"""The table on /desk: badges, every seat's cards, and what to do next. Pure.

A card is its code, its title and colour, and a note where it counts as something else than is
printed; an unnumbered one has its face's code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards import BADGES, Card
from engine.codes import Codebook
from engine.locate import out
from engine.position import SHARED_LANE, Table, lane_of, name_of, seat_of
from engine.scoring.tray import FLIPPED, ON_WASABI, Laid
from firmware.view.hints import BEGIN, STEPS, full, hint, step_now
from firmware.view.state import Shown

NEXT = "#keys [value=next]"
CLICK = "Click a menu, or type how it begins and Enter"


def desk_table(shown: Shown) -> dict[str, Any]:
    """`seats` are badges to click, with their cards once there are any; `out` the cards that cannot
    be laid although they lie in no tray; `step` is the one of `steps` that is to be done now,
    `calls` selects the buttons that do it.
    """
    table, book = shown.table, shown.codebook
    gone = [*out(table), *table.spent] if table.phase == "playing" else []
    steps = STEPS[table.mode if table.phase == "playing" else table.phase]
    step = step_now(table, shown.panel.active)
    return {
        "seats": _badges(table, book) if table.phase == "lobby" else _seats(shown),
        "out": [_code(table, book, card) for card in gone],
        "steps": steps,
        "step": step,
        "calls": _calls(shown, step, step == len(steps) - 1),
        "hint": _hint(table),
    }


def _badges(table: Table, book: Codebook) -> list[dict[str, Any]]:
    """All badges there are; `on` have sat down."""
    return [
        {
            "badge": badge,
            "code": book.label("badge", badge).code,
            "name": table.names.get(badge) or badge.capitalize(),
            "on": seat_of(table, badge) is not None,
        }
        for badge in BADGES
    ]


def _seats(shown: Shown) -> list[dict[str, Any]]:
    """Every seat in order, `on` while it is scanned for."""
    table, book = shown.table, shown.codebook
    rows = []
    for at, (seat, player) in enumerate(zip(table.seats, shown.panel.players, strict=True)):
        of = ("badge", seat.badge) if seat.badge else ("command", "dummy")
        # once a round is over, what is kept still lies in its tray as well
        kept = table.kept[at] if table.kept and table.phase == "playing" else ()
        rows.append(
            {
                "badge": seat.badge or "dummy",
                "code": book.label(*of).code,
                "name": name_of(seat, table.names),
                "score": player.score,
                "on": at == shown.panel.active,
                "cards": [*_cards(table, book, (*kept, *table.round.layout.trays[at]))],
            }
        )
    return rows


def _cards(table: Table, book: Codebook, cards: Iterable[Laid]) -> Iterable[tuple[str, ...]]:
    for laid in cards:
        face = laid.card.face
        colour = table.game.kind(face.kind).colour if table.game else ""
        yield _code(table, book, laid.card), face.title, colour, _lies_as(table, laid)


def _code(table: Table, book: Codebook, card: Card) -> str:
    slug = f"{table.game.slug if table.game else ''}/{card.face.slug}"
    return book.label(*(("card", f"{slug}/{card.copy}") if card.copy else ("face", slug))).code


def _lies_as(table: Table, laid: Laid) -> str:
    if laid.mark == FLIPPED:
        return "flipped"
    mark = laid.mark.removesuffix(ON_WASABI)
    if mark and mark != laid.card.face.slug and table.game is not None:
        return f"as {table.game.face(mark).title}"
    return "on wasabi" if mark != laid.mark else ""


def _calls(shown: Shown, step: int, last: bool) -> str:
    """Select the buttons for this step, the `last` of the moment or an earlier one."""
    table, book = shown.table, shown.codebook
    match table.phase:
        case "lobby" if last:
            return NEXT
        case "lobby":
            return "#trays [aria-pressed=false]" if step == 1 and len(table.seats) < 2 else ""
        case "finished":
            return _button(book, "new-game")
        case "scored":
            return NEXT
    if last:
        return _button(book, "score")
    if table.mode == "live" or step:
        return ""
    waiting = (seat for at, seat in enumerate(table.seats) if not full(table, at))
    return ",".join(f"#trays .{seat.badge or 'dummy'} .badge" for seat in waiting)


def _hint(table: Table) -> str:
    """What the terminal's desk says, where the steps do not say it as well."""
    awaits = lane_of(table, SHARED_LANE).awaits
    if table.phase == "playing" and table.mode == "tally" and not table.asked and not awaits:
        return ""
    said = hint(table, table.names)
    return CLICK if said == BEGIN else " ".join(said.split())


def _button(book: Codebook, command: str) -> str:
    return f'[value="{book.label("command", command).code}"]'
