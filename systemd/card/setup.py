#!/usr/bin/python3
"""Install Okanjo at a Pi's first starts, from a release on the card's first partition.

`vendor-data` lays this program down with its unit; the unit starts it with the machine until it has
finished. Each attempt goes from the card to a table that scores: find the release, check who signed
it, wait for network and clock, run its install.sh. What fails is said, and tried again. At the end
the Pi restarts if it has to, and nothing of this program stays.

Where all of it is told: a page on port 80, the display, the screen at the HDMI socket, and
okanjo-log.txt on that partition, so that a card put back into a computer tells why it went wrong.
Nothing but Python is needed, as nothing else is there yet.
"""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from socket import AF_INET6, IPPROTO_IPV6, IPV6_V6ONLY
from typing import IO, Any

ROOT = Path(os.environ.get("OKANJO_ROOT", "/"))  # for trying it out
PORT = int(os.environ.get("OKANJO_PORT", "80"))
AGAIN_S = float(os.environ.get("OKANJO_AGAIN_S", "30"))
CLOCK_WITHIN_S = 120.0  # without a time server in reach, apt says later what is wrong
PROGRAM = ROOT / "usr/local/lib/okanjo-setup"
UNIT = ROOT / "etc/systemd/system/okanjo-setup.service"
WANTED = UNIT.parent / "multi-user.target.wants" / UNIT.name
WORK = ROOT / "var/lib/okanjo-setup"
RESTART = ROOT / "run/okanjo-restart"  # install.sh: a restart is due
SIGNERS = PROGRAM / "allowed-signers"
LOG = "okanjo-log.txt"
MOST_LOG = 200_000  # bytes

# okanjo-0.1.0.tar.gz as browsers save it: unpacked once (.tar), and with a number: "(1)" or " (1)"
NAMED = re.compile(r"okanjo-(\d+(?:\.\d+)*)\D.*\.(gz|tgz|tar)", re.IGNORECASE)
FOLDER = "okanjo"  # unpacked twice
VERSION = re.compile(r'^version = "(\d+(?:\.\d+)*)', re.MULTILINE)

# What a line of install.sh begins with, and what is going on from then on.
STEPS = {
    "packages": "Fetching what the system lacks: a minute or two",
    "version": "Unpacking Okanjo: a minute or two, on a Zero up to five",
    "settings": "Setting up the Pi",
    "service": "Starting Okanjo",
    "voice": "Fetching the voice: a minute or two",
}
AGAIN = "wait: it tries again by itself"  # what install.sh advises, in place of a command
WHY = ROOT / "run/okanjo-setup-why"  # a word of install.sh's for what is wrong
PAGE_IS_NEXT = "units"  # after this line of install.sh, port 80 is Okanjo's


class Trouble(Exception):
    """What is wrong, and what to do."""


FULL = "The card is full. Use a larger one: 8 GB or more."
NO_NETWORK = (
    "There is no network. Is the router on? If the Wi-Fi's name or password was mistyped in "
    "Imager, write the card again. It goes on as soon as there is one."
)
ROOM = 1 << 20  # bytes on the first partition: for the log, and config.txt once more


# --- telling ------------------------------------------------------------------------------------


class Progress:
    """What is going on, since when, and what is wrong.

    A step or a trouble goes to all `displays`, and it and any other line to all `logs`.
    """

    def __init__(self) -> None:
        self.step, self.trouble, self._began = "Starting", "", time.monotonic()
        self.lines: deque[str] = deque(maxlen=200)
        self.displays: list[Callable[[str], object]] = []
        self.logs: list[Callable[[str], object]] = []

    def begin(self, step: str) -> None:
        if step != self.step or self.trouble:
            self.step, self.trouble, self._began = step, "", time.monotonic()
            self._show(step)

    def fail(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._show(trouble)

    def _show(self, sentence: str) -> None:
        _tell(self.displays, sentence)
        self.note(sentence)

    def note(self, line: str) -> None:
        """A line for the logs alone."""
        line = f"{time.strftime('%F %H:%M:%S')}  {line}"
        self.lines.append(line)
        _tell(self.logs, line)

    def content(self) -> dict[str, object]:
        seconds = int(time.monotonic() - self._began)
        lines = [*self.lines]
        return {"step": self.step, "seconds": seconds, "trouble": self.trouble, "lines": lines}


def _tell(places: Sequence[Callable[[str], object]], line: str) -> None:
    for tell in places:
        with suppress(OSError):  # a card that is full or read-only, a screen that is not there
            tell(line)


def on_screen(sentence: str) -> None:
    """At the HDMI socket."""
    with (ROOT / "dev/tty1").open("w") as screen:
        screen.write(f"\r\n{sentence}\r\n")


class CardLog:
    """The log on the card. What finds no room is written with the first line that does."""

    def __init__(self) -> None:
        self._unwritten: deque[str] = deque(maxlen=200)

    def write(self, line: str) -> None:
        """On the disk there and then: the plug may be pulled."""
        self._unwritten.append(f"{line}\n")
        log = boot() / LOG
        too_long = log.exists() and log.stat().st_size > MOST_LOG
        with log.open("w" if too_long else "a", newline="\r\n") as file:
            file.writelines(self._unwritten)
            file.flush()
            os.fsync(file.fileno())
        self._unwritten.clear()


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Okanjo is being installed</title>
<style>
:root { color-scheme: light dark }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: auto; padding: 1rem }
#trouble:not(:empty) { border-left: .3rem solid #c33; padding-left: .8rem }
pre { font-size: .8rem; white-space: pre-wrap }
</style>
<h1>Okanjo is being installed</h1>
<p role="status"><strong id="step">STEP</strong> <span id="since"></span></p>
<p id="trouble" role="alert">TROUBLE</p>
<p>This takes about ten minutes. Leave the power on; if it fails, it goes on by itself.</p>
<details><summary>Log</summary><pre id="lines">LINES</pre></details>
<script>
const show = (id, text) => {
  const element = document.getElementById(id)
  if (element.textContent !== text) element.textContent = text
}
async function look() {
  try {
    const reply = await fetch('/progress', { cache: 'no-store' })
    if (!reply.ok) return location.reload()
    const now = await reply.json()
    show('step', now.step)
    show('since', now.seconds < 60 ? '' : `(for ${Math.floor(now.seconds / 60)} min)`)
    show('trouble', now.trouble)
    show('lines', now.lines.join('\\n'))
  } catch {
    show('step', 'One moment')
    show('since', '')
  }
  setTimeout(look, 2000)
}
look()
</script>
"""


class Page:
    """The page on port 80, as long as Okanjo's own does not stand there."""

    def __init__(self, progress: Progress, port: int = PORT) -> None:
        self._progress, self._port = progress, port
        self._server: ThreadingHTTPServer | None = None

    def open(self) -> None:
        """Serve it, unless somebody else does already."""
        if self._server:
            return
        with suppress(OSError):
            self._server = _Server(self._progress, self._port)
            threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
        self._server = None


class _Server(ThreadingHTTPServer):
    address_family = AF_INET6
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, progress: Progress, port: int) -> None:
        self.progress = progress
        super().__init__(("::", port), _Visitor)

    def server_bind(self) -> None:
        self.socket.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 0)
        super().server_bind()


class _Visitor(BaseHTTPRequestHandler):
    server: _Server
    timeout = 10

    def do_GET(self) -> None:
        content = self.server.progress.content()
        if self.path == "/progress":
            kind, text = "application/json", json.dumps(content)
        else:  # whatever was typed or scanned: this is all there is
            kind, text = "text/html; charset=utf-8", PAGE
            for name in ("step", "trouble"):
                text = text.replace(name.upper(), escape(str(content[name])), 1)
            text = text.replace("LINES", escape("\n".join(self.server.progress.lines)), 1)
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Who looks is nobody's business."""


class Display:
    """A program of the release that draws on the display what it reads; a line a picture.

    It needs Pillow: it begins once the system has that.
    """

    def __init__(self) -> None:
        self._program: subprocess.Popen[str] | None = None
        self._release: Path | None = None  # one that was checked

    def open(self, release: Path) -> None:
        """Switch I2C on for now, as install.sh does for good."""
        self._release = release
        for words in (["dtparam", "i2c_arm=on"], ["modprobe", "i2c-dev"]):
            run(words)

    def stay(self) -> None:
        """Go on if it runs, but start nothing: another release comes in the place of that one."""
        self._release = None

    def show(self, sentence: str) -> None:
        if self._program is None or self._program.poll() is not None:
            if not self._release or not find_spec("PIL"):
                return
            self._program = subprocess.Popen(
                [sys.executable, "-I", self._release / "systemd/card/show.py"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        if self._program.stdin:
            self._program.stdin.write(f"{sentence}\n")
            self._program.stdin.flush()

    def close(self) -> None:
        """Leave it to Okanjo."""
        self._release = None
        if self._program:
            with suppress(OSError, subprocess.TimeoutExpired):
                self._program.communicate(timeout=5)
            self._program.kill()
        self._program = None


def run(words: Sequence[str | Path], **more: Any) -> subprocess.CompletedProcess[str]:
    """A program, and what it said, in English; one that is not there has failed."""
    english = {**os.environ, "LC_ALL": "C"}
    try:
        return subprocess.run(
            words, check=False, capture_output=True, text=True, env=english, **more
        )
    except FileNotFoundError:
        return subprocess.CompletedProcess(words, 127, "", f"{words[0]} is not installed")


# --- the release on the card --------------------------------------------------------------------


def boot() -> Path:
    """The card's first partition, which computers call bootfs."""
    folder = ROOT / "boot/firmware"
    return folder if folder.is_dir() else ROOT / "boot"


def number(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def check_room(bootfs: os.statvfs_result) -> None:
    """What is still to be written there: config.txt, without which the display stays dark."""
    if bootfs.f_flag & os.ST_RDONLY:
        raise Trouble(
            "bootfs cannot be written, as after a fault of the card. Switch the Pi off and on "
            "again. If it still cannot, use another card."
        )
    if bootfs.f_bavail * bootfs.f_frsize < ROOM:
        raise Trouble(
            "bootfs is full. Switch the Pi off, delete from bootfs what you have copied there "
            "beside the two files, and switch it on again."
        )


def releases() -> list[Path]:
    """What lies on the card, the newest first."""
    versions: dict[Path, tuple[int, ...]] = {}
    for path in sorted(boot().iterdir()):
        if path.is_file() and (name := NAMED.fullmatch(path.name)):
            versions[path] = number(name[1])
        elif path.name == FOLDER and path.is_dir():
            with suppress(OSError):
                version = VERSION.search((path / "pyproject.toml").read_text())
                versions[path] = number(version[1]) if version else ()
    if not versions:
        raise Trouble(
            "There is no Okanjo on the card. Switch the Pi off, copy okanjo-….tar.gz to bootfs, "
            "and switch it on again."
        )
    return sorted(versions, key=versions.__getitem__, reverse=True)


ANEW = "Switch the Pi off, copy a new one to bootfs, and switch it on again."


def unpacked(release: Path) -> Path:
    """The release in a folder of our own: nothing of it is run before `check`."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True, mode=0o700)
    if release.is_dir():
        done = run(["cp", "-r", release, WORK])
    else:
        done = run(["tar", "-xf", release, "-C", WORK, "--no-same-owner", FOLDER])
    if "No space" in done.stderr:
        raise Trouble(FULL)
    if done.returncode:
        raise Trouble(f"{release.name} is damaged, or no release. {ANEW}")
    return WORK / FOLDER


def check(folder: Path, name: str) -> None:
    """It is whole, and signed by a key that came with this program."""
    sums, signature = folder / "SHA256SUMS", folder / "SHA256SUMS.sig"
    if not (sums.exists() and signature.exists()):
        raise Trouble(f"{name} is not signed, so it is no release. {ANEW}")
    words: list[str | Path] = ["ssh-keygen", "-Y", "verify", "-f", SIGNERS, "-I", "okanjo"]
    with sums.open() as file:
        done = run([*words, "-n", "okanjo", "-s", signature], stdin=file)
    if done.returncode == 127:
        raise Trouble("This system has no ssh-keygen. Write the card with Raspberry Pi OS Lite.")
    if done.returncode:
        raise Trouble(
            f"{name} and vendor-data are not of the same maker. Write the card again, and copy "
            "both from one release."
        )
    if run(["sha256sum", "--check", "--quiet", "--strict", sums.name], cwd=folder).returncode:
        raise Trouble(f"{name} is damaged. {ANEW}")


# --- installing ---------------------------------------------------------------------------------


def has_network() -> bool:
    """Whether a route leads out of this machine."""
    with suppress(OSError):
        routes = (ROOT / "proc/net/route").read_text().splitlines()
        if any(route.split()[1] == "00000000" for route in routes):
            return True
    with suppress(OSError):
        routes = (ROOT / "proc/net/ipv6_route").read_text().splitlines()
        return any(r.startswith(f"{'0' * 32} 00 ") and not r.endswith(" lo") for r in routes)
    return False


def clock_is_right() -> bool:
    return (ROOT / "run/systemd/timesync/synchronized").exists()


def wait_for_network(progress: Progress) -> None:
    began = time.monotonic()
    progress.begin("Waiting for the network")
    while not has_network():
        if time.monotonic() - began > 60:
            progress.fail(NO_NETWORK)
        time.sleep(1)
    if not clock_is_right():
        progress.begin("Waiting for the time from the network")
        until = time.monotonic() + CLOCK_WITHIN_S
        while not clock_is_right() and time.monotonic() < until:
            time.sleep(1)


def run_installer(folder: Path, progress: Progress, close: Callable[[], object]) -> None:
    """install.sh, line by line; a line is the name of its step and what is said of it."""
    environment = {**os.environ, "OKANJO_AGAIN": AGAIN, "OKANJO_WHY": str(WHY)}
    WHY.unlink(missing_ok=True)
    with subprocess.Popen(
        ["sh", folder / "install.sh"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
    ) as installer:
        said = lines_of(installer.stdout, progress, close)
    if installer.returncode:
        full = WHY.exists() and WHY.read_text().strip() == "full"
        silent = "The installation ended without a word. It is tried again."
        raise Trouble(FULL if full else said or silent)


def lines_of(lines: IO[str] | None, progress: Progress, close: Callable[[], object]) -> str:
    """Tell them; return the last one as a sentence."""
    said = name = ""
    for line in lines or ():
        progress.note(line.rstrip())
        if line.startswith("  |"):  # what another program said
            continue
        name, said = line[:12].strip(), line[12:].strip()
        if name in STEPS:
            progress.begin(STEPS[name])
        if name == PAGE_IS_NEXT:
            close()
    return f"{name[:1].upper()}{name[1:]}: {said}." if said else ""


def attempt(progress: Progress, page: Page, display: Display) -> None:
    """All of it. Raises Trouble."""
    progress.begin("Looking for Okanjo on the card")
    check_room(os.statvfs(boot()))
    release, *others = releases()
    for other in others:
        progress.note(f"{other.name} is left alone: {release.name} is taken")
    progress.begin(f"Checking {release.name}")
    display.stay()
    folder = unpacked(release)
    check(folder, release.name)
    display.open(folder)
    wait_for_network(progress)

    def hand_over() -> None:
        page.close()
        display.close()

    run_installer(folder, progress, hand_over)


def finish(progress: Progress) -> None:
    """Nothing of this stays; a restart, where display and lights need one."""
    restart = RESTART.exists()
    last = "Okanjo is installed. " + ("The Pi restarts once." if restart else "Have fun!")
    progress.begin(last)
    for path in (WANTED, UNIT):
        path.unlink(missing_ok=True)
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(PROGRAM, ignore_errors=True)
    os.sync()
    run(["systemctl", "reboot" if restart else "daemon-reload"])


def main() -> None:
    progress = Progress()
    page, display = Page(progress), Display()
    progress.displays += [on_screen, display.show]
    progress.logs += [CardLog().write, lambda line: print(line[21:], flush=True)]
    page.open()
    while True:
        try:
            attempt(progress, page, display)
            break
        except Trouble as trouble:
            progress.fail(str(trouble))
        except OSError as error:
            progress.fail(
                FULL
                if error.errno == errno.ENOSPC
                else f"The card cannot be read or written ({error.strerror}). Use another one."
            )
        page.open()
        time.sleep(AGAIN_S)
    page.close()
    finish(progress)


if __name__ == "__main__":
    main()
