"""The table on /desk: badges, every seat's cards, and what to do next. Pure.

A card is its code, its title and look, a note where it counts as something else than is printed,
what its kind scores, and what scanning it again would do; an unnumbered one has its face's code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.cards import BADGES, By, Game
from engine.codes import Codebook
from engine.events import Accepted, ToolTaken, WasabiPicked
from engine.locate import label_of, out
from engine.position import SHARED_LANE, Scan, Table, lane_of, playing, seat_for, seat_of
from engine.rounds import complaints
from engine.scoring.tray import FLIPPED, Laid, bare, counts_as
from engine.standings import round_by
from engine.table import decide
from firmware.common.system.text import Json, plural
from firmware.core.view.hints import BEGIN, STEPS, full, hint, step_now
from firmware.core.view.rules import rule
from firmware.core.view.seats import TAKE, summary
from firmware.core.view.sheets import score
from firmware.core.view.state import Shown
from firmware.interfaces.web.pages.looks import Look, look

NEXT = "#keys [value=next]"
USES = {WasabiPicked: "Put a nigiri on it", ToolTaken: "Use it"}
COMMAND = re.compile(r"(?:^|(?<=  ))(next|undo|page|score|new-game|remove)\b")
CLICK = "Click a menu, or type its name and press Enter"


def desk_table(shown: Shown) -> Json:
    """`seats` are badges to click, with their cards once there are any; `out` the cards that cannot
    be laid although they lie in no tray; `step` is the one of `steps` that is to be done now,
    `calls` selects the buttons that do it. While the table `awaits` a card, one that lies there is
    an answer.
    """
    table, book = shown.table, shown.codebook
    gone = [*out(table), *table.spent] if table.phase == "playing" else []
    steps = STEPS[table.mode if table.phase == "playing" else table.phase]
    step = step_now(table, shown.panel.active)
    if shown.offer:
        steps, step = (TAKE,), 0
    return {
        "seats": _badges(table, book) if table.phase == "lobby" else _seats(shown),
        "out": [label_of(book, playing(table)[0], card).code for card in gone],
        "steps": steps,
        "step": step,
        "calls": _calls(shown, step, step == len(steps) - 1),
        "hint": summary(shown.offer) if shown.offer else _hint(table),
        "awaits": bool(lane_of(table, SHARED_LANE).awaits or shown.device.question),
    }


def _badges(table: Table, book: Codebook) -> list[Json]:
    """All badges there are; `on` have sat down."""
    return [
        {
            "badge": badge,
            "code": book.label("badge", badge).code,
            "name": seat_for(badge, table.names).name,
            "on": seat_of(table, badge) is not None,
        }
        for badge in BADGES
    ]


def _seats(shown: Shown) -> list[Json]:
    """Every seat in order, `on` while it is scanned for."""
    table, book, scores = shown.table, shown.codebook, shown.standings.scores
    by = round_by(table, scores) if scores else table.ended[-1].by
    rows: list[Json] = []
    for at, seat in enumerate(shown.standings.seats):
        of = ("badge", seat.badge) if seat.badge else ("command", "dummy")
        rows.append(
            {
                "badge": seat.badge or "dummy",
                "code": book.label(*of).code,
                "name": seat.name,
                "score": score(seat),
                "on": at == shown.panel.active and table.phase == "playing",
                "cards": [*_cards(table, book, at, by[at])],
            }
        )
    return rows


def _cards(table: Table, book: Codebook, at: int, by: By) -> Iterator[tuple[str | Look, ...]]:
    """One seat's; once a round is over, what is kept still lies in its tray as well."""
    game, _ = playing(table)
    kept = table.kept[at] if table.kept and table.phase == "playing" else ()
    for laid in (*kept, *table.round.layout.trays[at]):
        face, label = laid.card.face, label_of(book, game, laid.card)
        note = "kept" if laid in kept else _lies_as(game, laid)
        again = decide(table, Scan(label))
        use = USES.get(type(again.event), "") if isinstance(again, Accepted) else ""
        shows = look(game.kind(face.kind), face.slug)
        yield label.code, face.title, shows, note, _scores(game, len(table.seats), laid, by), use


def _lies_as(game: Game, laid: Laid) -> str:
    if laid.mark == FLIPPED:
        return "flipped"
    mark = bare(laid.mark)
    if mark and mark != laid.card.face.slug:
        return f"as {game.face(mark).title}"
    return "on wasabi" if mark != laid.mark else ""


def _scores(game: Game, players: int, laid: Laid, by: By) -> str:
    """What the kind that a card counts as brings its tray, and by which rule."""
    kind = counts_as(game, laid)
    title = "Flipped" if kind == FLIPPED else game.kind(kind).title
    told = rule(game, kind, players)
    if kind in game.at_the_end:
        return f"{title}, {told}"
    if kind not in by:  # only where hands are reckoned as a whole
        return "Counts in a set"
    points = f"{by[kind]} {game.unit}" if game.unit else plural(by[kind], "point")
    return f"{title}: {points}{f' ({told})' if told else ''}"


def _calls(shown: Shown, step: int, last: bool) -> str:
    """Select the buttons for this step, the `last` of the moment or an earlier one."""
    table, book = shown.table, shown.codebook
    if shown.offer:
        return NEXT
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
    """What the terminal's desk says, where the steps do not say it as well: its commands as they
    stand on the buttons, and what is asked about.
    """
    awaits = lane_of(table, SHARED_LANE).awaits
    if table.phase == "playing" and table.mode == "tally" and not table.asked and not awaits:
        return ""
    said = hint(table)
    if said == BEGIN:
        return CLICK
    said = COMMAND.sub(lambda found: found[0].upper().replace("-", " "), said)
    lacks = complaints(table) if table.asked == "score" else ()
    about = ", ".join(f"{table.seats[at].name} {why}" for at, why in lacks)
    return " ".join(f"{about}{'. ' * bool(about)}{said}".replace("Type ", "Scan ").split())


def _button(book: Codebook, command: str) -> str:
    return f'[value="{book.label("command", command).code}"]'
