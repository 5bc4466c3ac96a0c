"""What languages cost: the device's switch, and a phone that has another one."""

import os
from statistics import median
from time import sleep, thread_time

from bench.bench_figures import Figure, WentWrong, figure, p99
from bench.bench_process import disk_folder
from bench.bench_web import opened, service, tables
from support.dealt_evening import evening, label
from support.page_program import PageProgram
from support.processes import rss_kb
from support.web_site import caller, raw_answer, request

from drivers.events import Reading
from engine.catalogue import games_of
from engine.games.omakase import CARD_TABLE
from firmware.common.facts.shown import Shown
from firmware.common.http.assets import assets
from firmware.core.app.loop import App
from firmware.core.journal.journal import Journal
from firmware.core.screen.render import picture
from firmware.interfaces.web.server import FOLDER
from firmware.words import language
from firmware.words.sheets import display

ROUNDS = 10
SECOND = "ja"  # the one with the most bytes
GOAL_MS, MOST_MB = 50.0, 1.5
APART_S = 0.04  # from a scan to the next: the pages have it by then


def switch() -> Figure:
    """LANGUAGE, from its scan until the display is drawn, in CPU; each catalogue is read anew."""
    laps, shown_in = list[float](), set[str]()

    def draw(shown: Shown) -> None:
        code = shown.device.language
        shown_in.add(code)
        picture(display(shown.panel, language.language_of(code)))

    with disk_folder() as folder:
        journal = Journal(os.path.join(folder, "state"))
        app = App(journal, games_of(CARD_TABLE), [draw], double_read_ms=0)
        scan = Reading(label("command language").code, "bench", 0, 0.0, 3.0)
        app.take(scan)
        for _ in range(ROUNDS):
            language._loaded.cache_clear()
            for _ in language.offered():
                begun = thread_time()
                app.take(scan)
                laps.append((thread_time() - begun) * 1000)
        journal.close()
    if shown_in != set(language.offered()):
        raise WentWrong(f"only {', '.join(sorted(shown_in))} were shown: make .venv/.words first")
    measured = figure("ms", laps, GOAL_MS)
    return measured._replace(tail_within=max(laps) <= GOAL_MS)


def second() -> Figure:
    """What a second language on a phone adds to the service: every page, the newest state and
    what follows; the first phone has had all of them in English.
    """
    with disk_folder() as folder:
        program = service(folder)
        _visit(program, "en")
        _visit(program, "en")  # what a first visit leaves behind, is there
        before = rss_kb(program.pid)
        _visit(program, SECOND)
        after = rss_kb(program.pid)
        program.child.terminate()
        program.leave()
    note = f"from {before / 1024:.1f}"
    return Figure("MB", (after - before) / 1024, None, MOST_MB, note, baseline=before / 1024)


def _visit(program: PageProgram, code: str) -> None:
    wants = {"Accept-Language": code}
    for path, file in assets(FOLDER).items():
        if file.is_page:
            raw_answer(program.port, request("GET", path, wants))
    with caller(program.port, request("GET", "/events", wants)) as line:
        line.recv(1 << 16)


def acknowledge_extra() -> Figure:
    """Scans with two phones that have two languages, beside two that have one, in turns."""
    two, single = list[float](), list[float]()
    with tables(2) as (mixed, alike):
        crowds = [opened(mixed, 2, ("en", SECOND)), opened(alike, 2)]
        for number, line in enumerate(evening(0)):
            order = [(mixed, two), (alike, single)]
            for table, laps in order if number % 2 else reversed(order):
                laps.append(table.scan_ms(line))
                sleep(APART_S)
        for crowd in crowds:
            crowd.close()
    note = f"{len(two)} scans each: {p99(two):.2f} beside {p99(single):.2f} ms;"
    note += f" medians {median(two):.2f} and {median(single):.2f}"
    return Figure("ms", p99(two) - p99(single), None, 2, note, baseline=p99(single))
