"""From an empty card and two files to a scored scan, by the system's own cloud-init.

The card is as Raspberry Pi Imager 2 leaves it: its user-data, meta-data and network-config, and the
instance's name on the kernel's command line. It has the partitions of Raspberry Pi OS; what is none
here is the system on the second one, a Debian 13 with its own cloud-init. The program of
`make image` puts the release onto it.
"""

import http.client
import json
import os
import shutil
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

from appliance import ADDRESS, Appliance, until
from archives import changed
from glass import is_picture
from machine import Machine, NoAnswer
from support.card_programs import card_program
from support.fake_pi import ROOT
from support.playing import label
from support.signing import signer
from usb_reports import WATCH

INSTANCE = "rpi-imager-1790000000000"
IMAGER = {
    "meta-data": f"instance-id: {INSTANCE}\n",
    "user-data": """#cloud-config
manage_resolv_conf: false

hostname: okanjo
manage_etc_hosts: true
packages:
- avahi-daemon

apt:
  preserve_sources_list: true
  conf: |
    Acquire {
      Check-Date "false";
    };

timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
user:
  name: chris
  shell: /bin/bash
  lock_passwd: false
  passwd: "$5$0Yq1jQ2l$3fTqYFpIBKqk0d2QkQX1J5rjq9nV7oE6Jq8mS9l0cWD"
  sudo: null

ssh_pwauth: true

runcmd:
  - [ touch, /root/imager-was-here ]
""",
    "network-config": """network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "Game night":
          password: "b5b7a5c1d0f2e3a4958677d0c1b2a3f4e5d6c7b8a9f0e1d2c3b4a59687f0e1d2"
      optional: true
""",
}
RELEASE = "okanjo-0.1.0.tar.gz"
LOG = "okanjo-log.txt"
BOOTFS = "@@8M"  # where it begins on the disk
INSTALLED, RESTARTS = "Okanjo is installed.", "Okanjo is installed. The Pi restarts once."
FETCHING = "Fetching what the system lacks: a minute or two"
MOST_S = 1200  # to install, emulated on a busy machine
MOMENTS_S = (5, 110)  # from the first word of its shell to a pulled plug
SYNCED = "mkdir -p /run/systemd/timesync && touch /run/systemd/timesync/synchronized"


def mtools(disk, program, *words, **more):
    """A program of theirs on the first partition of a card that is in a computer."""
    command = [program, "-i", f"{disk}{BOOTFS}", *words]
    environment = {**os.environ, "MTOOLS_SKIP_CHECK": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment, **more)
    return done.stdout.decode()


def write(disk, file, content):
    """A file onto its first partition: a text, or the path of a file; in the place of another."""
    if isinstance(content, Path):
        mtools(disk, "mcopy", "-D", "o", content, f"::{file}")
    else:
        mtools(disk, "mcopy", "-D", "o", "-", f"::{file}", input=content.encode())


def read_back(disk, file):
    """A file of a card that was put back into a computer."""
    return mtools(disk, "mtype", f"::{file}")


def customise(disk):
    """As Imager does; what the kernel is told from then on."""
    for file, text in IMAGER.items():
        write(disk, file, text)
    kernel = f"{read_back(disk, 'cmdline.txt').strip()} ds=nocloud;i={INSTANCE}"
    write(disk, "cmdline.txt", f"{kernel}\n")
    return kernel


def vendor_data():
    """As `make release` makes it, with the tests' key."""
    lines = []
    for line in (ROOT / "systemd/card/vendor-data.sh").read_text().splitlines():
        name = line[1:-1]
        if line == "@allowed-signers@":
            lines.append(signer().rstrip("\n"))
        elif line == f"@{name}@":
            lines.append((ROOT / "systemd" / name).read_text().rstrip("\n"))
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def put_release(disk, release):
    """As `make image` puts it onto the image of a system."""
    program, base = card_program("image"), "card.img"
    partition = program.first_partition(Path(disk), base)
    assert program.read_system(partition, base).startswith("Raspberry Pi reference")
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, RELEASE), Path(folder, "vendor-data")]
        shutil.copy(release, files[0])
        files[1].write_text(vendor_data())
        program.put(files, partition, base)


def progress(machine):
    """What a phone sees at its address, if anything."""
    page = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=5)
    with suppress(OSError, http.client.HTTPException, ValueError), closing(page):
        page.request("GET", "/progress", headers={"Host": ADDRESS})
        reply = page.getresponse()
        return json.loads(reply.read()) if reply.status == 200 else {}
    return {}


class WrittenCard:
    """A card, and a machine that it is in while that is on."""

    def __init__(self, folder, archive, name, say):
        self.began, self.say = time.monotonic(), say
        self.steps, self.pictures = set(), []  # of page and display, before its restart, too
        self.disk = os.path.join(folder, "run", f"{name}.img")
        image = os.path.join(folder, "card.img")
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        self.machine = Machine(folder, name, f"file={self.disk},format=raw")
        release = changed(folder, archive, f"{name}-release", "CHANGELOG.md", "# ", "# ")
        put_release(self.disk, Path(release))
        self.machine.kernel = customise(self.disk)

    def tell(self, words):
        self.say(f"{time.monotonic() - self.began:4.0f} s  {words}")

    def start(self):
        """Power on; its clock is set by a network that is not here."""
        self.machine.start()
        self.machine.shell(SYNCED)

    def end(self):
        self.machine.cut()
        os.remove(self.disk)

    def look(self):
        """What its page says now, if anything; each sentence is collected."""
        now = progress(self.machine)
        if (step := now.get("trouble") or now.get("step", "")) and step not in self.steps:
            self.steps.add(step)
            self.tell(step)
        return step

    def shows(self, sentence):
        """Whether the display has shown all of a sentence."""
        pictures = [*self.pictures, *self.machine.glass.pictures]
        return all(
            any(is_picture(shown, pages) for shown in pictures)
            for pages in card_program("show").sheets(sentence)
        )

    def is_installed(self):
        """Whether nothing is left to do, not even a restart."""
        setup = card_program("setup")
        done = f"test -e /opt/okanjo/current -a ! -e {setup.UNIT} -a ! -e {setup.RESTART}"
        with suppress(NoAnswer, OSError):  # it is going off
            return self.machine.end(self.machine.begin(done))[0] == 0
        return False

    def await_installed(self):
        """On again after its restart, if it needs one."""

        def is_installed():
            if not self.machine.is_on:
                self.tell("it restarts")
                self.pictures += self.machine.glass.pictures
                self.machine.cut()
                self.start()
            self.look()
            return self.is_installed()

        until(is_installed, within_s=MOST_S, every_s=0.5, why=f"installed, after {self.steps}")

    def takes_a_scan(self):
        """The first one; then off, and what the card has of it."""
        okanjo = Appliance(self.machine)
        code = first_scan(okanjo)
        self.tell("the first scan counts")
        assert okanjo.journal_rows() == [[code, 0]]
        nothing_stays(okanjo)
        okanjo.shell("sync")
        self.machine.cut()
        log = read_back(self.disk, LOG)
        assert INSTALLED in log, log
        assert read_back(self.disk, "user-data") == IMAGER["user-data"]
        return log


def first_scan(okanjo):
    """Of a menu, as soon as it is ready; the code."""
    okanjo.wait_until_ready()
    okanjo.shell(WATCH)
    code = label("preset points-platter").code
    okanjo.scan_until(code, lambda: b"Points Platter" in okanjo.ask("/state"))
    return code


def from_an_empty_card(folder, archive, name, say):
    """Power, and nothing else, until a scan counts."""
    card = WrittenCard(folder, archive, name, say)
    try:
        card.start()
        card.await_installed()
        unpacking = card_program("setup").STEPS["version"]
        # it may wait for the network for too short a time to be seen
        assert {FETCHING, unpacking} <= card.steps, card.steps
        assert RESTARTS in card.takes_a_scan()
        assert card.shows(unpacking)
    finally:
        card.end()


def a_card_unplugged(folder, archive, name, say, cuts, chance):
    """A plug pulled at any moment, and at first no network: it goes on by itself.

    A card that is installed before it was pulled so often is followed by another.
    """
    left = cuts
    while left:
        card = WrittenCard(folder, archive, name, say)
        try:
            card.start()
            if left == cuts:
                no_network(card)
            left -= unplug(card, left, chance)
            card.await_installed()
            card.takes_a_scan()
        finally:
            card.end()


def unplug(card, most, chance):
    """Pull the plug and put it in again, until all is done; return how often."""
    for count in range(most):
        after_s = chance.uniform(*MOMENTS_S)
        time.sleep(after_s)
        if not card.machine.is_on or card.is_installed():
            return count
        card.machine.cut()
        card.tell(f"unplugged after {after_s:.0f} s")
        card.start()
    return most


def no_network(card):
    """The log on the card says so, as no phone sees the page."""
    card.machine.monitor("set_link", name="net", up=False)
    words = card_program("setup").NO_NETWORK
    until(
        lambda: words in card.machine.shell(f"cat /boot/firmware/{LOG}; true"),
        within_s=300,
        every_s=5,
        why="the card's log says that there is no network",
    )
    card.tell(words)
    card.machine.monitor("set_link", name="net", up=True)


def nothing_stays(okanjo):
    """Of what installed it; and what its owner asked Imager for is there."""
    okanjo.shell("! ls /etc/systemd/system/okanjo-setup.service /usr/local/lib/okanjo-setup")
    okanjo.shell("test -e /root/imager-was-here && id chris && test $(hostname) = okanjo")
