"""All that may go wrong with the two files, and without a network, until a scan counts.

Each is said where somebody looks: on the page, at the HDMI socket, in the card's log, and on the
display from the moment on at which the system has what draws on it. Each is put right as its owner
would, over the network or with the card in a computer, and it goes on by itself.
"""

import re
import time
from pathlib import Path

from appliance import Appliance, until
from archives import changed, repacked
from scenario_card import LOG, RELEASE, SYNCED, WrittenCard, mtools, progress, read_back, write
from support.card_programs import card_program
from support.signing import ANOTHER, sign

NEWER, ANOTHERS, FILLER = "okanjo-0.2.0.tar.gz", "another.tar.gz", "/root/filler"
WITHIN_S = 300  # to the next sentence, emulated; it is tried every 30 s
NO_NETWORK_S = 60  # on from the sentence; nothing waits for more, so it stands for any time
BYTES_A_SECOND = 80_000  # of a mirror on a bad line: all that is fetched takes more than a minute
LONG_S = 60
MIRROR = "http://127.0.0.1:8080"
GOOD_MIRROR = "deb [trusted=yes] file:/var/local/packages ./"
MB = 1 << 20
ROOM_FOR_PACKAGES_MB = 110  # which is too little for Okanjo after them
ALLOCATED_LATE_MB = 20  # what ext4 holds back from fallocate

SETUP = card_program("setup")
FULL, NO_NETWORK = SETUP.FULL, SETUP.NO_NETWORK
BOOTFS_FULL = "bootfs is full. Switch the Pi off, delete from bootfs what you have copied there"
UNSIGNED = f"{RELEASE} is not signed, so it is no release."
FORGED = f"{RELEASE} and vendor-data are not of the same maker."
NO_TIME = "Waiting for the time from the network"
NO_SERVER = "Packages: could not be downloaded: check the network, or a server is down."
FETCHING = "Fetching what the system lacks"


def wrong_files_and_no_room(folder, archive, name, say):
    """Files that are not a release, then two that are; and both partitions full."""
    card = WrittenCard(folder, archive, name, say)
    try:
        unsigned, another, newer = archives(folder, archive, name)
        right = Path(folder, f"{name}-release.tar.gz")
        for file, content in ((RELEASE, unsigned), (ANOTHERS, another)):
            write(card.disk, file, content)
        fill_bootfs(card)
        card.start()
        no_room_beside_the_files(card)
        files_of_somebody_else(card)
        for file, content in ((RELEASE, right), (NEWER, newer)):
            write(card.disk, file, content)
        card.machine.start()
        no_room_on_the_system(card)
        card.machine.shell(f"rm {FILLER}*")
        card.await_installed()
        the_newest_was_taken(card.takes_a_scan())
    finally:
        card.end()


def a_bad_line(folder, archive, name, say):
    """A mirror that is down, then slow; then, with a display that draws, no room and no network.

    The voice, which comes last, is fetched from a good one, of which apt has no lists yet.
    """
    card = WrittenCard(folder, archive, name, say)
    try:
        card.machine.start()
        on_page(card, NO_TIME)
        a_bad_mirror(card)
        no_room_for_okanjo(card)
        card.machine.shell(f"echo '{GOOD_MIRROR}' >/etc/apt/sources.list")
        no_network(card)
        card.await_installed()
        card.takes_a_scan()
    finally:
        card.end()


def archives(folder, archive, name):
    """One that is not signed, one that is signed by somebody else, and a newer one."""
    same = ("CHANGELOG.md", "# ", "# ")
    for wrong in ("unsigned", "another"):
        changed(folder, archive, f"{name}-{wrong}", *same)
    Path(folder, "archives", f"{name}-unsigned/okanjo/SHA256SUMS.sig").unlink()
    sign(Path(folder, "archives", f"{name}-another/okanjo"), ANOTHER)
    version = ("pyproject.toml", '\nversion = "0.1.0"', '\nversion = "0.2.0"')
    return (
        repacked(folder, f"{name}-unsigned"),
        repacked(folder, f"{name}-another"),
        Path(changed(folder, archive, f"{name}-newer", *version)),
    )


# --- where it is said ---------------------------------------------------------------------------


def on_page(card, sentence):
    until(
        lambda: card.look().startswith(sentence),
        within_s=WITHIN_S,
        every_s=1,
        why=f"the page: {sentence}",
    )


def logged(card):
    return card.machine.shell(f"cat /boot/firmware/{LOG}; true")


def in_log(card, words):
    until(lambda: words in logged(card), within_s=WITHIN_S, every_s=1, why=f"the log: {words}")


def at_hdmi(card, sentence):
    """What the kernel's first console shows, without its line ends."""
    screen = card.machine.shell("cat /dev/vcs1")
    assert sentence.replace(" ", "") in screen.replace(" ", ""), screen


def on_display(card, sentence):
    until(lambda: card.shows(sentence), within_s=WITHIN_S, why=f"the display: {sentence}")
    card.tell(f"and on the display: {sentence}")


# --- what is wrong ------------------------------------------------------------------------------


def fill_bootfs(card):
    """Not one cluster is left on the first partition."""
    free = re.search(r"([\d ]+) bytes free", mtools(card.disk, "mdir", "::"))
    filler = Path(card.disk).with_suffix(".filler")
    with filler.open("wb") as file:
        file.truncate(int(free[1].replace(" ", "")))
    write(card.disk, "filler", filler)
    filler.unlink()


def no_room_beside_the_files(card):
    on_page(card, BOOTFS_FULL)
    at_hdmi(card, BOOTFS_FULL)
    assert not logged(card)
    card.machine.shell("rm /boot/firmware/filler")


def files_of_somebody_else(card):
    """The one that is not signed is replaced over the network, the other one in a computer."""
    on_page(card, UNSIGNED)
    at_hdmi(card, UNSIGNED)
    card.machine.shell(f"cd /boot/firmware; mv {ANOTHERS} {RELEASE}; sync")
    on_page(card, FORGED)
    card.machine.shell("test ! -e /opt/okanjo")
    assert not (card.machine.glass.newest or {}).get("lit")
    card.machine.cut()
    log = read_back(card.disk, LOG)
    assert all(sentence in log for sentence in (BOOTFS_FULL, UNSIGNED, FORGED)), log


def leave(card, free_mb):
    """So much room, and no more, on the system's partition; at 0 not even root's own blocks."""
    card.machine.shell(f"rm -f {FILLER}*; sync")
    blocks, rest_mb = ("%a", free_mb) if free_mb else ("%f", ALLOCATED_LATE_MB)
    size = f"$(($(stat -f -c '({blocks} * %S)' /) - {rest_mb * MB}))"
    card.machine.shell(f"fallocate -l {size} {FILLER}")
    if not free_mb:
        card.machine.shell(f"cat /dev/zero >{FILLER}-rest; true")


def no_room_on_the_system(card):
    """First for packages, then not even to unpack."""
    on_page(card, NO_TIME)
    leave(card, 0)
    card.machine.shell(SYNCED)
    on_page(card, FULL)
    at_hdmi(card, FULL)
    in_log(card, "packages     the disk is full")
    card.machine.shell("rm -r /var/lib/okanjo-setup")
    leave(card, 0)

    def not_unpacked():
        last = logged(card).rpartition(f"Checking {NEWER}")[2]
        return FULL in last and "packages" not in last

    until(not_unpacked, within_s=WITHIN_S, every_s=1, why="the log: not even unpacked")
    card.tell("not even unpacked")


def a_bad_mirror(card):
    """First it is down, then slow."""
    card.machine.shell(f"echo 'deb [trusted=yes] {MIRROR}/ ./' >/etc/apt/sources.list")
    leave(card, ROOM_FOR_PACKAGES_MB)
    card.machine.shell(SYNCED)
    on_page(card, NO_SERVER)
    in_log(card, NO_SERVER)
    place = "/usr/local/lib/virtual-pi/mirror.py"
    Appliance(card.machine).bring("mirror.py", place)
    served = f"{place} /var/local/packages {BYTES_A_SECOND}"
    card.machine.shell(f"systemd-run --quiet --unit=mirror /usr/bin/python3 {served}")

    def takes_long():
        now = progress(card.machine)
        return now.get("step", "").startswith(FETCHING) and now["seconds"] >= LONG_S

    until(takes_long, within_s=WITHIN_S, every_s=1, why="fetching takes long, on the page")
    card.tell(f"{FETCHING}, for more than {LONG_S} s")


def no_room_for_okanjo(card):
    on_page(card, FULL)
    in_log(card, "version      the disk has only")
    on_display(card, FULL)


def no_network(card):
    """Nobody sees the page: the display says so."""
    card.machine.monitor("set_link", name="net", up=False)
    on_display(card, NO_NETWORK)
    in_log(card, NO_NETWORK)
    card.machine.shell(f"rm {FILLER}*")
    time.sleep(NO_NETWORK_S)
    card.tell(f"no network for {NO_NETWORK_S} s after that was said")
    card.machine.monitor("set_link", name="net", up=True)


def the_newest_was_taken(log):
    assert f"{RELEASE} is left alone: {NEWER} is taken" in log, log
    assert re.search(r"service +0\.2\.0-\w+ is ready", log), log
