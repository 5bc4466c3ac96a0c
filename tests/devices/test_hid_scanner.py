"""Who is a scanner and who is none: keys on plugs in, readings and grabs out. By evdev's reader."""

import time

from support.scanner_doubles import PLACE, SOURCE, Bus, Start, ecodes, event, report, scan, typed
from support.scanner_facts import Facts, eventually

from drivers.events import GrabRefused, Reading, ScannerFound, ScannerLost

pytest_plugins = "support.scanner_bench"  # the fixtures


def test_the_first_valid_code_makes_a_scanner_and_is_handed_out(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start(clock=time.monotonic)
    before = time.monotonic()
    plug.send(typed("123455\r"))
    assert facts.next() == ScannerFound(SOURCE, learnt=True, place=PLACE)
    reading = facts.next()
    assert isinstance(reading, Reading)
    assert (reading.text, reading.source, reading.lane) == ("123455", SOURCE, 0)
    assert before <= reading.at <= time.monotonic()
    eventually(lambda: plug.grabs == 1)


def test_it_is_grabbed_when_its_enter_is_up_again(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start()
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    facts.until(Reading)
    assert plug.grabs == 0
    plug.send(report(ecodes.KEY_ENTER, 0))
    eventually(lambda: plug.grabs == 1)


def test_a_missing_key_up_does_not_put_off_the_grab_for_ever(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug()
    start(clock=time.monotonic)
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    eventually(lambda: plug.grabs == 1)


def test_after_a_replug_it_is_grabbed_at_once(bus: Bus, facts: Facts, start: Start) -> None:
    start()
    scan(bus.plug(), facts)
    bus.unplug(next(iter(bus.plugs.values())))
    assert facts.until(ScannerLost) == ScannerLost(SOURCE, "unplugged", PLACE)
    again = bus.plug("event7", phys="usb-2/input0")
    assert facts.until(ScannerFound) == ScannerFound(SOURCE, place="usb-2/input0")
    eventually(lambda: again.grabs == 1)
    assert scan(again, facts, "whatever").text == "whatever"


def test_a_remembered_one_is_grabbed_at_the_start(bus: Bus, facts: Facts, start: Start) -> None:
    plug = bus.plug()
    start(remembered=(SOURCE,))
    assert facts.next() == ScannerFound(SOURCE, place=PLACE)
    eventually(lambda: plug.grabs == 1)


def test_twins_are_told_apart_by_where_they_are_plugged_in(
    bus: Bus, facts: Facts, start: Start
) -> None:
    left = bus.plug("event0", phys="usb-1.1/input0")
    right = bus.plug("event1", phys="usb-1.2/input0")
    start({"1a86:5723/usb-1.1/input0": "red", "1a86:5723": "blue"})
    red, blue = scan(left, facts), scan(right, facts)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert red.source == blue.source == SOURCE
    assert red.device != blue.device
    bus.unplug(left)
    assert facts.until(ScannerLost).device == red.device
    again = bus.plug("event7", phys="usb-1.1/input0")
    assert facts.until(ScannerFound).device == scan(again, facts).device == red.device


def test_twins_on_bluetooth_share_their_place_and_have_numbers(
    bus: Bus, facts: Facts, start: Start
) -> None:
    left = bus.plug("event0", phys="b8:27:eb:00:00:01", uniq="AA:00:00:00:00:01")
    right = bus.plug("event1", phys="b8:27:eb:00:00:01", uniq="aa:00:00:00:00:02")
    start({"1a86:5723/aa:00:00:00:00:01": "red", "1a86:5723/AA:00:00:00:00:02": "blue"})
    red, blue = scan(left, facts), scan(right, facts)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert red.device != blue.device


def test_it_tells_how_many_might_be_scanners(bus: Bus, facts: Facts, start: Start) -> None:
    """Known or not: who shows that there is none yet must not say so of a new one."""
    counts: list[int] = []
    bus.plug("event0", keys=[ecodes.BTN_LEFT])
    start(counted=counts.append)
    eventually(lambda: counts == [0])
    new = bus.plug("event1")
    eventually(lambda: counts == [0, 1])
    scan(new, facts)
    bus.unplug(new)
    eventually(lambda: counts == [0, 1, 0])


def test_an_ordinary_keyboard_is_never_grabbed_nor_heard(
    bus: Bus, facts: Facts, start: Start
) -> None:
    keyboard, scanner = bus.plug("event0", name="Keyboard"), bus.plug("event1", 0xABCD)
    start({"abcd:5723": 0}, clock=time.monotonic)
    facts.until(ScannerFound)
    slow = time.monotonic() - 1
    keyboard.send(typed("dear diary\r123456\r99\t"))  # fast, but nothing of ours
    keyboard.send(typed("123455\r", slow, gap=0.06))  # ours, but at a hand's pace
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + typed("secret"))
    eventually(keyboard.drained)
    assert scan(scanner, facts).source == "abcd:5723 Scanner"
    bus.unplug(keyboard)
    bus.unplug(scanner)
    assert facts.until(ScannerLost).source == "abcd:5723 Scanner"
    assert keyboard.grabs == 0
    assert facts.rest() == []


def test_what_cannot_type_digits_and_enter_is_closed_again(
    bus: Bus, facts: Facts, start: Start
) -> None:
    mouse = bus.plug("event0", keys=[ecodes.BTN_LEFT, ecodes.BTN_RIGHT])
    start({"1a86:5723": 0})
    bus.plug("event1", 0xABCD)
    bus.plug("event2", name="Second")
    assert facts.until(ScannerFound).source == "1a86:5723 Second"
    assert (mouse.opens, mouse.grabs, mouse.reads) == (1, 0, 0)  # and is not opened anew


def test_one_held_by_another_program_is_read_and_that_is_said_once(
    bus: Bus, facts: Facts, start: Start
) -> None:
    plug = bus.plug(busy=True)
    start({"1a86:5723": 0})
    assert facts.until(GrabRefused) == GrabRefused(SOURCE, "held by another program", PLACE)
    scan(plug, facts)
    scan(plug, facts)
    plug.busy = False
    scan(plug, facts)
    eventually(lambda: plug.grabs == 1)
    assert facts.rest() == []


def test_a_name_from_outside_comes_out_harmless(bus: Bus, facts: Facts, start: Start) -> None:
    bus.plug(name="\x1b[2J\n'; rm -rf /" + "x" * 500)
    start({"1a86:5723": 0})
    source = facts.until(ScannerFound).source
    assert source.startswith("1a86:5723 ?[2J?'; rm")
    assert source.isprintable()
    assert len(source) < 80
