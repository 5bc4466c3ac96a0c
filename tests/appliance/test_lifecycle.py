"""In: parts that are quick, slow or never come. Out: in which order all of them begin."""

import threading
import time
from types import SimpleNamespace

from firmware.app.lifecycle import Runtime


class Plain:
    """A part; tells when it begins."""

    def __init__(self, begun, name):
        self._begun, self._name = begun, name

    def start(self):
        self._begun.append(self._name)

    def stop(self):
        pass


class Shown(Plain):
    """A display: it begins, and is there some time later."""

    def __init__(self, begun, tried):
        super().__init__(begun, "display")
        self.tried = tried


class Patient(threading.Event):
    """Whoever waits for it does so however slow the test is."""

    def wait(self, timeout=None):
        return super().wait(60)


def around(parts):
    """With scanners that are open at once."""
    looked = threading.Event()
    looked.set()
    keyboards = SimpleNamespace(start=lambda: None, stop=lambda: None, looked=looked)
    return Runtime(
        None,
        outputs=[],
        keyboards=keyboards,
        serial=[],
        parts=parts,
        condition=None,
        service=SimpleNamespace(listens=False),
    )


def until(true):
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_the_display_before_all_others_which_keep_their_order():
    begun = []
    display = Shown(begun, Patient())
    table = around([Plain(begun, "strip"), Plain(begun, "buzzer"), display, Plain(begun, "page")])
    table.start()
    until(lambda: begun == ["display"])
    display.tried.set()
    until(lambda: begun == ["display", "strip", "buzzer", "page"])
    table.stop()


def test_a_display_that_never_comes_keeps_nobody_for_ever():
    begun = []
    table = around([Plain(begun, "strip"), Shown(begun, threading.Event())])
    table.start()
    until(lambda: begun == ["display", "strip"])
    table.stop()
