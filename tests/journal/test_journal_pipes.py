"""What is no file lies where the journal's files belong: it is set aside, nothing waits for it."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from support.journal_tools import codes, in_order, scan

from firmware.app.known_scanners import MOST_BYTES, remember, remembered
from firmware.journal.journal import Journal


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def a_loose_link(path: Path) -> None:
    path.symlink_to("nowhere")


THINGS = [os.mkfifo, os.mkdir, a_socket]


@pytest.mark.parametrize("make", THINGS)
@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "journal.db.new"])
def test_what_is_no_file_is_set_aside_or_run_without(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    journal = Journal(str(tmp_path))
    if not journal.saved:  # a folder is deleted by nobody
        assert (name, make) == ("journal.db.new", os.mkdir)
        assert journal.trouble == "is a directory"
        return
    assert [name in notice.log for notice in journal.notices] == [True] * ("new" not in name)
    scan(journal, 3)
    journal.close()
    journal = Journal(str(tmp_path))
    assert (codes(journal), journal.notices) == (in_order(3), [])
    journal.close()


@pytest.mark.parametrize("make", [os.mkfifo, a_socket, a_loose_link])
def test_the_mark_is_made_anew_where_it_is_no_file(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "journal.mark")
    journal = Journal(str(tmp_path))
    scan(journal, 3)
    journal.close()
    assert (tmp_path / "journal.mark").read_bytes() == b"%020d\n" % 3
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("make", [*THINGS, a_loose_link])
@pytest.mark.parametrize("name", ["scanners", "scanners.new"])
def test_remembered_scanners_wait_for_nothing(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    remember(str(tmp_path), "usb one")
    assert remembered(str(tmp_path)) == ([] if make is os.mkdir else ["usb one"])
    assert not (tmp_path / "nowhere").exists()


def test_a_file_of_scanners_that_cannot_be_ours_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "scanners").write_bytes(b"x" * (MOST_BYTES + 1))
    assert remembered(str(tmp_path)) == []
    remember(str(tmp_path), "usb one")
    assert remembered(str(tmp_path)) == ["usb one"]
