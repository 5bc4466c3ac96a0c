"""The order in which parts begin: those that are quick, slow or never there."""

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


def around(others, display=None):
    """With scanners that are open at once."""
    looked = threading.Event()
    looked.set()
    return Runtime(
        None,
        outputs=[],
        hid=SimpleNamespace(start=lambda: None, stop=lambda: None, looked=looked),
        serial=[],
        parts=SimpleNamespace(display=display, others=others),
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
    table = around([Plain(begun, name) for name in ("strip", "buzzer")], display)
    table.services.append(Plain(begun, "page"))
    table.start()
    until(lambda: begun == ["display"])
    display.tried.set()
    until(lambda: begun == ["display", "strip", "buzzer", "page"])
    table.stop()


def test_a_display_that_never_comes_keeps_nobody_for_ever():
    begun = []
    table = around([Plain(begun, "strip")], Shown(begun, threading.Event()))
    table.start()
    until(lambda: begun == ["display", "strip"])
    table.stop()
