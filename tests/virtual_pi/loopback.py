"""A loopback card's other end on a virtual Pi: who plays, and when sound begins and ends there."""

from typing import NamedTuple

from appliance import until
from usb_reports import LATEST, latest_code

HEARD = "/run/virtual-pi/heard"
LISTENER = "/usr/local/lib/virtual-pi/listener.py"
LISTEN = f"python3 {LISTENER} hw:Loopback,1 /proc/asound/Loopback/pcm0p/sub0/status {HEARD}"
RUNNING = (
    "pgrep -l 'espeak-ng|aplay'; pgrep -f '[s]peak.sh'; systemctl list-units -q 'okanjo-voice@*'"
)
RUN = "systemd-run --quiet --collect"
WRAPS_S = 4096  # at which the time of a USB report begins anew


class SinkEvent(NamedTuple):
    """What the listener has written down: when, in seconds since its start, and what."""

    time_s: float
    kind: str
    player: int = 0


class LoopbackEnd:
    """The loopback's other end."""

    def __init__(self, okanjo):
        self.okanjo = okanjo
        okanjo.bring("listener.py", LISTENER)
        self.begin()

    def begin(self, folder=""):
        """Listen; in that folder, also keep all that is heard."""
        listen = f"{LISTEN} {folder}"
        self.okanjo.shell(f"rm -f {HEARD}; {RUN} -p Nice=10 --unit=listener {listen}")
        until(lambda: self.okanjo.shell(f"ls {HEARD} 2>&1; true") == HEARD, why="it listens")

    def end(self):
        self.okanjo.shell("systemctl stop listener; true")

    @property
    def so_far(self):
        """All that it has heard."""
        lines = map(str.split, self.okanjo.shell(f"cat {HEARD}").splitlines())
        return [SinkEvent(float(when), kind, *map(int, player)) for when, kind, *player in lines]

    def await_one(self, kind, since, why=""):
        """The first of that kind after those `since`."""

        def come():
            return [heard for heard in self.so_far[since:] if heard.kind == kind]

        return until(come, within_s=60, every_s=0.1, why=why or f"{kind} is heard")[0]

    def await_end_of(self, player):
        """When that one plays no longer."""
        begun = [heard.player for heard in self.so_far].index(player)
        return self.await_one("player", begun + 1)

    def await_rest(self):
        """Nobody plays, and nobody is about to."""
        until(lambda: not self.okanjo.shell(f"{RUNNING}; true"), every_s=0.5, why="all is at rest")
        return len(self.so_far)


def after_its_scan(okanjo, heard):
    """How long after the scanner's Enter, in seconds."""
    _, moment_us = latest_code(okanjo.shell(LATEST))
    return (heard.time_s - moment_us / 1e6) % WRAPS_S
