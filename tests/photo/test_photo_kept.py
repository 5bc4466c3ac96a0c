"""Photos that are kept because the owner asks for it: `keep` in [photo]."""

import logging
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.photo_site import photo
from support.playing import code

from firmware.common.settings.schema import PhotoSection, Settings
from firmware.core.photo.client import Reader
from firmware.core.photo.errors import PhotoRefused
from firmware.core.photo.keep import folder_of, keep


def test_photos_are_kept_only_where_the_owner_asks_for_it(tmp_path: Path) -> None:
    settings = Settings(state_folder=str(tmp_path))
    assert folder_of(settings) == ""
    assert folder_of(settings._replace(photo=PhotoSection(keep=True))) == f"{tmp_path}/photos"


def test_a_photo_is_kept_with_what_was_read_or_why_it_was_not(tmp_path: Path) -> None:
    pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
    tray = photo("tempura/1 tofu/1")
    codes = [code("card sushi-go-party/tempura/1"), code("card sushi-go-party/tofu/1")]
    reader = Reader(keep_in=str(tmp_path / "photos"))
    assert list(reader.read(tray, len(codes)))
    with pytest.raises(PhotoRefused):
        list(reader.read(b"a text"))
    reader.close()
    kept_photo, read, text, why = sorted((tmp_path / "photos").iterdir())
    assert [path.name for path in (kept_photo, read, text)] == [
        "000001.jpg",
        "000001.txt",
        "000002.bin",
    ]
    assert kept_photo.read_bytes() == tray
    assert sorted(read.read_text().splitlines()) == sorted(codes)
    assert why.read_text() == "# 'This is not a photo. Send a JPEG, PNG or WebP.'\n"


def test_only_the_newest_50_stay_and_no_other_file_is_touched(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    for number in range(52):
        keep(str(tmp_path), b"\x89PNG", [f"{number:06d}"], [])
    numbers = {name[:6] for name in os.listdir(tmp_path)} - {"mine.t"}
    assert numbers == {f"{number:06d}" for number in range(3, 53)}
    assert (tmp_path / "000052.txt").read_text() == "000051\n"
    assert (tmp_path / "mine.txt").exists()


def test_what_cannot_be_kept_is_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    with caplog.at_level(logging.WARNING):
        keep(str(tmp_path / "file"), b"", [], [])
        monkeypatch.setattr(
            os, "statvfs", lambda _: SimpleNamespace(f_bavail=49_000, f_frsize=4096)
        )
        keep(str(tmp_path / "photos"), b"", [], [])
    message, other = caplog.messages
    assert "could not be kept" in message
    assert "less than 200 MB are free" in other
    assert not list((tmp_path / "photos").iterdir())
