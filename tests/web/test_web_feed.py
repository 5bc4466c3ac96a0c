"""The feed: the table's thread gives away a reference, everything else is done once and later."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.table_app import AppTable
from support.web_site import small

from firmware.common.facts.device import Volume
from firmware.common.facts.shown import Shown
from firmware.interfaces.web.feed import Builders, Feed, Update
from firmware.words.language import Language


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    table = AppTable(tmp_path)
    shown = table.shown
    table.unplugged()
    return shown


def newest(feed: Feed, desk: bool = False) -> Update:
    update = feed.event(desk)
    assert update is not None, "nothing was shown yet"
    return update


class Counted:
    """Builders that count how often each was asked."""

    def __init__(self) -> None:
        self.states = self.desks = 0
        self.builders = Builders(self.state, self.desk, lambda shown, language: {})

    def state(self, shown: Shown, version: int, run: str, language: Language) -> dict[str, Any]:
        self.states += 1
        return {"v": version, "run": run, "number": shown.number}

    def desk(self, shown: Shown, language: Language) -> dict[str, Any]:
        self.desks += 1
        return {"sound": shown.device.sound}


def test_a_state_is_built_once_however_many_listen(shown: Shown) -> None:
    feed, counted = Feed(), Counted()
    feed.build_with(counted.builders)
    for number in range(100):
        feed.show(shown._replace(number=number))
    events = [newest(feed, desk) for _ in range(20) for desk in (False, True)]
    assert (counted.states, counted.desks) == (1, 1)
    assert events[0] is events[2]
    assert json.loads(events[1].json) == {**json.loads(events[0].json), "desk": {"sound": "on"}}


def test_the_version_rises_when_what_everybody_sees_has_changed(shown: Shown) -> None:
    feed = Feed()
    feed.build_with(Counted().builders)
    versions = []
    steps: tuple[tuple[int, Volume], ...] = (
        (1, "on"),
        (1, "soft"),
        (2, "soft"),
        (2, "off"),
        (3, "off"),
    )
    for number, sound in steps:
        feed.show(shown._replace(number=number, device=shown.device._replace(sound=sound)))
        desk, plain = newest(feed, desk=True), newest(feed)
        versions.append((json.loads(plain.json)["v"], plain.stamp, desk.stamp))
    assert versions == [(1, 1, 1), (1, 1, 2), (2, 2, 3), (2, 2, 4), (3, 3, 5)]


def test_versions_go_on_when_the_server_begins_anew(shown: Shown) -> None:
    """Else a page that has stayed would take what is new for what it has seen."""
    feed, seen = Feed(), list[tuple[int, int]]()
    for number in (1, 2, 3):
        feed.build_with(Counted().builders)
        feed.show(shown._replace(number=number))
        desk, plain = newest(feed, desk=True), newest(feed)
        seen.append((json.loads(plain.json)["v"], plain.stamp))
        assert desk.stamp >= plain.stamp
    assert seen == [(1, 1), (2, 2), (3, 3)]


def test_a_server_that_has_just_ended_harms_nobody(shown: Shown) -> None:
    """asyncio raises for a loop that is closed."""
    feed = Feed()

    def closed() -> None:
        raise RuntimeError("Event loop is closed")

    feed.wake = closed
    feed.show(shown)
    assert feed.newest is shown


def test_a_name_that_utf_8_cannot_say_is_still_json(shown: Shown) -> None:
    feed = Feed()
    names = "Jürgen \udcff 寿司"
    builders = small(None)
    feed.build_with(builders._replace(state=lambda shown, v, *_: {"v": v, "name": names}))
    feed.show(shown)
    event = newest(feed)
    assert json.loads(event.json)["name"] == names
    assert event.line.count(b"\n") == 2
