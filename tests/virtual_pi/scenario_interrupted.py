"""Cut the power during an update or a rollback, on a disk that forgets: a whole version runs.

At each of these moments somebody else's file is synced, and then the power is cut: so all names and
marks are on the disk, and of what is in the files only what the installer has synced itself.
"""

import os

from appliance import STATE, Appliance, until
from archives import NEWER
from install_once import MOMENT, image_of
from machine import Machine
from scenario_cables import BothTables
from scenario_power import DiskProcess
from scenario_service import goes_on, version
from usb_reports import WATCH

VERSIONS = "/opt/okanjo/versions"
READY = "/opt/okanjo/current/.was-ready"
UNPACKED = "/root/new/okanjo"
INSTALL, BACK = f"{UNPACKED}/install.sh", "okanjo rollback"
# as a page lays it down
BY_PAGE = f"sh -c 'cp /root/{NEWER}.tar.gz {STATE}/update && echo update >/run/okanjo/request'"
# what is begun, and what there is to see of it; the globs pass over what begins with a dot
MOMENTS = {
    "half laid down": (INSTALL, f"[ -d {VERSIONS}/.new-*/system ]"),
    "laid down": (INSTALL, f"set -- {VERSIONS}/*; [ $# = 2 ]"),
    "unpacked for the page": (BY_PAGE, "[ -e /var/lib/okanjo-update/okanjo/SHA256SUMS ]"),
    "changed over for the page": (BY_PAGE, f"! [ /opt/okanjo/current -ef {VERSIONS}/{{first}} ]"),
    "rolled back": (BACK, f"[ /opt/okanjo/current -ef {VERSIONS}/{{first}} ]"),
}
WATCHING = """
exec 7<> <(:)
until {seen}; do read -t 0.01 -u 7; done
echo mine >/var/tmp/of-somebody && sync /var/tmp/of-somebody
"""
# They differ in their CHANGELOG alone: so each is whole if it is like the first. What is compiled
# has the version's name in it.
BUT = "-x *.pyc -x CHANGELOG.md -x pyvenv.cfg -x .was-ready -x before"
LIKE_THE_FIRST = f"""
set -f
cd {VERSIONS} && for one in $(ls); do
  [ -e $one/.whole ] || echo "$one is not marked as whole"
  diff -rq --no-dereference {BUT} {{first}} $one
  find $one -name '*.pyc' -empty
  $one/bin/python -I -m firmware codes --json >/dev/null || echo "$one does not run"
done
"""
SEEN_WITHIN_S = 300


class Interrupted:
    """A machine that is updated, and whose power is cut meanwhile; a game goes on over it all."""

    def __init__(self, folder, disk, name):
        self.image, self.machine = image_of(folder, disk, name, MOMENT), Machine(folder, name, "")
        self.machine.serial_plugged = True
        self.first = self.table = self.disk = None

    def boot(self):
        """Whatever was at work before: it comes up, and so does the game."""
        self.disk = DiskProcess(self.image, os.path.join(self.machine.run, "disk"))
        self.machine.disk = self.disk.drive
        okanjo = self.okanjo = Appliance(self.machine.start())
        okanjo.wait_until_ready()
        # an update whose installer is gone is seen through by the unit itself
        until(lambda: okanjo.shell(f"ls {READY} 2>&1; true") == READY, why="it is kept as ready")
        okanjo.shell(WATCH)
        first = self.table is None
        if first:
            self.first, self.table = version(okanjo), BothTables(okanjo)
            okanjo.shell(f"mkdir -p /root/new && tar xzf /root/{NEWER}.tar.gz -C /root/new && sync")
        self.table.okanjo = okanjo
        wrong = okanjo.shell(f"{LIKE_THE_FIRST.format(first=self.first)} true")
        assert not wrong, wrong[:1000]
        if not first:
            goes_on(okanjo, self.table)
        okanjo.ask("/")
        return okanjo

    def cut(self, begun, seen):
        """Off when this is to be seen of it; how many sectors waited for the disk."""
        watching = self.machine.begin(WATCHING.format(seen=seen.format(first=self.first)))
        self.machine.begin(f"{begun} >/var/tmp/said 2>&1")
        status, output = self.machine.end(watching, SEEN_WITHIN_S)
        assert status == 0, output
        waited, _ = self.disk.cut(0, 0)
        self.machine.cut()
        return waited

    def close(self):
        self.machine.cut()
        if self.disk:
            self.disk.close()
        if self.table:
            self.table.twin.close()


def interrupted_updates(folder, disk, name, say):
    """After each cut the old version or the new one is at work; then the update is made at last."""
    interrupted = Interrupted(folder, disk, name)
    try:
        okanjo = interrupted.boot()
        for moment, (begun, seen) in MOMENTS.items():
            waited = interrupted.cut(begun, seen)
            okanjo = interrupted.boot()
            now = "the old version" if version(okanjo) == interrupted.first else "the new one"
            say(f"cut when it was {moment}, {waited} sectors waiting: {now} is at work, whole")
        okanjo.shell(f"{INSTALL} 2>&1", 1500)
        assert version(okanjo) != interrupted.first
        goes_on(okanjo, interrupted.table)
        say(f"{len(MOMENTS)} of {len(MOMENTS)} cuts; run again, the update came to its end")
    finally:
        interrupted.close()
