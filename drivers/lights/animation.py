"""Draw a score track: work out the colours of its LEDs from the pawns and the time. Pure.

Rule 1: a picture follows from the views that came, the track's length and the time alone.
Rule 2: whatever moves names when it next changes; 30 s after the last scan nothing moves.
Rule 3: a pawn's own place comes before a lap's trail, and a flash before both.
"""

import math
from typing import NamedTuple

from drivers.lights.colours import BEAT_S, RHYTHM_S, UNLIT, Colour, colour, rhythm
from drivers.lights.strip_protocol import Picture

REST_AFTER_S = 30.0
FRAME_S = 0.04  # 25 frames a second, so that a scan's own frame still fits under 30
BREATH_S = 2.0
SHALLOWEST = 0.2
SHARE_S = 0.6  # how long each of several pawns at one place is shown
DIM = 0.1  # below 0, and the trail
LONGEST_TRAIL = 3
JUST_AFTER_S = 1e-6  # a change is looked for once it is over, whatever rounding does
RUN_S = 2.0  # once round the track
RUNS = 2

# Told apart without colour, too: one long light, or three short ones. Seconds lit, dark, lit ...
FLASHES: dict[str, tuple[Colour, tuple[float, ...]]] = {
    "accepted": ((0, 255, 0), (0.35,)),
    "refused": ((255, 0, 0), (0.12, 0.1, 0.12, 0.1, 0.12)),
}


class Pawn(NamedTuple):
    """A seat's pawn: `value` is its live score; `colour` its badge's, None for no badge."""

    colour: str | None
    value: int
    active: bool = False
    winner: bool = False


class TrackView(NamedTuple):
    """What the track shows. `flash` is "accepted", "refused" or ""; each `number` flashes once.

    `scale` is how many points (or yen) an LED stands for.
    """

    pawns: tuple[Pawn, ...] = ()
    flash: str = ""
    number: int = 0
    scale: int = 1


class TrackSeen(NamedTuple):
    """The newest view, and when its scan, its flash and its winners first appeared."""

    view: TrackView = TrackView()
    scanned_at: float = -math.inf
    flashed_at: float = -math.inf
    won_at: float = -math.inf


class Flashing(NamedTuple):
    """A part of a flash."""

    light: Colour
    lit: bool
    until: float


class TrackFrame(NamedTuple):
    """A picture, and when it will next be another; None: not before the next view."""

    picture: Picture
    due: float | None


def follow(seen: TrackSeen | None, view: TrackView, now: float) -> TrackSeen:
    """Take a new view; one that only repeats the view before moves nothing."""
    before = seen or TrackSeen(view, now)._replace(scanned_at=-math.inf)
    fresh = bool(view.flash) and (seen is None or view.number != before.view.number)
    scanned = fresh or view.number != before.view.number or view.pawns != before.view.pawns
    won = _winners(view) and not _winners(before.view)
    return TrackSeen(
        view,
        now if scanned else before.scanned_at,
        now if fresh else before.flashed_at,
        now if won else before.won_at,
    )


def fitting_scale(highest: int, length: int) -> int:
    """Choose the points an LED: the least of 1, 2, 5, 10, 20 ... that needs no second lap."""
    scale, steps = 1, 0
    while highest > scale * max(1, length - 1):
        scale = scale * 5 // 2 if steps % 3 == 1 else scale * 2
        steps += 1
    return scale


def place(pawn: Pawn, scale: int, length: int) -> tuple[int, int]:
    """Return the LED of a pawn and its laps so far; below 0 points it waits at LED 0."""
    laps, led = divmod(max(0, pawn.value) // scale, length)
    return led, laps


def draw(seen: TrackSeen, length: int, now: float, rhythms: bool = False) -> TrackFrame:
    """Draw the track at a time; `rhythms` lets each colour blink in its own way while it moves."""
    picture = bytearray(3 * length)
    places, laps = _places(seen.view, length)
    still_at = seen.scanned_at + REST_AFTER_S
    dues = [still_at] if now < still_at else []
    _draw_trails(picture, laps, length, set(places))
    dues += _draw_winners(picture, seen, length, now)
    for led, pawns in places.items():
        if now < still_at:
            pawn, share, changes_in = _animate(pawns, now - seen.scanned_at, rhythms)
            dues += [now + changes_in]
        else:
            pawn, share = pawns[0], 1.0
        _light(picture, led, colour(pawn.colour), share * (DIM if pawn.value < 0 else 1.0))
    dues += _draw_flash(picture, seen, length, now)
    return TrackFrame(bytes(picture), min(dues, default=None))


def _winners(view: TrackView) -> list[Pawn]:
    return [pawn for pawn in view.pawns if pawn.winner]


def _light(picture: bytearray, led: int, light: Colour, share: float = 1.0) -> None:
    if share != 1.0:
        red, green, blue = light
        light = int(red * share + 0.5), int(green * share + 0.5), int(blue * share + 0.5)
    picture[3 * led : 3 * led + 3] = light


def _places(
    view: TrackView, length: int
) -> tuple[dict[int, list[Pawn]], list[tuple[int, int, Pawn]]]:
    """Group the pawns by LED; the one that is shown first, and at rest, comes first. Beside that
    the LED and the laps of each pawn that has been round.
    """
    places: dict[int, list[Pawn]] = {}
    rounds = []
    for pawn in view.pawns:
        led, laps = place(pawn, view.scale, length)
        places.setdefault(led, []).append(pawn)
        if laps:
            rounds.append((led, laps, pawn))
    for pawns in places.values():
        if len(pawns) > 1:
            pawns.sort(key=lambda pawn: (not pawn.winner, not pawn.active))
    return places, rounds


def _draw_trails(
    picture: bytearray, rounds: list[tuple[int, int, Pawn]], length: int, taken: set[int]
) -> None:
    """Light behind a pawn a dim LED for each lap, three at most, on the nearest that are free.

    It shows at rest, too, whose pawn has been round and which pawns share a place.
    """
    for led, laps, pawn in rounds:
        free = ((led - back) % length for back in range(1, length))
        for _ in range(min(laps, LONGEST_TRAIL)):
            behind = next((number for number in free if number not in taken), None)
            if behind is not None:
                taken.add(behind)
                _light(picture, behind, colour(pawn.colour), DIM)


def _animate(pawns: list[Pawn], since: float, rhythms: bool) -> tuple[Pawn, float, float]:
    """Choose one of the pawns at a place: how bright it is, and for how many seconds."""
    if len(pawns) == 1:
        pawn, phase, left = pawns[0], since, math.inf
    else:
        pawn, phase, left = _whose_turn(pawns, since, rhythms)
    share = 1.0
    if rhythms:
        beat = int(phase % RHYTHM_S / BEAT_S)
        share = 1.0 if rhythm(pawn.colour)[beat % 8] == "#" else UNLIT
        left = min(left, BEAT_S - phase % BEAT_S + JUST_AFTER_S)
    if pawn.active or pawn.winner:
        share *= _breath(phase)
        left = min(left, FRAME_S)
    return pawn, share, left


def _whose_turn(pawns: list[Pawn], since: float, rhythms: bool) -> tuple[Pawn, float, float]:
    """Choose the pawn to show of those that take turns: it, since when, and for how long still."""
    turns = [
        BREATH_S if pawn.active or pawn.winner else RHYTHM_S if rhythms else SHARE_S
        for pawn in pawns
    ]
    phase = since % sum(turns)
    for pawn, lasts in zip(pawns, turns, strict=True):
        if phase < lasts:
            return pawn, phase, lasts - phase + JUST_AFTER_S
        phase -= lasts
    return pawns[-1], turns[-1], 0.0  # the sum was a rounding error short


def _breath(phase: float) -> float:
    """Return the brightness: full at the scan and every 2 s; squared, as an eye sees light."""
    deep = math.sqrt(SHALLOWEST)
    return (deep + (1 - deep) * (0.5 + 0.5 * math.cos(math.tau * phase / BREATH_S))) ** 2


def _draw_winners(picture: bytearray, seen: TrackSeen, length: int, now: float) -> list[float]:
    """Run every winner's light round the track and back to its place, with a tail that fades."""
    since = now - seen.won_at
    if not since < RUN_S * RUNS:
        return []
    winners = _winners(seen.view)
    tail = max(4, length // 12)
    for order, pawn in enumerate(winners):
        # tied winners share a place: their lights start apart
        home = place(pawn, seen.view.scale, length)[0] + order * length // len(winners)
        head = home + int(since / RUN_S * length)
        for back in range(min(tail, length - 1), -1, -1):
            share = (1 - back / (tail + 1)) ** 2
            _light(picture, (head - back) % length, colour(pawn.colour), share)
    return [now + FRAME_S]


def flashing(seen: TrackSeen, now: float) -> Flashing | None:
    """Return the part of the last scan's flash that is on show; None once it is over."""
    light, parts = FLASHES.get(seen.view.flash, ((0, 0, 0), ()))
    ends = seen.flashed_at
    for number, lasts in enumerate(parts):
        ends += lasts
        if now < ends:
            return Flashing(light, number % 2 == 0, ends)
    return None


def _draw_flash(picture: bytearray, seen: TrackSeen, length: int, now: float) -> list[float]:
    """Cover the active pawn's LED and the two beside it; if no pawn is active, LED 0 and 1."""
    flash = flashing(seen, now)
    if flash is None:
        return []
    active = [pawn for pawn in seen.view.pawns if pawn.active] or [Pawn(None, 0)]
    led = place(active[0], seen.view.scale, length)[0]
    for number in range(max(0, led - 1), min(length, led + 2)):
        _light(picture, number, flash.light, 1.0 if flash.lit else 0.0)
    return [flash.until]
