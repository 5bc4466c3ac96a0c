"""What a page may have root do: a word of the list, taken once, whatever else lies in its place; an
update by a file that it has laid down, if its signature is right.
"""

import os
import re
import shutil
import threading
from pathlib import Path

import pytest
from support.card_programs import root_program
from support.fake_pi import NEVER_READY, SOON_S, FakePi, packed, summed
from support.request_root import SYSTEMD, RequestRoot
from support.signing import ANOTHER, sign, signer

from firmware import VERSION
from firmware.common.releases.offer import MOST_FILE
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


def test_each_usb_stick_is_looked_at_once_more_and_no_other_disk(still: RequestRoot) -> None:
    """Their units decide which are for us; a word names none."""
    blocks = still.machine / "sys/class/block"
    blocks.mkdir(parents=True)
    usb = "../../devices/platform/soc/3f980000.usb/usb1/1-1/1-1.2/1-1.2:1.0/host0/target0/0:0:0:0"
    for name, place in (
        ("sda", f"{usb}/block/sda"),
        ("sda1", f"{usb}/block/sda/sda1"),
        ("mmcblk0p2", "../../devices/platform/soc/mmc_host/mmc0/mmc0:0001/block/mmcblk0/mmcblk0p2"),
        ("loop0", "../../devices/virtual/block/loop0"),
    ):
        (blocks / name).symlink_to(place)
    still.request.write_text("stick")
    still.act()
    assert Root(str(still.folder)).progress() == ("stick", "", "", True, True, "")
    starts = [f"start --no-block okanjo-stick@{name}.service" for name in ("sda", "sda1")]
    assert still.asked() == starts


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
    (file,) = re.findall(r"FILE=\$ROOT(\S+)", (SYSTEMD / "request.sh").read_text())
    assert Root("", "/var/lib/okanjo").release == file
    assert root_program("unpack").MOST_BYTES == MOST_FILE


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
        asked(installed, "go-back")
        assert (installed.current, installed.before) == (now, before)
        assert asker.progress()[:1] + asker.progress()[3:] == ("go-back", True, True, "")
        assert versions(str(installed.root / "opt/okanjo/current")) == (now, before)
    installed.whole()


def test_why_the_version_before_does_not_come_is_told_by_a_code(installed: FakePi) -> None:
    asker = asked(installed, "go-back")
    assert asker.progress()[3:] == (True, False, "no-earlier")
    assert versions(str(installed.root / "opt/okanjo/current")) == (installed.current, "")


def asked(pi: FakePi, wish: str) -> Root:
    """Asked for, and done."""
    asker = Root(str(pi.root / "run/okanjo"), str(pi.root / "var/lib/okanjo"))
    (pi.root / "run/okanjo").mkdir(exist_ok=True)
    asking = threading.Thread(target=asker.ask, args=(wish,))
    asking.start()
    while not os.path.lexists(pi.root / "run/okanjo" / REQUEST):
        assert asking.is_alive()
    status, output = pi.run(pi.brought("request.sh"))
    asking.join()
    assert status == 0, output
    assert not os.path.lexists(asker.release)
    assert not (pi.root / "var/lib/okanjo-update").exists()
    return asker


def numbered(pi: FakePi, number: str, more: str = "") -> Path:
    """A release with that number, unpacked; `more` stands at the end of its main.py."""
    archive = pi.another(more, "firmware/main.py")
    project = archive / "pyproject.toml"
    project.write_text(project.read_text().replace(f'"{VERSION}"', f'"{number}"', 1))
    changelog = archive / "CHANGELOG.md"
    changelog.write_text(f"## {number}\n\n- New.\n\n{changelog.read_text()}")
    return summed(archive)


def laid_down(pi: FakePi, archive: Path) -> None:
    """Its file, as a page does it."""
    folder = pi.root.parent / "packed"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(archive, folder / "okanjo", symlinks=True)
    packed(folder / "okanjo", pi.root / "var/lib/okanjo/update")


def test_an_update_by_a_word_goes_as_okanjo_update_does(installed: FakePi) -> None:
    first = installed.current
    laid_down(installed, numbered(installed, "0.2.0"))
    asker = asked(installed, "update")
    assert asker.progress()[3:] == (True, True, "")
    assert (installed.current[:5], installed.before) == ("0.2.0", first)
    assert asker.news() == "## 0.2.0\n- New.\n"
    installed.whole()
    laid_down(installed, installed.archive)
    before = installed.tree()
    assert asked(installed, "update").progress()[3:] == (True, False, "older")
    assert (installed.tree(), asker.news()) == (before, "")


def test_an_update_that_does_not_become_ready_goes_back_by_itself(installed: FakePi) -> None:
    installed.other["OKANJO_READY_WITHIN_S"] = SOON_S
    first = installed.current
    laid_down(installed, numbered(installed, "0.2.0", NEVER_READY))
    assert asked(installed, "update").progress()[3:] == (True, False, "not-ready")
    assert installed.current == first
    installed.whole()


# What is refused, by the code that is told, and how it differs from a release.
REFUSED = {
    "forged": lambda archive: sign(archive, ANOTHER),
    "unsigned": lambda archive: (archive / "SHA256SUMS.sig").unlink(),
    "damaged": lambda archive: (archive / "CHANGELOG.md").write_text("other"),
    "links": lambda archive: (archive / "engine/more").symlink_to("/etc/passwd"),
    "no-release": lambda archive: (archive / "SHA256SUMS").unlink(),
}


def test_nothing_of_an_update_is_run_unless_the_installed_key_has_signed_it(
    installed: FakePi,
) -> None:
    """Not even if it names its own maker, or the environment says that it is trusted."""
    before = installed.tree()
    installed.other["trusted"] = "yes"
    for code, change in REFUSED.items():
        archive = numbered(installed, "0.2.0")
        (archive / "systemd/allowed-signers").write_text(signer(ANOTHER))
        (archive / "install.sh").write_text(f"touch {installed.root}/etc/was-run\n")
        summed(archive)
        change(archive)
        laid_down(installed, archive)
        asker = asked(installed, "update")
        assert asker.progress()[3:] == (True, False, code)
        assert (installed.tree(), asker.news()) == (before, "")


def test_a_version_that_trusts_nobody_takes_no_update_from_a_page(installed: FakePi) -> None:
    """Else a release would speak for itself, as a first one does."""
    installed.brought("allowed-signers").write_text("# nobody\n")
    before = installed.tree()
    laid_down(installed, numbered(installed, "0.2.0"))
    assert asked(installed, "update").progress()[3:] == (True, False, "no-key")
    assert installed.tree() == before


def test_what_lies_in_the_place_of_a_release_is_not_followed(installed: FakePi) -> None:
    file = installed.root / "var/lib/okanjo/update"
    secret = installed.root / "etc/secret"
    packed(numbered(installed, "0.2.0"), secret)
    before = installed.tree()
    file.symlink_to(secret)
    assert asked(installed, "update").progress()[3:] == (True, False, "no-release")
    file.mkdir()
    (file / "okanjo").symlink_to(installed.root)
    assert asked(installed, "update").progress()[3:] == (True, False, "no-release")
    os.mkfifo(file)
    assert asked(installed, "update").progress()[3:] == (True, False, "no-release")
    assert installed.tree() == before


def test_what_is_told_is_read_line_by_line() -> None:
    assert progress_of("") == ("", "", "", False, False, "")
    assert progress_of("service      is ready\n").wish == ""
    lines = (
        "asked        go-back\nservice      going back ...\n  | what it said\nservice      is re"
    )
    assert progress_of(lines) == ("go-back", "service", "going back ...", False, False, "")
    well, failed, killed = (f"{lines}\nended        {how}\n" for how in ("0 ", "1 not-ready", " "))
    assert progress_of(well)[3:] == (True, True, "")
    assert progress_of(failed)[3:] == (True, False, "not-ready")
    assert progress_of(killed)[3:] == (True, False, "")
