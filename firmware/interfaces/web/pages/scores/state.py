"""The state that every page is sent: plain words and numbers for JSON. Pure.

Rule 1: the words are made in `firmware/words`, in the language of whoever looks.
Rule 2: points come from the engine, worked out once a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import By
from engine.events import Accepted, SetAside
from engine.lobby import missing
from engine.message import Message
from engine.position import Table, hand, lane_of, playing
from engine.standings import CARDS, Standings, round_by
from firmware.common.facts import sheets
from firmware.common.facts.effects import Detail
from firmware.common.facts.menu import DishEntry
from firmware.common.facts.notices import Notice
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.photo import PhotoComing, Proposal
from firmware.common.facts.sheets import SheetFacts
from firmware.common.facts.shown import Shown
from firmware.common.facts.situation import Situation
from firmware.common.settings.schema import VoiceSection
from firmware.common.system.text import Json
from firmware.core.view.effects import details, effects, explain
from firmware.core.view.menu import refused_dish
from firmware.core.view.panel import draw
from firmware.core.view.situation import situation_of
from firmware.core.view.utterance import utterance
from firmware.interfaces.web.pages.looks import look, menu_address
from firmware.words import clock, notices, offers, page, spoken, voice
from firmware.words import effects as words_of_effects
from firmware.words.effects import unit_of
from firmware.words.feed import sentence
from firmware.words.hints import complaint
from firmware.words.labels import kind_title, title
from firmware.words.language import ENGLISH, Language, say
from firmware.words.rules import rule
from firmware.words.sheets import (
    Current,
    Lobby,
    Podium,
    Sheet,
    TraySheet,
    display,
    name_of,
    text_of,
)

IN_FULL = VoiceSection(say="full")


def state(
    shown: Shown,
    v: int,
    run: str,
    language: Language = ENGLISH,
    voice_as: VoiceSection = IN_FULL,
) -> Json:
    """Everything a page shows; `v` counts the states, `run` names this run of the program. A phone
    that reads aloud says what the device would; where the device is silent, in full.
    """
    offer = shown.offer
    before = offer and shown.table.phase == "lobby"
    now = offer.lobby if offer and before else shown.standings
    situation = situation_of(now.table) if before else shown.situation
    table, panel = now.table, draw(now, situation)
    sheet = display(panel, language).sheet
    heading = _heading(sheet)
    if offer and before:
        heading = text_of(offers.heading(offer), language)
    awaited = page.next_steps(shown, panel.sheet, language)
    heard_next = voice.next_step(shown, panel.sheet, language)
    removing = [page.REMOVING] * shown.situation.removing
    question = shown.device.question
    questions = [notices.sentence(question)] if question else []
    problems = (notices.problem(problem) for problem in shown.device.problems)
    return {
        "v": v,
        "run": run,
        "language": language.code,
        **_game(table, language),
        "seats": _seats(now, situation, panel.sheet, language),
        "active": shown.panel.active,
        "last": _last(shown, heard_next, language),
        "heading": heading,
        "doing": _doing(table, heading, language),
        "tie": sheet.tie if isinstance(sheet, Podium) else "",
        "notes": _notes(shown, sheet, language),
        "awaited": awaited,
        "stage": _stage(table, panel.sheet),
        "complaints": [
            [name_of(table.seats[seat], language), say(complaint(wrong).feed, language)]
            for seat, wrong in situation.complaints
        ],
        "saved": shown.device.saved,
        "clock": say(clock.on_page(shown.clock), language) if shown.clock else "",
        **({"photo": _photo(shown.photo)} if shown.photo else {}),
        "missing": [say(notice, language) for notice in (*questions, *removing, *problems)],
        "start": _start(panel.sheet, language),
        "voice": _voice(shown, voice_as, language),
    }


def _voice(shown: Shown, voice_as: VoiceSection, language: Language) -> Json:
    """What a phone reads aloud: of the newest outcome, by its number ("": the last again), and of
    what is amiss.
    """
    level = "full" if voice_as.say == "off" else voice_as.say
    said = voice.said(utterance(shown, voice_as.moments), level, language)
    return {
        "n": shown.number,
        "said": "" if shown.asks_again else said,
        "amiss": [spoken.ended(say(part, language)) for part in notices.amiss(shown.device)],
    }


def _game(table: Table, language: Language) -> Json:
    """What is played and how far it is; `lacks` says by group what a menu is short of. An amount of
    the first place is called `points`.
    """
    game, playing = table.game, table.phase == "playing"
    turns = table.round.turns
    return {
        "game": {"title": say(title(game), language)} if game else None,
        "menu": [
            {
                "slug": kind.slug,
                "title": say(title(kind), language),
                "group": kind.group,
                "heading": say(page.group_name(kind.group), language),
                "look": look(game, kind),
                "rule": say(rule(game, kind.slug, len(table.seats)), language),
            }
            for kind in map(game.kind, table.menu)
        ]
        if game
        else [],
        "lacks": [
            [say(page.group_name(group), language), say(page.lacking(group, count), language)]
            for group, count in (missing(game, table.menu) if game else {}).items()
        ],
        "where": say(page.position(table), language),
        "phase": table.phase,
        "round": table.round_no,
        "rounds": game.rounds if game else 0,
        "turn": turns[-1].number if playing and turns else None,
        "hand": hand(table) if playing else 0,
        "unit": say(unit_of(game), language) if game and game.unit else "",
    }


# --- seats and their points ------------------------------------------------------


def _seats(
    standings: Standings, situation: Situation, sheet: SheetFacts, language: Language
) -> list[Json]:
    """Each seat's `banked` and `live` total, and why: points by kind, round by round, with
    `details` of the newest by kind. `live` is None before the seat's first card.
    """
    open_by = round_by(standings.table, standings.scores) if standings.scores else ()
    is_played = standings.table.phase == "playing" and not isinstance(sheet, sheets.RoundStart)
    return [
        {
            **_points(standings, number, open_by, language),
            **_cards(standings.table, situation, number, is_played, language),
        }
        for number in range(len(standings.seats))
    ]


def _points(
    standings: Standings, number: int, open_by: Sequence[By], language: Language
) -> dict[str, object]:
    """Who a seat is, its totals, and what they are for."""
    table, stand = standings.table, standings.seats[number]
    unit = page.points(stand.score or 0, table.game) if table.game else Message("")
    rounds = _rounds(standings, number, open_by, language)
    return {
        "badge": stand.badge,
        "name": name_of(stand, language),
        "colour": say(page.badge(stand), language),
        "live": stand.score,
        "banked": stand.total,
        "place": stand.place,
        "placed": say(page.place(stand), language),
        "unit": say(unit, language),
        "rounds": rounds,
        "details": {
            kind: _detail(table, kind, detail, language)
            for kind, detail in (details(standings, number) if rounds else {}).items()
        },
        "desserts": None
        if stand.desserts is None
        else _explained(
            table, page.DESSERTS_HEAD, (stand.dessert_points, stand.desserts), language
        ),
    }


def _cards(
    table: Table, situation: Situation, number: int, is_played: bool, language: Language
) -> dict[str, object]:
    """How many cards of a seat lie there, and whether it has revealed this turn."""
    turns = table.round.turns if table.phase == "playing" else ()
    cards = situation.cards[number] if table.phase == "playing" else 0
    revealed = turns[-1].reveals[number] is not None if turns else None
    laid = page.laid(table, cards, revealed) if is_played else Message("")
    return {"laid": say(laid, language), "cards": cards, "revealed": revealed}


def _rounds(
    standings: Standings, number: int, open_by: Sequence[By], language: Language
) -> list[Json]:
    """The points of each round that has ended, and of the open one."""
    table, scores = standings.table, standings.scores
    rounds = [(ended.points[number], ended.by[number]) for ended in table.ended]
    if scores is not None:
        is_in = standings.seats[number].is_in
        rounds.append((scores.totals[number], open_by[number]) if is_in else (0, {}))
    explained = [
        _explained(table, page.head(playing(table)[0], round_no), points, language)
        for round_no, points in enumerate(rounds, 1)
    ]
    if scores is not None:
        explained[-1]["open"] = True
    return [*explained]


def _explained(
    table: Table, head: Message, earned: tuple[int, By], language: Language
) -> dict[str, object]:
    """Points under a heading, with those of each kind."""
    total, by = earned
    rows = [
        {"kind": kind, "title": say(kind_title(table.game, kind), language), "points": points}
        for kind, points in by.items()
    ]
    return {"head": say(head, language), "points": total, "by": rows}


def _detail(table: Table, kind: str, detail: Detail, language: Language) -> list[str]:
    """What a kind's points are for: how a seat stands, and with which cards."""
    assert table.game is not None  # noqa: S101 - there are points
    lines = []
    if detail.cause:
        lines.append(say(words_of_effects.because(detail.cause, table.game), language))
    if detail.cards:
        lines.append(say(words_of_effects.cards(detail.cards, table.game, kind), language))
    return lines


# --- what happened, what comes ---------------------------------------------------


def _last(shown: Shown, heard_next: str, language: Language) -> Json | None:
    """The newest outcome, also for who hears it; `aside` marks PAGE and its like, which are no part
    of the game.
    """
    outcome = shown.last
    if outcome is None:
        return None
    accepted = outcome.result if isinstance(outcome.result, Accepted) else None
    label = accepted.scan.label if accepted else None
    others = effects(outcome.change, accepted.seat) if accepted else ()
    done, worth = sentence(explain(outcome), shown.device.sound), _worth(outcome)
    text = say(done, language)
    seat = None if worth is None or accepted is None else accepted.seat
    score = None if seat is None else outcome.change.after.seats[seat].score
    heard = spoken.scan(done, score, heard_next, language)
    notice = outcome.result if isinstance(outcome.result, Notice) else None
    dish = notice.dish if notice else refused_dish(outcome)
    return {
        "n": shown.number,
        "text": text,
        "heard": spoken.refused(text, language) if outcome.is_refused else heard,
        "label": label.name if label else "",
        "title": say(title(label), language) if label else "",
        "ok": not outcome.is_refused,
        "seat": accepted.seat if accepted else None,
        "card": [label.kind, label.face] if label else [],
        "worth": worth,
        "others": text_of(page.others(others), language) if others else "",
        "aside": isinstance(accepted.event if accepted else outcome.result, SetAside | Notice)
        and not (notice and notice.case == "explained"),
        **({"dish": _dish(shown.table, dish, language)} if dish else {}),
    }


def _dish(table: Table, entry: DishEntry, language: Language) -> list[object]:
    """Where a dish stands on the menu, how it looks, and what it brings."""
    brings = say(notices.dish(entry), language)
    return [menu_address(table, entry), look(entry.game, entry.kind), brings]


def _worth(outcome: Outcome) -> int | None:
    """What a card brought its seat, once it is whole."""
    result, brought = outcome.result, outcome.change.brought
    if not isinstance(result, Accepted) or brought is None:
        return None
    if result.seat is None or result.scan.label.type not in CARDS:
        return None
    if lane_of(outcome.after, outcome.lane).awaits is not None:
        return None  # half a card is worth nothing yet
    return brought[result.seat]


def _photo(photo: Proposal) -> tuple[int, int]:
    """Its number and its step: being taken, being read, ready to be scored."""
    return photo.number, bool(photo.picture) + (not isinstance(photo.sheet, PhotoComing))


def _heading(sheet: Sheet) -> str:
    """The heading of the sheet that the display shows."""
    match sheet:
        case Current():
            return sheet.note
        case TraySheet():
            return sheet.name
    return sheet.title


def _stage(table: Table, sheet: SheetFacts) -> str:
    """What the table is at: its phase; "asked" while something has to be scanned again to be done,
    "dealt" from a round's start to its first card.
    """
    if table.asked:
        return "asked"
    return "dealt" if isinstance(sheet, sheets.RoundStart) else table.phase


def _doing(table: Table, heading: str, language: Language) -> str:
    """What the table is doing, while it is nobody's turn."""
    if table.game is None:
        return say(page.BILL, language)
    if table.phase == "scored" and not table.asked:
        return say(page.SCORED._replace(values={"heading": heading}), language)
    return heading


def _notes(shown: Shown, sheet: Sheet, language: Language) -> list[str]:
    """What else there is to know of a lobby."""
    if not isinstance(sheet, Lobby):
        return []
    if shown.offer:
        return [text_of(note, language) for note in offers.notes(shown.offer)]
    return list(sheet.lines) if shown.table.game else []


def _start(sheet: SheetFacts, language: Language) -> list[list[int | str]] | None:
    """What to deal and to shuffle in, before the first card."""
    if not isinstance(sheet, sheets.RoundStart):
        return None
    return [[count, say(words, language)] for count, words in page.dealt(sheet)]
