"""Files in, what the parts are told of them out."""

from pathlib import Path

from firmware.parts import once_there


def test_a_clock_that_was_right_stays_so(tmp_path: Path) -> None:
    """The file is timesyncd's, which takes its folder along when it is started anew."""
    folder = tmp_path / "timesync"
    right = once_there(str(folder / "synchronized"))
    assert not right()
    folder.mkdir()
    assert not right()
    (folder / "synchronized").touch()
    assert right()
    (folder / "synchronized").unlink()
    folder.rmdir()
    assert right()


def test_one_that_was_never_right_is_not(tmp_path: Path) -> None:
    right = once_there(str(tmp_path / "synchronized"))
    assert [right(), right()] == [False, False]
