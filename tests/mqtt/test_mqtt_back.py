"""A network, a broker or a clock that fails while a table is played at, and is well again."""

import os
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest
from support.mqtt_broker import Listener, at_broker, needs_mosquitto
from support.mqtt_told import GAME, WHOLE_GAME, all_is_told, results
from support.soak import SOAK
from support.waiting import until

pytestmark = needs_mosquitto
AGAIN = ("new-game", "new-game", *WHOLE_GAME)


class NetworkCable:
    """A network that joins the table, in one of its own, to this machine: `under` makes it."""

    def __init__(self) -> None:
        net = f"198.18.{os.getpid() % 250}"
        self.here, self.host = f"ok{os.urandom(4).hex()}", f"{net}.1"
        steps = (
            f"ip link add table type veth peer name {self.here} netns $PPID",
            f"ip address add {net}.2/24 dev table",
            "ip link set lo up && ip link set table up",
            'exec "$@"',
        )
        self.under = "unshare", "--net", "sh", "-c", " && ".join(steps), "sh"
        tried = ["unshare", "--net", "ip", "link", "add", "type", "veth"]
        if subprocess.run(tried, check=False).returncode:
            pytest.skip("no network of its own can be made here")

    def plug(self, *, in_: bool) -> None:
        self._ip("link", "set", self.here, "up" if in_ else "down")

    def lay(self) -> None:
        until(lambda: os.path.exists(f"/sys/class/net/{self.here}"))
        self._ip("address", "add", f"{self.host}/24", "dev", self.here)
        self.plug(in_=True)

    def _ip(self, *words: str) -> None:
        subprocess.run(["ip", *words], check=True)


@pytest.mark.parametrize("gone_s", [1, 2, 4, 7, 12, 20, 50, 90] if SOAK else [2])
def test_a_cable_that_was_out_costs_nothing(tmp_path: Path, gone_s: float) -> None:
    cable = NetworkCable()
    with at_broker(tmp_path, address="", host=cable.host, under=cable.under) as (table, _, heard):
        cable.lay()
        heard.state(phase="lobby")
        table.scan(*GAME)
        heard.state(phase="playing")
        cable.plug(in_=False)
        table.scan(*WHOLE_GAME[4:], *AGAIN)
        time.sleep(gone_s)
        assert heard.newest["state"]["phase"] == "playing"
        cable.plug(in_=True)
        all_is_told(heard, 2, since=time.monotonic())


@pytest.mark.parametrize("still_s", [1, 5, 15, 45, 90] if SOAK else [1])
def test_a_broker_that_stood_still_is_told_everything(tmp_path: Path, still_s: float) -> None:
    """A client gives up after one to two keep-alives, and what it sent meanwhile waits, too."""
    with at_broker(tmp_path) as (table, broker, heard):
        heard.state(phase="lobby")
        assert broker.child
        broker.child.send_signal(signal.SIGSTOP)
        table.scan(*WHOLE_GAME, *AGAIN)
        time.sleep(still_s)
        broker.child.send_signal(signal.SIGCONT)
        all_is_told(heard, 2, since=time.monotonic())


def test_a_queue_that_is_full_costs_no_result_of_who_hears_only_these(tmp_path: Path) -> None:
    """As docs/mqtt.md says: the broker keeps so many messages for a session, states among them."""
    hears = {"counts": "okanjo/+/result", "listener": "okanjo/#"}
    config = "allow_anonymous true\nmax_queued_messages 5"
    with at_broker(tmp_path, config=config) as (table, broker, first):
        first.state(phase="lobby")
        for name, topic in hears.items():
            away = Listener(broker, name=name, topic=topic)
            assert away.subscribed.wait(30)
            away.close()
        table.scan(*WHOLE_GAME, *AGAIN, *AGAIN)
        log = broker.folder / "log"
        until(lambda: "dropped for client listener" in log.read_text())
        assert "dropped for client counts" not in log.read_text()
        counts, board = (Listener(broker, name=name, topic=topic) for name, topic in hears.items())
        until(lambda: len(results(counts)) == 3)
        board.state(phase="finished", game_id=counts.of("result")[-1]["id"])
        counts.close()
        board.close()


CLOCK = """
struct time { long s, ns; };
extern void *dlsym(void *, const char *), *mmap(void *, long, int, int, int, long);
extern char *getenv(const char *);
extern int open(const char *, int, ...);

int clock_gettime(int id, struct time *now) {
  static int (*real)(int, struct time *);
  static volatile long *jump;
  if (!real) {
    jump = mmap(0, 8, 1, 1, open(getenv("JUMP"), 0), 0);
    real = dlsym((void *)-1, "clock_gettime");
  }
  int failed = real(id, now);
  if (id == 0) now->s += *jump;
  return failed;
}
"""
YEAR_S = 31_556_952


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_a_clock_that_jumps_by_years_is_not_noticed(tmp_path: Path) -> None:
    """The wall clock of all that the table starts is moved while it runs; the monotonic one never
    is, in Linux neither. A wait that went by the wall clock would last for years now, or never.
    """
    source, library, jump = (tmp_path / name for name in ("clock.c", "clock.so", "jump"))
    source.write_text(CLOCK)
    jump.write_bytes(bytes(8))
    words = "gcc", "-shared", "-fPIC", "-O", "-nostdlib", "-o", library, source
    subprocess.run(words, check=True)
    under = "env", f"LD_PRELOAD={library}", f"JUMP={jump}"
    with at_broker(tmp_path, under=under) as (table, broker, heard), jump.open("r+b") as clock:
        for games, years in enumerate((0, 30, -20), 1):
            heard.state(phase="finished" if games > 1 else "lobby")
            clock.seek(0)
            clock.write(struct.pack("l", years * YEAR_S))
            clock.flush()
            broker.stop(kill=True)
            table.scan(*(AGAIN if games > 1 else WHOLE_GAME))
            broker.start()
            all_is_told(heard, games, since=time.monotonic())
        ended = [result["ended"] / YEAR_S for result in results(heard).values()]
        assert [round(moment - ended[0]) for moment in ended] == [0, 30, -20]


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_result_is_told_after_a_disk_that_is_slow_has_it(tmp_path: Path) -> None:
    """While the end is being saved, the client is told late of the scan before it."""
    slow = "inject=fdatasync:delay_enter=200000", "inject=?poll,ppoll:delay_exit=12000"
    under = "strace", "-f", "-qq", "-o", "/dev/null", "-e", slow[0], "-e", slow[1]
    with at_broker(tmp_path, under=under) as (table, _, heard):
        heard.state(phase="lobby")
        lines = "\n".join((*WHOLE_GAME, ""))
        table.keyboard.write(lines.encode())  # at once: each scan begins as one ends
        table.keyboard.flush()
        until(lambda: len(results(heard)) == 1, within_s=30)
