"""Work out what the voice may tell: of the newest scan, of trays, and what a caller would call out.

Rule: it follows from what is shown alone, so that what was taken back is told as it is now.
"""

from __future__ import annotations

from collections import Counter

from engine.events import Accepted, RoundEnded, SetAside
from engine.position import Table
from engine.scoring.tray import FLIPPED, ON_WASABI, counts_as
from engine.standings import CARDS, Standing, Standings
from engine.standings import standings as standings_of
from firmware.common.facts.effects import CardCount
from firmware.common.facts.notices import READ_TABLE
from firmware.common.facts.outcome import Outcome
from firmware.common.facts.shown import Shown
from firmware.common.facts.utterance import Call, CallCase, Tray, Utterance
from firmware.core.view.effects import explain
from firmware.core.view.panel import draw
from firmware.core.view.situation import situation_of


def utterance(shown: Shown, calls: bool = True) -> Utterance:
    """What there is to tell of what is shown; with `calls` a caller's moments, too."""
    outcome = shown.last
    following = draw(shown.standings, shown.situation).sheet
    if outcome is None or not shown.number or _turns_page(outcome):
        return Utterance(shown, following)
    seat = _seat_of_card(outcome)
    if outcome.result == READ_TABLE:
        trays = all_trays(shown)
    else:
        is_laid = seat is not None and _is_played(shown.table)
        trays = (tray(shown.standings, seat),) if is_laid and seat is not None else ()
    return Utterance(
        shown,
        following,
        explain(outcome),
        seat is not None and _is_on_wasabi(outcome, seat),
        trays,
        tuple(_calls(outcome)) if calls else (),
    )


def whole_table(shown: Shown) -> Utterance:
    """All trays, for whoever asks for them without a scan."""
    following = draw(shown.standings, shown.situation).sheet
    return Utterance(shown, following, trays=all_trays(shown))


def all_trays(shown: Shown) -> tuple[Tray, ...]:
    """What lies before each seat; none where nothing is being laid."""
    if not _is_played(shown.table):
        return ()
    return tuple(tray(shown.standings, seat) for seat in range(len(shown.table.seats)))


def tray(standings: Standings, seat: int) -> Tray:
    """The cards that lie before a seat."""
    game, cards, flipped = standings.table.game, Counter[tuple[str, bool]](), 0
    assert game is not None  # noqa: S101 - it is played
    for laid in standings.table.round.layout.trays[seat]:
        if counts_as(game, laid) == FLIPPED:
            flipped += 1
        else:
            cards[laid.card.face.slug, laid.mark.endswith(ON_WASABI)] += 1
    counts = tuple(CardCount(*face, number) for face, number in cards.items())
    return Tray(game, standings.seats[seat], counts, flipped)


def _turns_page(outcome: Outcome) -> bool:
    """Whether PAGE was scanned: then the page is read."""
    result = outcome.result
    if not isinstance(result, Accepted):
        return False
    return isinstance(result.event, SetAside) and result.scan.label.slug == "page"


def _is_played(table: Table) -> bool:
    return table.phase == "playing"


def _seat_of_card(outcome: Outcome) -> int | None:
    """Whose card was scanned."""
    result = outcome.result
    if not isinstance(result, Accepted) or result.scan.label.type not in CARDS:
        return None
    return result.seat


def _is_on_wasabi(outcome: Outcome, seat: int) -> bool:
    result = outcome.result
    assert isinstance(result, Accepted)  # noqa: S101 - a card was scanned
    newest = reversed(outcome.after.round.layout.trays[seat])
    face = result.scan.label.face
    laid = next((laid for laid in newest if laid.card.face.slug == face), None)
    return laid is not None and laid.mark.endswith(ON_WASABI)


def _calls(outcome: Outcome) -> list[Call]:
    """What a caller would call out: the last card of a round; who leads, or that nobody does, once
    a round or a turn is over. In between it would depend on whose cards are scanned first.
    """
    calls, before, after = [], outcome.before, outcome.after
    if outcome.change.undone is not None or before is after:
        return []
    is_complete, was_complete = situation_of(after).all_in, situation_of(before).all_in
    if after.phase == "playing" and is_complete and not was_complete:
        calls.append(Call("last-card"))
    earlier = _earlier_scores(outcome)
    if earlier is not None:
        calls += _lead(outcome.change.after.seats, earlier, is_scored=after.phase == "scored")
    return calls


def _earlier_scores(outcome: Outcome) -> list[int] | None:
    """The scores of when the lead was called last; None where it is not to be called."""
    before, after = outcome.before, outcome.after
    if isinstance(outcome.event, RoundEnded) and after.phase == "scored":
        return [seat.banked for seat in outcome.change.after.seats]
    if after.mode != "live" or after.phase != "playing" or before.phase != "playing":
        return None
    turns, turns_before = after.round.turns, before.round.turns
    if None in turns[-1].reveals or None not in turns_before[-1].reveals:
        return None  # it has not ended just now
    earlier = (table for table in reversed(after.past) if len(table.round.turns) < len(turns))
    start = next(earlier, None)
    return [seat.live for seat in standings_of(start._replace(last=None)).seats] if start else None


def _lead(seats: tuple[Standing, ...], earlier: list[int], *, is_scored: bool) -> list[Call]:
    """Who has taken the lead, or who share it, if that was otherwise before."""
    scores = [seat.total if is_scored else seat.live for seat in seats]
    leaders = _leaders(scores)
    if leaders == _leaders(earlier) or not any(scores):
        return []
    case: CallCase = "takes-lead" if len(leaders) == 1 else "level"
    return [Call(case, tuple(seats[seat] for seat in leaders))]


def _leaders(scores: list[int]) -> list[int]:
    """The seats that have the most."""
    most = max(scores)
    return [seat for seat, points in enumerate(scores) if points == most]
