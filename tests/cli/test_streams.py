"""The three streams closed, full or gone: what a command does is the same, its status tells."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.ipc_callers import listening
from support.table_program import OKANJO, ROOT, environ, settings
from support.waiting import until


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


@pytest.mark.parametrize("words", ["codes", "doctor --json", "history --csv"])
def test_closed_streams_stop_no_command(tmp_path: Path, words: str) -> None:
    usual = redirected(tmp_path, words, "")
    for where in ("<&-", ">&-", "<&- >&- 2>&-"):
        done = redirected(tmp_path, words, where)
        assert (done.returncode, b"Traceback" in done.stderr) == (usual.returncode, False), where


@pytest.mark.parametrize("words", ["codes", "config", "doctor", "replay /dev/null"])
def test_what_cannot_be_written_is_told(tmp_path: Path, words: str) -> None:
    done = redirected(tmp_path, words, ">/dev/full")
    assert done.returncode == 1
    assert done.stderr == b"standard output cannot be written: No space left on device\n"


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
    shell = f'ulimit -f 0; cd /; {sys.executable} -m firmware "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, "sh", *settings(tmp_path), "doctor"],
        capture_output=True,
        env=environ(tmp_path, XDG_RUNTIME_DIR="", RUNTIME_DIRECTORY=""),
        timeout=120,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"cannot be written" in done.stdout


def test_an_interrupt_while_it_is_loaded_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("raise KeyboardInterrupt")
    done = redirected(tmp_path, "codes", "", PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
