"""The state folder with things in it that are no files of ours: none holds the start up."""

import os
from pathlib import Path

import pytest

from firmware.system.state_dir import OWNER_FILE, AlreadyRunning, claim, release


def test_who_owns_the_folder_is_written_through_no_link(tmp_path: Path) -> None:
    theirs, state = tmp_path / "theirs", tmp_path / "state"
    theirs.write_text("not ours to touch")
    state.mkdir()
    (state / OWNER_FILE).symlink_to(theirs)
    held = claim(str(state))
    with pytest.raises(AlreadyRunning, match="another process"):
        claim(str(state))
    release(held)
    assert theirs.read_text() == "not ours to touch"


def test_the_owners_number_is_for_its_owner_alone(tmp_path: Path) -> None:
    held = claim(str(tmp_path))
    assert (tmp_path / OWNER_FILE).read_text() == f"{os.getpid()}\n"
    assert (tmp_path / OWNER_FILE).stat().st_mode & 0o777 == 0o600
    release(held)
    (tmp_path / OWNER_FILE).write_text("a longer text from before")
    release(claim(str(tmp_path)))
    assert (tmp_path / OWNER_FILE).read_text() == f"{os.getpid()}\n"


def test_a_pipe_in_the_owners_place_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / OWNER_FILE)
    held = claim(str(tmp_path))
    with pytest.raises(AlreadyRunning, match="another process"):
        claim(str(tmp_path))
    release(held)
