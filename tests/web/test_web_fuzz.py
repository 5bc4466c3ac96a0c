"""Whatever is sent to it, the page answers or hangs up, and nothing else happens."""

import re
import time
from itertools import islice
from pathlib import Path

from support.page_program import PageProgram, running
from support.playing import code
from support.processes import open_files, rss_kb
from support.soak import SOAK
from support.web_fuzz import malformed, sent
from support.web_site import caller, request

from firmware.common.http.limits import MOST_CONNECTIONS

REQUESTS = 100_000 if SOAK else 2000
AT_ONCE = 24
ANSWERS = {b"", b"200", b"304", b"400", b"401", b"403", b"404", b"405", b"408", b"413", b"414"}
ANSWERS |= {b"415", b"421", b"429", b"431", b"501", b"503", b"505"}
MOST_GROWTH_KB = 4096


def clicked(program: PageProgram, token: str, line: str) -> int:
    """The status of a scan on the way of everybody else."""
    return program.post("/scan", {"code": code(line)}, token).status


def threads(program: PageProgram) -> list[str]:
    tasks = Path(f"/proc/{program.pid}/task").iterdir()
    return sorted((task / "comm").read_text().strip() for task in tasks)


def test_malformed_requests_do_no_harm(tmp_path: Path) -> None:
    """No traceback, no thread lost, nothing grows, and scans go on meanwhile."""
    with running(PageProgram(tmp_path)) as program:
        session = program.token(program.pin())
        requests = malformed(7)
        begun = time.monotonic()
        sent(program.port, list(islice(requests, 1000)))  # whatever is allocated once
        before = rss_kb(program.pid), threads(program)
        for number in range(0, REQUESTS, AT_ONCE):
            for heard in sent(program.port, list(islice(requests, AT_ONCE))):
                assert heard[9:12] in ANSWERS, heard[:300]
            if number % (50 * AT_ONCE) == 0:
                assert clicked(program, session, "badge red") == 200
        seconds = time.monotonic() - begun
        growth = rss_kb(program.pid) - before[0]
        assert threads(program) == before[1]
        assert growth <= MOST_GROWTH_KB
        assert program.run()
        print(f"{REQUESTS} requests in {seconds:.1f} s, growth {growth} kB")
    assert "Traceback" not in program.log
    assert len(program.log.splitlines()) <= seconds + 20
    assert re.fullmatch(r"[\x20-\x7e\n…]*", program.log)


def test_a_slow_crowd_and_a_loud_one_keep_no_scan_waiting(tmp_path: Path) -> None:
    """Half-open lines, slow ones, and listeners that read nothing, while somebody plays."""
    with running(PageProgram(tmp_path)) as program:
        session = program.token(program.pin())
        crowd = [caller(program.port, request("GET", "/events?desk")) for _ in range(64)]
        crowd += [caller(program.port, b"GET / HT") for _ in range(300)]
        for number in range(60):
            crowd[64 + number].sendall(b"T")
            assert clicked(program, session, ("badge red", "badge blue")[number % 2]) == 200
        for line in crowd:
            line.close()
        assert open_files(program.pid) < MOST_CONNECTIONS + 30
