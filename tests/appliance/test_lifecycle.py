"""The order in which parts begin: the display first, if it comes."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from support.waiting import until

from firmware.core.app.lifecycle import Runtime


class Part:
    """A part that notes when it begins."""

    def __init__(self, begun, name):
        self._begun, self._name = begun, name
        self.tried = threading.Event()

    def start(self):
        self._begun.append(self._name)

    def stop(self):
        pass


@pytest.mark.parametrize("comes", [True, False])
def test_the_display_before_all_others_which_wait_for_it_only_so_long(comes):
    begun: list[str] = []
    looked = threading.Event()
    parts: Any = SimpleNamespace  # stand for what nothing is asked of here
    display = Part(begun, "display")
    looked.set()
    table = Runtime(
        parts(photos=None),
        outputs=[],
        hid=parts(start=lambda: None, stop=lambda: None, looked=looked),
        serial=[],
        parts=parts(display=display, others=[Part(begun, name) for name in ("strip", "buzzer")]),
        service=parts(listens=False),
    )
    table.services.append(Part(begun, "page"))
    table.start()
    until(lambda: begun[:1] == ["display"])
    if comes:
        display.tried.set()
    until(lambda: begun == ["display", "strip", "buzzer", "page"])
    table.stop()
