"""Which devices are taken for scanners, which are left alone, and when one is grabbed."""

import time

from support.scanner_bench import Usb
from support.scanner_doubles import MODEL, PLACE, SOURCE, ecodes, event, report, typed
from support.waiting import until

from drivers.events import GrabRefused, Reading, ScannerFound, ScannerLost, device_of


def test_the_first_valid_code_makes_a_scanner_and_is_handed_out(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    before = time.monotonic()
    plug.send(typed("123455\r"))
    assert usb.next() == ScannerFound(SOURCE, learnt=True, place=PLACE)
    reading = usb.next()
    assert isinstance(reading, Reading)
    assert (reading.text, reading.source, reading.lane) == ("123455", SOURCE, 0)
    assert before <= reading.at <= time.monotonic()
    until(lambda: plug.grabs == 1)


def test_it_is_grabbed_when_its_enter_is_up_again(usb: Usb) -> None:
    plug = usb.plug()
    usb.start()
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    usb.until(Reading)
    assert plug.grabs == 0
    plug.send(report(ecodes.KEY_ENTER, 0))
    until(lambda: plug.grabs == 1)


def test_a_missing_key_up_does_not_put_off_the_grab_for_ever(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    plug.send(typed("123455") + report(ecodes.KEY_ENTER, 1))
    until(lambda: plug.grabs == 1)


def test_after_a_replug_it_is_grabbed_at_once(usb: Usb) -> None:
    usb.start()
    usb.scan(usb.plug())
    usb.unplug(next(iter(usb.plugs.values())))
    assert usb.until(ScannerLost) == ScannerLost(SOURCE, "unplugged", PLACE)
    again = usb.plug("event7", phys="usb-2/input0")
    assert usb.until(ScannerFound) == ScannerFound(SOURCE, place="usb-2/input0")
    until(lambda: again.grabs == 1)
    assert usb.scan(again, "whatever").text == "whatever"


def test_a_remembered_one_is_grabbed_at_the_start(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(remembered=(SOURCE,))
    assert usb.next() == ScannerFound(SOURCE, place=PLACE)
    until(lambda: plug.grabs == 1)


def test_twins_are_told_apart_by_where_they_are_plugged_in(usb: Usb) -> None:
    left = usb.plug("event0", phys="usb-1.1/input0")
    right = usb.plug("event1", phys="usb-1.2/input0")
    usb.start({"1a86:5723/usb-1.1/input0": "red", "1a86:5723": "blue"})
    red, blue = usb.scan(left), usb.scan(right)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert red.source == blue.source == SOURCE
    assert device_of(red) != device_of(blue)
    usb.unplug(left)
    assert device_of(usb.until(ScannerLost)) == device_of(red)
    again = usb.plug("event7", phys="usb-1.1/input0")
    assert device_of(usb.until(ScannerFound)) == device_of(usb.scan(again)) == device_of(red)


def test_twins_on_bluetooth_share_their_place_and_have_numbers(usb: Usb) -> None:
    left = usb.plug("event0", phys="b8:27:eb:00:00:01", uniq="AA:00:00:00:00:01")
    right = usb.plug("event1", phys="b8:27:eb:00:00:01", uniq="aa:00:00:00:00:02")
    usb.start({"1a86:5723/aa:00:00:00:00:01": "red", "1a86:5723/AA:00:00:00:00:02": "blue"})
    red, blue = usb.scan(left), usb.scan(right)
    assert (red.lane, blue.lane) == ("red", "blue")
    assert device_of(red) != device_of(blue)


def test_it_tells_how_many_might_be_scanners(usb: Usb) -> None:
    """Known or not: who shows that there is none yet must not say so of a new one."""
    counts: list[int] = []
    usb.plug("event0", keys=[ecodes.BTN_LEFT])
    usb.start(counted=counts.append)
    until(lambda: counts == [0])
    new = usb.plug("event1")
    until(lambda: counts == [0, 1])
    usb.scan(new)
    usb.unplug(new)
    until(lambda: counts == [0, 1, 0])


def test_an_ordinary_keyboard_is_never_grabbed_nor_heard(usb: Usb) -> None:
    keyboard, scanner = usb.plug("event0", name="Keyboard"), usb.plug("event1", 0xABCD)
    usb.start({"abcd:5723": 0}, clock=time.monotonic)
    usb.until(ScannerFound)
    slow = time.monotonic() - 1
    keyboard.send(typed("dear diary\r123456\r99\t"))  # fast, but nothing of ours
    keyboard.send(typed("123455\r", slow, gap=0.06))  # ours, but at a hand's pace
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    keyboard.send(event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + typed("secret"))
    until(keyboard.drained)
    assert usb.scan(scanner).source == "abcd:5723 Scanner"
    usb.unplug(keyboard)
    usb.unplug(scanner)
    assert usb.until(ScannerLost).source == "abcd:5723 Scanner"
    assert keyboard.grabs == 0
    assert usb.rest() == []


def test_what_cannot_type_digits_and_enter_is_closed_again(usb: Usb) -> None:
    mouse = usb.plug("event0", keys=[ecodes.BTN_LEFT, ecodes.BTN_RIGHT])
    usb.start({MODEL: 0})
    usb.plug("event1", 0xABCD)
    usb.plug("event2", name="Second")
    assert usb.until(ScannerFound).source == "1a86:5723 Second"
    assert (mouse.grabs, mouse.reads) == (0, 0)


def test_one_held_by_another_program_is_read_and_that_is_said_once(usb: Usb) -> None:
    plug = usb.plug(busy=True)
    usb.start({MODEL: 0})
    assert usb.until(GrabRefused) == GrabRefused(SOURCE, "held by another program", PLACE)
    usb.scan(plug)
    usb.scan(plug)
    plug.busy = False
    usb.scan(plug)
    until(lambda: plug.grabs == 1)
    assert usb.rest() == []


def test_a_name_from_outside_comes_out_harmless(usb: Usb) -> None:
    usb.plug(name="\x1b[2J\n'; rm -rf /" + "x" * 500)
    usb.start({MODEL: 0})
    source = usb.until(ScannerFound).source
    assert source.startswith("1a86:5723 ?[2J?'; rm")
    assert source.isprintable()
    assert len(source) < 80
