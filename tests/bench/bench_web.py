"""The page beside the table: how soon it shows, what it costs a scan, memory, and its size."""

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from bench.bench_figures import Figure, WentWrong, figure, p99
from bench.bench_process import disk_folder
from bench.bench_scan import Acknowledged
from support.dealt_evening import evening, label
from support.page_program import PageProgram
from support.processes import rss_kb, wake_ups
from support.web_fuzz import malformed, sent
from support.web_site import Played, caller, raw_answer, request

from drivers.events import Reading
from firmware.common.http.assets import Asset, asset, assets
from firmware.interfaces.web.html import in_language
from firmware.interfaces.web.server import FOLDER
from firmware.words.language import ENGLISH

TESTS = Path(__file__).parents[1]
PUSHED_TO, PUSH_GOAL_MS = 20, 5.0
CROWD, EVENINGS = 64, 2
IDLE_S = 40
HOME_SCREEN = ("-192.png", "-512.png", ".webmanifest")
BEFORE_A_GAME = ("/welcome", "/assets/welcome.css", "/assets/welcome.js", "/assets/sheet.png")
WITH_A_PHOTO = (
    *(f"/assets/{name}.js" for name in ("marks", "photo", "shot")),
    "/assets/photo.css",
    "/assets/photo.svg",
    "/photo-words",
    "/pin-dialog",
)
WHAT_IS_ASKED = ("/assets/what.js",)
AFTER_A_ROUND = ("/assets/story.js",)
TO_CHECK_A_DECK = ("/photo", "/assets/check.js")
THE_MENU = ("/menu", "/assets/menu.css", "/assets/menu.js")
A_YEAR = ("/year", "/assets/year.css", "/assets/year.js")
A_RECAP = ("/recap", "/assets/recap.css", "/assets/recap.js")
AN_OWNERS = (
    *("/setup", "/assets/setup.css", "/assets/setup.js", "/assets/device.js", "/assets/stick.js"),
    *("/wifi", "/assets/wifi.js"),
)
WITH_A_CAMERA = ("/assets/camera.css", "/assets/camera.js")
P50_EXTRA_MS, P99_EXTRA_MS = 1.0, 10.0


class TimedSite(Played):
    """A page whose table tells `seen` last of all; its scans come straight into the inbox."""

    def __init__(self, folder: str) -> None:
        self.seen = Acknowledged()
        super().__init__(Path(folder), outputs=[self.seen.show], double_read_ms=0)

    def scan_ms(self, line: str) -> float:
        """From the code to everybody having been told."""
        self.seen.came.clear()
        begun = perf_counter()
        self.table.app.inbox.put(Reading(label(line).code, "bench", 0, begun, 3.0))
        if not self.seen.came.wait(10):
            raise WentWrong(f"{line} was not acknowledged: {self.log}")
        return (self.seen.at - begun) * 1000


class Crowd:
    """So many pages, in another process: they read with its processor, not with ours."""

    def __init__(self, port: int, count: int, languages: Sequence[str] = ("en",)) -> None:
        """The languages take turns."""
        chosen = itertools.islice(itertools.cycle(languages), count)
        words = [sys.executable, str(TESTS / "bench/bench_crowd.py"), str(port), *chosen]
        self._child = subprocess.Popen(words, stdout=subprocess.PIPE)
        self.arrived()

    def arrived(self) -> list[float]:
        """When the next state had come to each."""
        assert self._child.stdout
        line = self._child.stdout.readline()
        if not line:
            raise WentWrong("the pages were cut off")
        return json.loads(line)["at"]

    def close(self) -> None:
        self._child.kill()
        self._child.communicate()


@contextmanager
def tables(count: int) -> Iterator[list[TimedSite]]:
    with disk_folder() as folder:
        sites = [TimedSite(f"{folder}/{number}") for number in range(count)]
        try:
            yield sites
        finally:
            for site in sites:
                site.close()


def opened(table: TimedSite, count: int, languages: Sequence[str] = ("en",)) -> Crowd:
    table.thread.start()
    return Crowd(table.port, count, languages)


def push() -> Figure:
    """From `show` to the state's arrival, at each of 20 pages; scans are 40 ms apart."""
    laps: list[float] = []
    with tables(1) as (table,):
        crowd = opened(table, PUSHED_TO)
        for line in evening(0):
            table.scan_ms(line)
            laps += [(moment - table.seen.at) * 1000 for moment in crowd.arrived()]
            sleep(0.04)
        crowd.close()
    within = p99(laps) <= PUSH_GOAL_MS
    return figure("ms", laps, PUSH_GOAL_MS)._replace(tail_within=within)


def scan_with_listeners() -> Figure:
    """How much longer a scan takes when 64 pages look at it than when none does, at the median;
    the 99th percentiles may be 10 ms apart. In turns, at two tables.
    """
    with_them: list[float] = []
    without: list[float] = []
    dice = random.Random(1)
    for seed in range(EVENINGS):
        with tables(2) as (watched, alone):
            crowd = opened(watched, CROWD)
            for number, line in enumerate(evening(seed)):
                order = [(watched, with_them), (alone, without)]
                for table, laps in order if number % 2 else reversed(order):
                    laps.append(table.scan_ms(line))
                    sleep(dice.uniform(0.02, 0.06))
            crowd.close()
    over = median(listened - other for listened, other in zip(with_them, without, strict=True))
    tail = p99(with_them) - p99(without)
    note = (
        f"{len(without)} pairs: {median(with_them):.2f} ms, 99 % in {p99(with_them):.2f};"
        f" alone {median(without):.2f}, 99 % in {p99(without):.2f}"
    )
    return Figure("ms", over, tail, P50_EXTRA_MS, note, tail_within=tail <= P99_EXTRA_MS)


def page_size() -> Figure:
    """All files of all pages, as they go over the air; but for an owner's, those that a home screen
    asks for, those of a device that never played, those after a round, with a photo, for WHAT, the
    menu, a recap, a year.
    """
    with_photo = (*WITH_A_PHOTO, *TO_CHECK_A_DECK, *WITH_A_CAMERA)
    at_its_time = (
        *BEFORE_A_GAME,
        *WHAT_IS_ASKED,
        *AFTER_A_ROUND,
        *THE_MENU,
        *A_RECAP,
        *A_YEAR,
        *with_photo,
    )
    apart = (*HOME_SCREEN, *AN_OWNERS, *at_its_time)
    files = {path: file for path, file in _sent().items() if not path.endswith(apart)}
    sizes = {path: len(file.packed) for path, file in files.items()}
    plain = sum(len(file.content) for file in files.values()) / 1000
    each = ", ".join(f"{path} {size / 1000:.1f}" for path, size in sizes.items())
    note = f"{plain:.1f} unpacked; {each}"
    return Figure("kB", sum(sizes.values()) / 1000, None, 58, note)  # nine languages: 1, a voice: 2


def owner_size() -> Figure:
    """What Setup brings along, on a phone that has looked at the scores."""
    return _size(AN_OWNERS, 16)


def story_size() -> Figure:
    """What a first round that is over brings along."""
    return _size(AFTER_A_ROUND, 1)


def photo_size() -> Figure:
    """What a first photo brings along."""
    return _size(WITH_A_PHOTO, 14)


def menu_size() -> Figure:
    """What the menu brings along, on a phone that has looked at the scores."""
    return _size(THE_MENU, 4)


def recap_size() -> Figure:
    """What the recap of an evening brings along, but for its pictures."""
    return _size(A_RECAP, 4)


def year_size() -> Figure:
    """What the page of a year brings along."""
    return _size(A_YEAR, 4)


def _size(paths: Iterable[str], most_kb: float) -> Figure:
    files = _sent()
    return Figure("kB", sum(len(files[path].packed) for path in paths) / 1000, None, most_kb)


def _sent() -> dict[str, Asset]:
    """All files as browsers get them: pages in English."""
    return {
        path: asset(file.kind, in_language(file.content.decode(), ENGLISH).encode())
        if file.is_page
        else file
        for path, file in assets(FOLDER).items()
    }


def rss() -> Figure:
    """What the first visitor costs, and 64 pages: asyncio alone is 10 MB."""
    before, pages, _ = _memory()
    return Figure("MB", (pages - before) / 1024, None, 22, f"from {before / 1024:.1f}")


def storm() -> Figure:
    """What a thousand pages trying at once and 5,000 malformed requests leave behind."""
    _, pages, after = _memory()
    return Figure("MB", (after - pages) / 1024, None, 4, f"from {pages / 1024:.1f}")


def idle_wakeups() -> Figure:
    """After a visit, while nobody is there."""
    with disk_folder() as folder:
        program = service(folder)
        raw_answer(program.port, request("GET", "/"))
        sleep(12)  # what the visit began has its deadlines
        before = wake_ups(pid=program.pid)
        sleep(IDLE_S)
        switches = wake_ups(pid=program.pid) - before
        _log_of(program)
    return Figure("1/s", switches / IDLE_S, None, 0.05, f"{switches} in {IDLE_S} s")


def service(folder: str) -> PageProgram:
    """A service with a page that nobody has visited yet. A desk would already use asyncio."""
    program = PageProgram(Path(folder), under=("sh", "-c", 'exec "$@" </dev/null', "sh"))
    program.pin()
    return program


def _log_of(program: PageProgram) -> str:
    """End it; what it has logged."""
    program.child.terminate()
    return program.leave()[1]


def _memory() -> tuple[int, int, int]:
    """Resident kB of a program: unvisited, with 64 pages, after a storm."""
    with disk_folder() as folder:
        program = service(folder)
        before = rss_kb(program.pid)
        crowd = Crowd(program.port, CROWD)
        pages = rss_kb(program.pid)
        crowd.close()
        lines = [caller(program.port, request("GET", "/events")) for _ in range(1000)]
        for line in lines:
            line.recv(12)
        for line in lines:
            line.close()
        requests = malformed(3)
        for _ in range(200):
            sent(program.port, [next(requests) for _ in range(25)])
        raw_answer(program.port, request("GET", "/state"))
        after = rss_kb(program.pid)
        if "mistake" in _log_of(program):
            raise WentWrong("the page has made a mistake")
    return before, pages, after
