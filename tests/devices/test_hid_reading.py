"""What a keyboard-type scanner types, ordinary and hostile: the codes that come out."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scanner_bench import Usb
from support.scanner_doubles import MODEL, PLACE, SOURCE, ecodes, event, keys, report, typed
from support.scanner_events import valid
from support.soak import share
from support.waiting import until

from drivers.events import PartialDropped, Reading, ScannerFound, ScannerLost

# --- reading ------------------------------------------------------------------------------------


def test_each_way_to_end_a_code(usb: Usb) -> None:
    plug = usb.plug()
    usb.start({MODEL: 0}, clock=time.monotonic)
    pad = [ecodes.ecodes[f"KEY_KP{digit}"] for digit in "123455"]
    for stream in (
        typed("123455\r"),
        typed("123455\t"),
        keys([*pad, ecodes.KEY_KPENTER]),
        typed("123455"),  # no terminator: the silence after it
    ):
        plug.send(stream)
        assert usb.until(Reading).text == "123455"


def test_the_kernels_stamps_tell_the_pace_however_late_they_are_read(usb: Usb) -> None:
    plug = usb.plug()
    usb.start(clock=time.monotonic)
    then = time.monotonic() - 2
    plug.send(typed("123455\r", then, gap=0.012))
    reading = usb.until(Reading)
    assert reading.ms_per_digit == pytest.approx(12, abs=0.01)
    assert reading.at == pytest.approx(then + 5 * 0.012, abs=0.001)


def test_dropped_events_drop_the_code_and_say_so(usb: Usb) -> None:
    plug = usb.named("red")
    plug.send(typed("4006") + event(ecodes.EV_SYN, ecodes.SYN_DROPPED, 0))
    plug.send(report(ecodes.KEY_9, 1) + typed("123455\r"))  # the tail looks like one of ours
    assert usb.next() == PartialDropped(SOURCE, "keys were lost", PLACE, "red")
    assert usb.scan(plug, "999999").text == "999999"
    assert usb.rest() == []


def test_a_code_cut_by_an_unplug_is_dropped_and_that_is_said(usb: Usb) -> None:
    plug = usb.named()
    plug.send(typed("123"))
    until(plug.drained)
    usb.unplug(plug)
    assert usb.next() == PartialDropped(SOURCE, "unplugged", PLACE)
    assert usb.next() == ScannerLost(SOURCE, "unplugged", PLACE, MODEL)
    assert usb.scan(usb.plug(), "455").text == "455"


def test_two_scanners_interleaved_key_by_key(usb: Usb) -> None:
    left, right = usb.plug("event0", name="Left"), usb.plug("event1", name="Right")
    usb.start({MODEL: 0})
    usb.until(ScannerFound)
    usb.until(ScannerFound)
    for one, other in zip("123455\r", "678900\r", strict=True):
        left.send(typed(one))
        right.send(typed(other))
        until(lambda: left.drained() and right.drained())
    heard = {usb.until(Reading)[:2], usb.until(Reading)[:2]}
    assert heard == {("123455", "1a86:5723 Left"), ("678900", "1a86:5723 Right")}


def test_nothing_is_lost_while_a_commit_takes_250_ms_or_as_long_as_it_likes(usb: Usb) -> None:
    plug = usb.named()
    plug.cable.setsockopt(1, 7, 4608)  # SOL_SOCKET, SO_SNDBUF: about the kernel's 64 events
    slow_card, heard = threading.Event(), []

    def owner() -> None:
        for _ in range(100):
            heard.append(usb.until(Reading).text)
            slow_card.wait()  # the first commit lasts until every key has been read

    consumer = threading.Thread(target=owner)
    consumer.start()
    for n in range(100):
        plug.send(typed(valid(n * 7) + "\r"))
    until(plug.drained)  # every key of a hundred codes, and the first is not committed yet
    assert len(heard) <= 1
    slow_card.set()
    consumer.join()
    assert heard == [valid(n * 7) for n in range(100)]


# --- hostile ------------------------------------------------------------------------------------


def test_a_10_kb_line_and_escape_sequences_come_out_whole_or_marked(usb: Usb) -> None:
    plug = usb.named()
    feeder = threading.Thread(target=plug.send, args=(typed("1" * 10_000 + "\r"),))
    feeder.start()
    text = usb.until(Reading).text
    feeder.join()
    assert (len(text), text[-1]) == (257, "…")
    escape = keys([ecodes.KEY_ESC, ecodes.KEY_LEFTBRACE, ecodes.KEY_2]) + typed("j")
    plug.send(escape + typed("; rm -rf /\r"))
    assert usb.until(Reading).text == "\x1b[2j; rm -rf /"


events = st.tuples(
    st.sampled_from([0, 1, 1, 1, 4]) | st.integers(0, 0xFFFF),
    st.integers(0, 130) | st.integers(0, 0xFFFF),
    st.sampled_from([0, 1, 1, 2]) | st.integers(-(2**31), 2**31 - 1),
    st.sampled_from([0.0, 1.0, 1e9]) | st.floats(0, 1e12),
)


def test_no_stream_of_events_stops_the_reader(usb: Usb) -> None:
    plug = usb.named()
    in_step = event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0) + keys([ecodes.KEY_ENTER])

    @settings(max_examples=share(500))
    @given(st.lists(st.lists(events, max_size=50), min_size=1, max_size=4))
    def feed(streams: list[list[tuple[int, int, int, float]]]) -> None:
        for stream in streams:
            plug.send(b"".join(event(*one) for one in stream))
        plug.send(in_step + typed("123455\r"))
        while usb.until(Reading).text != "123455":
            pass

    feed()
