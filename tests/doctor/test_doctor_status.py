"""What a running program tells of its parts and scanners, and what the doctor makes of it."""

import json

import pytest
from support.doctor_machines import KEYS_OF_A_KEYBOARD, PHYS

from drivers.events import (
    GrabRefused,
    PartFound,
    PartLost,
    ReaderMissing,
    Reading,
    ScannerFound,
    ScannerLost,
    Trouble,
)
from firmware.common.ipc.client import BARRED, UNSEEN
from firmware.core.app.device_status import DeviceStatus


def known(*facts, late_s=0.01):
    """What a program tells after these facts; each reading is passed on a little late."""
    now = [0.0]
    status = DeviceStatus(lambda: now[0])
    for fact in facts:
        if isinstance(fact, Reading):
            now[0] = fact.moment + late_s
        status.take(fact)
    return json.loads(json.dumps(status.describe()))


def reading(source="0c2e:0b61 Honeywell 1400g", ms=2.0, moment=5.0):
    return Reading("062453", source, 0, moment, ms, PHYS)


def test_parts_found_and_lost(fake):
    status = known(
        PartFound("buttons"),
        PartFound("strip"),
        PartLost("strip", Trouble("/dev/spidev0.0: no answer: 5", "check its wires: all 4")),
        PartLost("display", Trouble("nobody at 0x3C", "check its four wires", there=False)),
    )
    findings = fake.lines_when({**status, "held": ["page"]})
    assert findings["track"][0][:4] == (
        "track",
        "wrong",
        "/dev/spidev0.0: no answer: 5",
        "check its wires: all 4",
    )
    assert findings["display"][0][1:4] == (
        "missing",
        "nobody at 0x3C",
        "check its four wires",
    )
    assert findings["buttons"][0].found == "PAGE held down"
    assert findings["buzzer"][0].found == "Okanjo has not tried it yet"
    assert fake.pins.pins == {}, "the pins are the program's"


def test_a_display_that_the_program_shows_on_is_timed_all_the_same(fake):
    findings = fake.lines_when(known(PartFound("display")))
    assert findings["display"][0].found.endswith("answers at 0x3C, measured 400 kHz")
    fake.barred = {"/dev/i2c-1"}  # the program may, and we may not
    assert fake.lines_when(known(PartFound("display")))["display"][0].state == "ok"


def test_what_a_program_holds_that_may_not_be_asked_is_left_alone(fake):
    fake.barred = {str(fake.state)}
    findings = fake.lines_when(None, BARRED)
    assert not findings["disk"][0].fails
    assert findings["service"][0][1:4] == (
        "wrong",
        "Okanjo is running, but you may not ask it",
        "sudo okanjo doctor",
    )
    for part in ("display", "track", "buttons", "buzzer"):
        assert findings[part][0].found == "in use by Okanjo, not checked"
    assert fake.pins.pins == {}
    assert fake.bus.opened == 0


def test_whether_anybody_runs_in_a_closed_folder_is_not_made_up(fake):
    (line,) = fake.lines_when(None, UNSEEN)["service"]
    assert line[1:4] == (
        "wrong",
        f"whether Okanjo runs cannot be seen: {fake.state} is not yours",
        "sudo okanjo doctor",
    )


def test_a_slow_scanner_hears_of_polling(fake):
    (line,) = fake.lines_when(known(reading(ms=20.0)))["scanner"]
    assert line.found.endswith("20.0 ms a digit, 140 ms a label")
    assert "USB polling (1 ms)" in line.do


def test_a_scanner_without_enter_hears_of_its_suffix(fake):
    """Only silence ended its codes: a tenth of a second each."""
    (line,) = fake.lines_when(known(reading(), reading(moment=9.0), late_s=0.101))["scanner"]
    assert line.found.endswith("and 100 ms more because no Enter ends it")
    assert "suffix" in line.do
    status = known(reading(), reading(moment=9.0), late_s=0.101)
    status["scanners"][0]["late_ms"] = 12.0
    assert fake.lines_when(status)["scanner"][0].do == ""


def test_a_scanner_that_went_or_is_not_grabbed(fake):
    source = "0c2e:0b61 Honeywell 1400g"
    status = known(ScannerFound(source, place=PHYS), ScannerLost(source, "unplugged", PHYS))
    (line,) = fake.lines_when(status)["scanner"]
    assert (line.state, line.found) == ("wrong", f"{source}: unplugged")
    status = known(GrabRefused(source, "in use by another program", PHYS))
    assert "types into other programs" in fake.lines_when(status)["scanner"][0].found
    status = known(ReaderMissing("keyboard-type scanners need evdev"))
    fake.absent = {"evdev"}
    assert fake.lines_when(status)["scanner"][0].found.startswith("evdev is not installed")


def test_two_of_a_model_are_told_apart_and_how_to_name_each(fake):
    source, model = "0c2e:0b61 Honeywell 1400g", "0c2e:0b61"
    places = ("usb-0000:01:00.0-1.1/input0", "usb-0000:01:00.0-1.2/input0")
    fake.plug(*((model, "Honeywell 1400g", place, KEYS_OF_A_KEYBOARD) for place in places))
    left, right = (
        Reading("062453", source, 0, 5.0, ms, place)
        for ms, place in zip((2, 3), places, strict=True)
    )
    status = known(left, right, right)
    assert [scanner["codes"] for scanner in status["scanners"]] == [1, 2]
    first, other = fake.lines_when(status)["scanner"]
    assert first.found == f"{source}: 2.0 ms a digit, {places[0]}"
    assert other.found == f"{source}: 3.0 ms a digit, {places[1]}"
    assert f'usb = "{model}/{places[1]}"' in other.do
    fake.set("".join(f'[[scanner]]\nusb = "{model}/{place}"\n' for place in places))
    assert [line.do for line in fake.lines_when(status)["scanner"]] == ["", ""]
    gone = known(left, right, ScannerLost(source, "unplugged", places[1]))
    assert [line.state for line in fake.lines_when(gone)["scanner"]] == ["ok", "wrong"]


def test_what_is_not_saved_and_what_was_rescued(fake):
    (line,) = fake.lines_when({"saved": True})["journal"]
    assert line[1:3] == ("ok", "everything is saved")
    findings = fake.lines_when(
        {"saved": False, "trouble": "disk full", "notices": ["It was \x1b[2Jdamaged."]}
    )
    assert [line.found for line in findings["journal"]] == [
        "UNSAVED: disk full",
        "It was \\x1b[2Jdamaged.",
    ]
    assert all(line.fails for line in findings["journal"])


@pytest.mark.parametrize(
    ("missing", "text", "do"),
    [
        ("port", "port 8080 and the next ten are taken, or not allowed", "port under [web]"),
        # A service has no say in its port: the socket's unit has.
        ("socket", "the service was given no port", "sudo systemctl edit okanjo.socket"),
        ("switched-off", "it was switched on after Okanjo started", "restart Okanjo"),
    ],
)
def test_a_page_that_is_not_served_is_told_by_what_is_missing(fake, missing, text, do):
    (line,) = fake.lines_when({"page": [], "page_missing": missing})["page"]
    assert line.fails
    assert line.found == f"not running: {text}"
    assert do in line.do


def test_a_page_that_is_served_is_named(fake):
    (line,) = fake.lines_when({"page": ["http://pi.local"], "page_missing": ""})["page"]
    assert (line.state, line.found, line.do) == ("ok", "http://pi.local", "")


def test_texts_of_strangers_come_out_escaped_and_short():
    status = known(
        ScannerFound("\x1b[31m" + "x" * 1000),
        ScannerLost("y", "\x07" * 500),
        PartLost("display", Trouble("{why}", "", values={"why": "\x9b" * 500})),
    )
    texts = [status["scanners"][0]["source"], status["scanners"][1]["reason"]]
    texts.append(status["parts"]["display"]["values"]["why"])
    assert all(text.isprintable() and len(text) <= 200 for text in texts)
