"""Show each part what it can show: pawns, a sound, a picture."""

from __future__ import annotations

from drivers.buzzer import Buzzer
from drivers.display.oled import Picture
from drivers.lights.animation import Pawn, TrackView, fitting_scale
from firmware.common.facts.sheets import AccessPointWords, DeviceSheet, Panel, QrTo
from firmware.common.facts.shown import Shown
from firmware.core.screen.render import picture
from firmware.core.view.state import Output
from firmware.words.language import language_of
from firmware.words.sheets import display


def track_view(shown: Shown, length: int) -> TrackView:
    """Place each pawn at its seat's live score, with a flash for the last scan.

    Points go round and round; what has a unit, as yen have, is drawn on a scale that fits.
    """
    seats = shown.panel.seats
    pawns = tuple(
        Pawn(seat.badge, seat.score or 0, index == shown.panel.active, seat.place == 1)
        for index, seat in enumerate(seats)
    )
    unit = shown.table.game.unit if shown.table.game else ""
    scale = fitting_scale(max((pawn.value for pawn in pawns), default=0), length) if unit else 1
    flash = ""
    if shown.number and shown.last:  # none flashes that was scanned before the start
        flash = "refused" if shown.last.is_refused else "accepted"
    return TrackView(pawns, flash, shown.number, scale)


def sound_output(buzzer: Buzzer) -> Output:
    """Play one sound for each scan, and one when what was not saved is."""
    number = 0

    def play(shown: Shown) -> None:
        nonlocal number
        again = shown.number == number and shown.panel.sound != "saved-late"
        number = shown.number
        if shown.panel.sound and not again:
            buzzer.play(shown.panel.sound, shown.device.sound)

    return play


def with_pin(shown: Shown) -> Panel:
    """Add the PIN to the device page, the code to that by which phones join, and all there is to
    know of the device's own Wi-Fi: for those who stand before the display.
    """
    panel, sheet = shown.panel, shown.panel.sheet
    if isinstance(sheet, DeviceSheet):
        return panel._replace(sheet=sheet._replace(pin=shown.pin))
    if isinstance(sheet, QrTo) and sheet.to == "join":
        return panel._replace(sheet=sheet._replace(code=shown.join_code))
    if wifi := shown.access_point:
        if isinstance(sheet, QrTo) and sheet.to == "wifi":
            return panel._replace(sheet=sheet._replace(code=wifi.code))
        if isinstance(sheet, AccessPointWords):
            return panel._replace(sheet=AccessPointWords(wifi.name, wifi.password))
    return panel


def display_picture(shown: Shown, width: int, height: int) -> Picture:
    """Draw the panel for the display; every scan wakes it, even one that changes nothing. The code
    by which phones join changes by itself, and wakes nothing. So does a round's clock, but with it
    the display stays on.
    """
    panel = with_pin(shown)
    words = display(panel, language_of(shown.device.language))
    is_code = isinstance(panel.sheet, QrTo) and panel.sheet.to == "join"
    has_clock = panel.clock is not None
    return Picture(
        picture(words, width, height).pages,
        shown.number,
        wakes=not (is_code or has_clock),
        stays_on=has_clock,
    )
