"""The three streams closed, full or gone: what a command does is the same, its status tells."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.control_callers import listening, until
from support.table_program import OKANJO, ROOT, environ, left, settings

COMMANDS = [
    "codes",
    "config",
    "doctor",
    "doctor --json",
    "replay /dev/null",
    "simulate /dev/null",
    "--help",
]


def redirected(
    folder: Path, words: str, where: str, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """One run by a shell that opens or closes streams."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {where}', "sh", *OKANJO, *settings(folder), *words.split()],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environ(folder, **more),
        cwd=folder,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("words", COMMANDS)
def test_closed_streams_stop_no_command(tmp_path: Path, words: str) -> None:
    usual = redirected(tmp_path, words, "")
    for where in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        done = redirected(tmp_path, words, where)
        assert (done.returncode, b"Traceback" in done.stderr) == (usual.returncode, False), where


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", COMMANDS)
def test_what_cannot_be_written_is_told(tmp_path: Path, words: str, unbuffered: str) -> None:
    done = redirected(tmp_path, words, ">/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert done.stderr == b"standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_evening_through_a_pipe_is_saved_though_its_answers_go_nowhere(
    tmp_path: Path, unbuffered: str
) -> None:
    """It is said once, at the end; and a reader who has gone away is no mistake."""
    full, told = os.open("/dev/full", os.O_WRONLY), b"cannot be written: No space left on device\n"
    nobody, gone = os.pipe()
    os.close(nobody)
    for name, out, status, said in (
        ("a", full, 1, b"standard output " + told),
        ("b", gone, 0, b""),
    ):
        folder = tmp_path / name
        folder.mkdir()
        done = subprocess.run(
            [*OKANJO, *settings(folder), "run"],
            input=b"preset sushi-go-classic\nbadge red\nbadge blue\ncommand next\nbadge red\n",
            stdout=out,
            stderr=subprocess.PIPE,
            env=environ(folder, PYTHONUNBUFFERED=unbuffered),
            timeout=120,
            check=False,
        )
        os.close(out)
        assert (done.returncode, done.stderr) == (status, said)
        assert left(folder)["phase"] == "playing"


@pytest.mark.parametrize("words", ["", "sing", "replay none", "--config none config"])
def test_a_full_standard_error_leaves_the_status(tmp_path: Path, words: str) -> None:
    for where in ("2>/dev/full", "2>&-", ">/dev/full 2>/dev/full"):
        assert redirected(tmp_path, words, where).returncode == 2


@pytest.mark.parametrize("where", ["</dev/null", "<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_a_service_may_have_no_streams_at_all(tmp_path: Path, where: str) -> None:
    words = ["/bin/sh", "-c", f'exec "$@" {where}', "sh", *OKANJO, *settings(tmp_path), "run"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, env=environ(tmp_path), cwd=tmp_path
    ) as child:
        until(lambda: listening(tmp_path / "okanjo") or child.poll() is not None)
        assert child.poll() is None
        taken = [os.readlink(f"/proc/{child.pid}/fd/{number}") for number in range(3)]
        assert not any("journal" in one for one in taken)
        child.send_signal(signal.SIGTERM)
        _, errors = child.communicate(timeout=90)
    assert (child.returncode, b"Traceback" in errors) == (0, False)


def test_where_no_file_can_be_written_the_doctor_still_looks(tmp_path: Path) -> None:
    nothing = {"XDG_RUNTIME_DIR": "", "RUNTIME_DIRECTORY": ""}
    shell = f"ulimit -f 0; cd /; {sys.executable} -m firmware"
    state = settings(tmp_path)
    for words, status, told in (
        (("doctor",), 1, b"cannot be written"),
        (("simulate", "/dev/null"), 1, b"every scan is saved"),
    ):
        done = subprocess.run(
            ["/bin/sh", "-c", f'{shell} "$@"', "sh", *state, *words],
            capture_output=True,
            env=environ(tmp_path, **nothing),
            timeout=120,
            check=False,
        )
        assert b"Traceback" not in done.stderr
        assert (done.returncode, told in done.stdout + done.stderr) == (status, True)


def test_an_interrupt_while_it_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("raise KeyboardInterrupt")
    done = redirected(tmp_path, "codes", "", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
