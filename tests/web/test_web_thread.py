"""The page's thread: sockets, nothing imported before the first visit, an end."""

import fcntl
import io
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.page_program import PageProgram, running
from support.processes import open_files
from support.waiting import until
from support.web_site import Site, all_of, answer, caller, raw_answer, request, served, small

from firmware.common.http.limits import Limits
from firmware.common.http.sockets import own
from firmware.interfaces.web.feed import Builders
from firmware.interfaces.web.page import Page
from firmware.interfaces.web.thread import WebThread


def test_a_start_imports_neither_asyncio_nor_starlette() -> None:
    """20 MB and 200 ms of CPU that only the first visitor costs."""
    late = "asyncio", "starlette", "uvicorn", "http", "ssl", "secrets"
    code = (
        "import sys, firmware.main, firmware.interfaces.web.part\n"
        f"print([one for one in {late} if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_port_that_is_taken_is_left_for_the_next_and_that_is_told(tmp_path: Path) -> None:
    taken = own(0)
    port = taken[0].getsockname()[1]
    taken += own(port)
    second = taken[1].getsockname()[1]
    site = Site(tmp_path)
    thread = WebThread(site.page, port, (), {})
    thread.start()
    until(lambda: thread.port)
    assert port < second < thread.port <= port + 9
    first, *_ = addresses = thread.addresses()
    assert all(address.endswith(f":{thread.port}") for address in addresses)
    assert first.startswith("http://")
    assert first.endswith(f".local:{thread.port}")
    assert site.log == [f"the page is at port {thread.port}"]
    thread.stop()
    assert thread.addresses() == []
    site.table.unplugged()
    for sock in taken:
        sock.close()


def last_port() -> list[socket.socket]:
    """The last one there is. Another test like this one may have it for a moment; nothing, if
    somebody keeps it.
    """
    end = time.monotonic() + 20
    while not (sockets := own(65_535)) and time.monotonic() < end:
        time.sleep(0.01)
    return sockets


def test_what_is_missing_is_told_as_it_is(tmp_path: Path) -> None:
    site, taken = Site(tmp_path), last_port()
    for environment, missing, sentence in (
        ({}, "port", "no page: port 65535 and the next ten are taken, or not allowed"),
        ({"NOTIFY_SOCKET": "@it"}, "socket", "no page: the service was given no port"),
    ):
        thread = WebThread(site.page, 65_535, (), environment)
        thread.start()
        until(lambda: thread.missing)  # noqa: B023
        assert (thread.addresses(), thread.missing) == ([], missing)
        thread.stop()
        assert site.log[-1] == f"{sentence}; run okanjo doctor"
    site.table.unplugged()
    for sock in taken:
        sock.close()


def test_it_ends_at_once_whoever_listens(tmp_path: Path) -> None:
    with served(tmp_path, Limits(1000.0, 1000.0, 1000.0)) as site:
        pages = [site.listener() for _ in range(64)]
        half = [caller(site.port, b"GET /") for _ in range(40)]
        for page in pages:
            page.event()
        serving = site.thread._thread
        site.thread.stop()  # of a patience that outlasts the test
        assert serving is not None
        assert not serving.is_alive()
        for page in pages:
            with pytest.raises((EOFError, ConnectionError)):
                page.comment()
        for line in half:
            line.close()
        site.thread.stop()


def test_it_ends_before_anybody_came_and_begins_again(tmp_path: Path) -> None:
    site = Site(tmp_path)
    for _ in range(3):
        before = open_files()
        site.thread.start()
        site.thread.stop()
        assert open_files() <= before
    site.thread.start()
    assert site.get("/state").status == 200
    site.thread.stop()
    site.table.unplugged()


def test_after_a_mistake_of_ours_the_page_begins_anew_and_tells_it_once(tmp_path: Path) -> None:
    wrong = [True]

    def builders(page: Page) -> Builders:
        if wrong:
            raise KeyError("a mistake")
        return small(page)

    def get_state() -> bytes:
        try:
            return raw_answer(site.port, request("GET", "/state"))
        except ConnectionError:
            return b""

    with served(tmp_path, builders=builders) as site:
        assert get_state() == b""
        assert get_state() == b""
        until(lambda: site.log == ["page: a bug in Okanjo: KeyError('a mistake')"])
        wrong.clear()
        until(lambda: get_state().startswith(b"HTTP/1.1 200"))


# --- inherited ---------------------------------------------------------------

HAND_OVER = """
import os, sys
for number, one in enumerate(map(int, sys.argv[2].split(",")), 3):
    os.dup2(one, number)  # and so without close-on-exec, as systemd has it
os.environ |= {"LISTEN_PID": str(os.getpid() + int(sys.argv[1])),
               "LISTEN_FDS": str(len(sys.argv[2].split(",")))}
os.execv(sys.argv[3], sys.argv[3:])
"""


def handed(sockets: list[socket.socket], wrong_by: int = 0) -> dict[str, Any]:
    # copies out of the way of 3, 4, 5
    numbers = [fcntl.fcntl(sock.fileno(), fcntl.F_DUPFD, 50) for sock in sockets]
    words = [sys.executable, "-c", HAND_OVER, str(wrong_by), ",".join(map(str, numbers))]
    return {"under": words, "pass_fds": numbers}


@pytest.mark.parametrize("wrong_by", [0, 1])
def test_sockets_that_are_held_for_us_are_taken_and_no_others(
    tmp_path: Path, wrong_by: int
) -> None:
    """A variable that a parent left behind names the parent's process."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [sock.getsockname()[1] for sock in held]
    early = caller(ports[1], request("GET", "/state"))  # before the program began
    options = handed(held, wrong_by)
    program = PageProgram(tmp_path, 0 if wrong_by else ports[0], **options)
    with running(program), early:  # at a port of its own, if it may not take ours
        if not wrong_by:
            assert answer(all_of(early)).status == 200
            assert answer(raw_answer(ports[1], request("GET", "/state"))).status == 200
    for sock in held:
        sock.close()
    for number in options["pass_fds"]:
        os.close(number)


def test_out_of_descriptors_the_page_waits_and_goes_on(tmp_path: Path) -> None:
    """And says so in the log."""
    import resource

    with running(PageProgram(tmp_path)) as program:
        limits = resource.prlimit(program.pid, resource.RLIMIT_NOFILE)
        used = open_files(program.pid)
        resource.prlimit(program.pid, resource.RLIMIT_NOFILE, (used + 3, limits[1]))
        crowd = [caller(program.port, b"GET /") for _ in range(8)]
        stderr = program.child.stderr
        assert isinstance(stderr, io.BufferedReader)
        until(lambda: b"system resource" in stderr.read1())
        for sock in crowd:
            sock.close()
        until(program.run)
