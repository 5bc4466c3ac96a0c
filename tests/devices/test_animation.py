"""What the score track shows of pawns at a time: examples, then laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.lights.animation import (
    DIM,
    FRAME_S,
    REST_AFTER_S,
    Pawn,
    TrackSeen,
    TrackView,
    draw,
    follow,
    place,
)
from drivers.lights.colours import COLOURS, colour

NOW = 500.0
RED, BLUE, GREEN = Pawn("red", 7), Pawn("blue", 7), Pawn("green", 12)


def track_seen(*pawns, scale=1, **moments):
    return TrackSeen(TrackView(pawns, scale=scale), **moments)


def lit(frame):
    """The LEDs that are not dark, by number."""
    picture = frame.picture
    leds = {start // 3: tuple(picture[start : start + 3]) for start in range(0, len(picture), 3)}
    return {led: light for led, light in leds.items() if any(light)}


def dimmed(name, share=DIM):
    return tuple(int(part * share + 0.5) for part in colour(name))


# --- at rest ------------------------------------------------------------------------


def test_a_pawn_stands_at_its_score_in_its_badges_colour():
    assert lit(draw(track_seen(RED, GREEN), 60, NOW)) == {7: COLOURS["red"], 12: COLOURS["green"]}


def test_a_lap_leaves_a_dim_led_behind_the_pawn():
    """67 points on 60 LEDs, then 187: once and three times round; more is not told."""
    red = colour("red")
    assert lit(draw(track_seen(Pawn("red", 67)), 60, NOW)) == {7: red, 6: dimmed("red")}
    thrice = {7: red, **dict.fromkeys((4, 5, 6), dimmed("red"))}
    assert lit(draw(track_seen(Pawn("red", 187)), 60, NOW)) == thrice
    assert lit(draw(track_seen(Pawn("red", 60 * 9 + 7)), 60, NOW)) == thrice


def test_a_trail_leaves_pawns_and_other_trails_alone():
    view = track_seen(Pawn("red", 60), Pawn("blue", 119), Pawn("green", 58))
    assert lit(draw(view, 60, NOW)) == {
        0: colour("red"),
        59: colour("blue"),
        58: colour("green"),
        57: dimmed("red"),
        56: dimmed("blue"),
    }


def test_below_zero_is_dim_at_0():
    assert lit(draw(track_seen(Pawn("white", -6)), 60, NOW)) == {0: dimmed("white")}
    assert lit(draw(track_seen(Pawn("white", 0)), 60, NOW)) == {0: colour("white")}


@pytest.mark.parametrize(
    ("pawns", "first"),
    [
        ((RED, BLUE), "red"),
        ((RED, BLUE._replace(active=True)), "blue"),
        ((RED._replace(active=True), BLUE._replace(winner=True)), "blue"),
    ],
)
def test_at_rest_a_shared_place_shows_the_winner_the_active_or_the_first(pawns, first):
    assert lit(draw(track_seen(*pawns), 60, NOW)) == {7: colour(first)}


# --- moving -------------------------------------------------------------------------


def flashed(flash, *pawns):
    view = TrackView(pawns, flash, 5)
    return follow(TrackSeen(TrackView(pawns, number=4)), view, NOW)


@pytest.mark.parametrize("led", [0, 1, 30, 59])
def test_a_flash_covers_the_active_pawn_and_its_neighbours(led):
    view = flashed("accepted", GREEN, Pawn("red", led, active=True))
    green = [number for number, light in lit(draw(view, 60, NOW)).items() if light == (0, 255, 0)]
    assert green == [number for number in (led - 1, led, led + 1) if 0 <= number < 60]


# --- what is seen -------------------------------------------------------------------


def test_a_flash_is_shown_once_however_often_its_view_comes():
    view = TrackView((RED,), "refused", 3)
    first = follow(TrackSeen(), view, NOW)
    again = follow(first, view._replace(pawns=(RED,)), NOW + 9)
    assert (again.flashed_at, again.scanned_at) == (NOW, NOW)
    over = follow(first, view._replace(flash=""), NOW + 3)
    assert (over.flashed_at, over.scanned_at) == (NOW, NOW)
    assert follow(over, view._replace(number=4), NOW + 9).flashed_at == NOW + 9


def test_the_first_view_moves_only_with_a_scan():
    """At start the table is shown as it was; nothing runs, nothing breathes."""
    followed = follow(None, TrackView((RED._replace(winner=True, active=True),), "", 8), NOW)
    assert draw(followed, 60, NOW).due is None
    assert draw(follow(None, TrackView((RED,), "accepted", 8), NOW), 60, NOW).due


PAWNS = st.lists(
    st.builds(
        Pawn,
        st.sampled_from([*COLOURS, None]),
        st.integers(-80, 400),
        st.booleans(),
        st.booleans(),
    ),
    max_size=9,
).map(tuple)
SEEN = st.builds(
    TrackSeen,
    st.builds(
        TrackView, PAWNS, st.sampled_from(["", "accepted", "refused"]), scale=st.integers(1, 50)
    ),
    *[st.floats(NOW - 40, NOW) | st.just(-math.inf)] * 3,
)


@given(SEEN, st.integers(1, 150), st.booleans(), st.floats(0, 50))
def test_nothing_changes_before_it_is_due(view, length, rhythms, later):
    frame = draw(view, length, NOW + later, rhythms)
    assert len(frame.picture) == 3 * length
    for part in (0.001, 0.5, 0.999):
        due = frame.due or NOW + 3600
        between = NOW + later + part * (due - NOW - later)
        if NOW + later < between < due - 0.0011:
            assert draw(view, length, between, rhythms).picture == frame.picture or (
                due - NOW - later <= FRAME_S + 1e-6
            )


@given(SEEN, st.integers(1, 150), st.booleans())
def test_after_half_a_minute_everything_rests(view, length, rhythms):
    resting = draw(view._replace(won_at=-math.inf), length, NOW + REST_AFTER_S, rhythms)
    assert resting.due is None
    for pawn in view.view.pawns:
        assert any(resting.picture[3 * place(pawn, view.view.scale, length)[0] :][:3])
