"""What a page may have root do: a word of the list, taken once, whatever else lies in its place."""

import os
import re
import threading
from pathlib import Path

import pytest
from support.fake_pi import FakePi
from support.request_root import SYSTEMD, RequestRoot

from firmware.common.system.ask_root import (
    PROGRESS,
    REQUEST,
    WISHES,
    NotTaken,
    Root,
    progress_of,
    versions,
)


@pytest.fixture
def still(tmp_path: Path) -> RequestRoot:
    """A machine on which nobody acts by themselves."""
    return RequestRoot(tmp_path / "machine")


def test_only_words_of_the_list_are_taken(still: RequestRoot) -> None:
    for word in ("restart", "switch-off", "switch-off\n"):
        still.request.write_text(word)
        still.act()
        assert not still.request.exists()
        assert Root(str(still.folder)).progress() == (word.strip(), "", "", True, True, "")
    assert still.asked() == ["reboot", "poweroff", "poweroff"]
    for word in ("", "off", "switch-off; reboot", "SWITCH-OFF", "*", "restart " * 9):
        still.request.write_text(word)
        still.act()
        assert not still.request.exists()
        assert Root(str(still.folder)).progress() == ("nothing", "", "", True, False, "")
    assert len(still.asked()) == 3


def test_no_link_is_followed_and_whatever_lies_there_is_taken_away(still: RequestRoot) -> None:
    """Else it would be started for ever. What belongs to others stays as it is."""
    others = still.machine / "others"
    others.mkdir()
    (others / "word").write_text("switch-off")

    def link() -> None:
        still.request.symlink_to(others / "word")

    def link_to_folder() -> None:
        still.request.symlink_to(others)

    def folder() -> None:
        (still.request / "in it").mkdir(parents=True)
        (still.request / "link").symlink_to(others)

    def pipe() -> None:
        os.mkfifo(still.request)

    for lay in (link, link_to_folder, folder, pipe):
        lay()
        still.act()
        assert not os.path.lexists(still.request)
        assert (others / "word").read_text() == "switch-off"
    assert still.asked() == []


def test_the_units_and_the_program_mean_the_same_places_and_words() -> None:
    path = (SYSTEMD / "okanjo-request.path").read_text()
    unit = (SYSTEMD / "okanjo-request.service").read_text()
    assert f"PathExists=/run/okanjo/{REQUEST}\n" in path
    assert f"RuntimeDirectory=okanjo{PROGRESS.rpartition('/')[0]}\n" in unit
    (listed,) = re.findall(r"in ([a-z |-]+)\) ;; \*\)", (SYSTEMD / "request.sh").read_text())
    assert {*listed.split(" | ")} == {*WISHES}


def test_what_nobody_takes_is_taken_back(still: RequestRoot) -> None:
    root = Root(str(still.folder), sleep=lambda seconds: None)
    with pytest.raises(NotTaken):
        root.ask("restart")
    assert os.listdir(still.folder) == []


def test_the_version_before_is_put_to_work_by_a_word(installed: FakePi) -> None:
    """And back again; what the scripts tell is what the page reads."""
    asker = Root(str(installed.root / "run/okanjo"))
    installed.install(installed.another("two"))
    first, second = installed.current, installed.before
    for now, before in ((second, first), (first, second)):
        asked(installed, asker)
        assert (installed.current, installed.before) == (now, before)
        assert asker.progress()[:1] + asker.progress()[3:] == ("go-back", True, True, "")
        assert versions(str(installed.root / "opt/okanjo/current")) == (now, before)
    installed.whole()


def test_why_the_version_before_does_not_come_is_told_by_a_code(installed: FakePi) -> None:
    asker = Root(str(installed.root / "run/okanjo"))
    asked(installed, asker)
    assert asker.progress()[3:] == (True, False, "no-earlier")
    assert versions(str(installed.root / "opt/okanjo/current")) == (installed.current, "")


def asked(pi: FakePi, asker: Root) -> None:
    """Asked for, and done."""
    (pi.root / "run/okanjo").mkdir(exist_ok=True)
    asking = threading.Thread(target=asker.ask, args=("go-back",))
    asking.start()
    while not os.path.lexists(pi.root / "run/okanjo" / REQUEST):
        assert asking.is_alive()
    status, told = pi.run(pi.brought("request.sh"))
    asking.join()
    assert status == 0, told


def test_what_is_told_is_read_line_by_line() -> None:
    assert progress_of("") == ("", "", "", False, False, "")
    assert progress_of("service      is ready\n").wish == ""
    told = "asked        go-back\nservice      going back ...\n  | what it said\nservice      is re"
    assert progress_of(told) == ("go-back", "service", "going back ...", False, False, "")
    well, failed, killed = (f"{told}\nended        {how}\n" for how in ("0 ", "1 not-ready", " "))
    assert progress_of(well)[3:] == (True, True, "")
    assert progress_of(failed)[3:] == (True, False, "not-ready")
    assert progress_of(killed)[3:] == (True, False, "")
