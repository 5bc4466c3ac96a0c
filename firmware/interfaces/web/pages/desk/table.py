"""The table on /desk: badges, every seat's cards, and what to do next. Pure.

A card is its code, its title and look, a note where it counts as something else than is printed,
what its kind scores, and what scanning it again would do; an unnumbered one has its face's code.
Its `mark` is "kept" or "flipped", where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BADGES, By, Game
from engine.codes import Codebook
from engine.events import Accepted, ToolTaken, WasabiPicked
from engine.locate import label_of, out
from engine.message import Message, gettext, ngettext
from engine.position import SHARED_LANE, Scan, Table, lane_of, playing, seat_for, seat_of
from engine.scoring.tray import FLIPPED, Laid, bare, counts_as
from engine.standings import round_by
from engine.table import decide
from firmware.common.facts.hints import Step
from firmware.common.facts.shown import Shown
from firmware.common.system.text import Json
from firmware.core.view.hints import hint, step_now, steps
from firmware.interfaces.web.pages.looks import look
from firmware.words import hints, offers, page
from firmware.words.effects import unit_of
from firmware.words.hints import complaints_of
from firmware.words.labels import colour, field_of, kind_title, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.numbers import Amount
from firmware.words.rules import rule
from firmware.words.sheets import name_of

NEXT = "#keys [value=next]"
USES = {WasabiPicked: gettext("Put a nigiri on it"), ToolTaken: gettext("Use it")}


def desk_table(shown: Shown, language: Language = ENGLISH) -> Json:
    """`seats` are badges to click, with their cards once there are any; `out` the cards that cannot
    be laid although they lie in no tray; `step` is the one of `steps` that is to be done now,
    `calls` selects the buttons that do it. While `removing`, the hint is a banner. While the table
    `awaits` a card, one that lies there is an answer; a seat whose own lane does `waits`. `undoes`
    is the badge on whose lane the newest scan was made.
    """
    table, book = shown.table, shown.codebook
    gone = [*out(table), *table.spent] if table.phase == "playing" else []
    to_do: tuple[Step, ...] = steps(table)
    step = step_now(table, shown.situation, shown.panel.active)
    if shown.offer:
        to_do, step = ("take-seats",), 0
    next_step = offers.summary(shown.offer) if shown.offer else _hint(shown)
    badges = _badges(table, book, language) if table.phase == "lobby" else _seats(shown, language)
    return {
        "seats": badges,
        "out": [label_of(book, playing(table)[0], card).code for card in gone],
        "steps": [say(hints.STEPS[name], language) for name in to_do],
        "step": step,
        "calls": _calls(shown, step, step == len(to_do) - 1),
        "hint": say(page.REMOVING if shown.situation.removing else next_step, language),
        "removing": shown.situation.removing,
        "awaits": bool(lane_of(table, SHARED_LANE).awaits or shown.device.question),
        "undoes": (table.last and table.last.scan.lane) or "",
    }


def _badges(table: Table, book: Codebook, language: Language) -> list[Json]:
    """All badges there are; `on` have sat down."""
    return [
        {
            "badge": badge,
            "code": book.label("badge", badge).code,
            "name": name_of(seat_for(badge, table.names), language),
            "named": table.names.get(badge, ""),
            "colour": say(colour(badge), language),
            "field": say(field_of(badge), language),
            "on": seat_of(table, badge) is not None,
        }
        for badge in BADGES
    ]


def _seats(shown: Shown, language: Language) -> list[Json]:
    """Every seat in order, `on` while it is scanned for."""
    table, book, scores = shown.table, shown.codebook, shown.standings.scores
    by = round_by(table, scores) if scores else table.ended[-1].by
    rows: list[Json] = []
    for number, seat in enumerate(shown.standings.seats):
        label = ("badge", seat.badge) if seat.badge else ("command", "dummy")
        rows.append(
            {
                "badge": seat.badge or "dummy",
                "code": book.label(*label).code,
                "name": name_of(seat, language),
                "score": page.score(seat, language),
                "on": number == shown.panel.active and table.phase == "playing",
                "waits": bool(lane_of(table, seat.badge or "").awaits),
                "cards": [*_cards(table, book, number, by[number], language)],
            }
        )
    return rows


def _cards(table: Table, book: Codebook, seat: int, by: By, language: Language) -> Iterator[Json]:
    """One seat's; once a round is over, what is kept still lies in its tray as well."""
    game, _ = playing(table)
    kept = table.kept[seat] if table.kept and table.phase == "playing" else ()
    for laid in (*kept, *table.round.layout.trays[seat]):
        face, label = laid.card.face, label_of(book, game, laid.card)
        again = decide(table, Scan(label, table.seats[seat].badge or SHARED_LANE))
        use = USES.get(type(again.event), NOTHING) if isinstance(again, Accepted) else NOTHING
        yield {
            "code": label.code,
            "kind": face.kind,
            "title": say(title(face), language),
            "look": look(game, game.kind(face.kind), face.slug),
            "note": say(KEPT if laid in kept else _lies_as(game, laid), language),
            "mark": "kept" if laid in kept else "flipped" if laid.mark == FLIPPED else "",
            "scores": say(_scores(game, len(table.seats), laid, by), language),
            "use": say(use, language),
        }


def _lies_as(game: Game, laid: Laid) -> Message:
    if laid.mark == FLIPPED:
        return gettext("flipped")
    mark = bare(laid.mark)
    if mark and mark != laid.card.face.slug:
        return gettext("as {card}", card=title(game.face(mark)))
    return gettext("on wasabi") if mark != laid.mark else NOTHING


def _scores(game: Game, players: int, laid: Laid, by: By) -> Message:
    """What the kind that a card counts as brings its tray, and by which rule."""
    kind = counts_as(game, laid)
    name, brings = kind_title(game, kind), rule(game, kind, players)
    if kind in game.at_the_end:
        return gettext("{kind}, {rule}", kind=name, rule=brings)
    if kind not in by:  # only where hands are reckoned as a whole
        return gettext("Counts in a set")
    points = ngettext("{count} point", "{count} points", by[kind])
    if game.unit:
        points = gettext("{amount} {unit}", amount=Amount(by[kind]), unit=unit_of(game))
    if not brings.text:
        return gettext("{kind}: {points}", kind=name, points=points)
    return gettext("{kind}: {points} ({rule})", kind=name, points=points, rule=brings)


KEPT, NOTHING = gettext("kept"), Message("")


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
    now = shown.situation
    waiting = (seat for number, seat in enumerate(table.seats) if not now.full(number))
    return ",".join(f"#trays .{seat.badge or 'dummy'} .badge" for seat in waiting)


def _hint(shown: Shown) -> Message:
    """What to do next, where the steps do not say it as well, and what is asked about."""
    table, wrong = shown.table, shown.situation.complaints
    awaits = lane_of(table, SHARED_LANE).awaits
    if table.phase == "playing" and table.mode == "tally" and not table.asked and not awaits:
        return NOTHING
    next_step = hints.clicked(hint(table, shown.situation))
    if not wrong:
        return next_step
    return gettext("{complaints}. {hint}", complaints=complaints_of(table, wrong), hint=next_step)


def _button(book: Codebook, command: str) -> str:
    return f'[value="{book.label("command", command).code}"]'
