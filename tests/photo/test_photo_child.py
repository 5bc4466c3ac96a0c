"""The process that reads photos: its limits, its queue, and what becomes of it."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from support.photo_scenes import scene
from support.photo_site import photo as flat_photo
from support.playing import code
from support.processes import status
from support.waiting import until

from firmware.core.photo import client
from firmware.core.photo.client import Read, Reader
from firmware.core.photo.errors import PhotoRefused
from firmware.core.photo.picture import open_photo
from firmware.words.language import say

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CODES = ["062010", "061299", "062250", "062658"]
SMALL: Any = {"field": (160, 210), "size": (1512, 1984)}  # as large as four cards need


@pytest.fixture(scope="module")
def tray() -> bytes:
    return scene(CODES, "medium", 2, **SMALL).jpeg


@pytest.fixture
def reader() -> Iterator[Reader]:
    reader = Reader()
    yield reader
    reader.close()


def last(reader: Reader, photo: bytes, expected: int | None = None) -> Read:
    *_, read = reader.read(photo, expected)
    return read


def pid_of(reader: Reader) -> int:
    assert reader._child
    return reader._child.pid


def saved(picture: Image.Image, form: str, **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **how)
    return file.getvalue()


def test_an_answer_comes_after_each_try_and_the_child_stays(reader: Reader, tray: bytes) -> None:
    answers = list(reader.read(tray))
    child = pid_of(reader)
    assert [answer.tries for answer in answers] == list(range(1, len(answers) + 1))
    assert sorted(answers[-1].codes) == sorted(CODES)
    assert last(reader, tray, expected=len(CODES)).tries < answers[-1].tries
    assert pid_of(reader) == child


def test_a_child_that_is_killed_in_mid_photo_costs_that_photo_alone(
    reader: Reader, tray: bytes
) -> None:
    answers = reader.read(tray)
    next(answers)
    killed = pid_of(reader)
    os.kill(killed, signal.SIGKILL)
    with pytest.raises(PhotoRefused, match="stopped halfway"):
        list(answers)
    assert sorted(last(reader, tray).codes) == sorted(CODES)
    assert pid_of(reader) != killed


def test_a_caller_that_leaves_takes_the_child_along(reader: Reader, tray: bytes) -> None:
    answers = reader.read(tray)
    next(answers)
    left = pid_of(reader)
    answers.close()
    assert not os.path.exists(f"/proc/{left}")
    assert sorted(last(reader, tray).codes) == sorted(CODES)


def test_a_photo_that_takes_too_much_memory_is_refused(reader: Reader, tray: bytes) -> None:
    """Progressive and in full colour: it has to be unpacked whole, in six bytes a pixel."""
    bomb = saved(
        Image.new("RGB", (3000, 3000), "red"), "JPEG", progressive=True, subsampling=0, quality=20
    )
    with pytest.raises(PhotoRefused, match="smaller one"):
        last(reader, bomb)
    assert sorted(last(reader, tray).codes) == sorted(CODES)


@pytest.mark.parametrize(
    ("form", "size", "how"),
    [
        ("JPEG", (6120, 8160), {}),
        ("JPEG", (3024, 4032), {"progressive": True}),
        ("PNG", (3000, 4000), {"compress_level": 1}),
        ("WEBP", (3000, 4000), {"method": 0}),
    ],
    ids=["jpeg", "progressive", "png", "webp"],
)
def test_the_largest_photos_fit(
    reader: Reader, form: str, size: tuple[int, int], how: dict[str, int]
) -> None:
    sheet, times = Image.new("RGB", size, "grey"), size[0] // 3000
    small = Image.open(io.BytesIO(scene(CODES, "easy", 4, **SMALL).jpeg))
    sheet.paste(small.resize((small.width * times, small.height * times)))
    photo = saved(sheet, form, quality=80, **how)
    assert sorted(last(reader, photo).codes) == sorted(CODES)
    assert status(pid_of(reader))["VmHWM"] < 90 * 1024


def test_five_photos_at_once_and_a_sixth_is_sent_away(reader: Reader, tray: bytes) -> None:
    read: list[Read] = []
    last(reader, tray)
    os.kill(pid_of(reader), signal.SIGSTOP)
    five = [threading.Thread(target=lambda: read.append(last(reader, tray))) for _ in range(5)]
    for thread in five:
        thread.start()
    until(lambda: not reader._room._value)
    with pytest.raises(PhotoRefused, match="4 photos are waiting"):
        last(reader, tray)
    os.kill(pid_of(reader), signal.SIGCONT)
    for thread in five:
        thread.join()
    assert [sorted(answer.codes) for answer in read] == [sorted(CODES)] * 5


def child(limits: str) -> "subprocess.Popen[bytes]":
    program = f"import firmware.core.photo.reader as reader; {limits}; reader.main()"
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@pytest.mark.parametrize(
    ("limits", "sent"),
    [
        ("reader.IDLE_S = 1", b""),
        # The rest of the photo never comes.
        ("reader.MOST_S = 1", b'{"bytes": 1000, "expected": null}\n\xff\xd8\xff'),
    ],
)
def test_the_alarm_ends_a_child_that_is_idle_or_takes_too_long(limits: str, sent: bytes) -> None:
    with child(limits) as process:
        assert process.stdin
        process.stdin.write(sent)
        process.stdin.flush()
        assert process.wait(60) == -signal.SIGALRM


def test_a_child_ends_with_its_caller(tray: bytes) -> None:
    request = json.dumps({"bytes": len(tray), "expected": None}).encode() + b"\n" + tray
    with child("pass") as process:
        out, _ = process.communicate(request)
    assert json.loads(out.splitlines()[-1])["done"]
    assert process.returncode == 0


def test_the_child_can_write_no_file(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with child(f"reader.serve = lambda *_: open({str(file)!r}, 'wb', 0).write(b'x')") as process:
        assert process.wait(60) != 0
    assert file.stat().st_size == 0


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        (32, "Photos need zxing-cpp, which 32-bit systems do not have: use a 64-bit one"),
        (64, "Photos need zxing-cpp, which is not installed: pip install 'okanjo[photo]'"),
    ],
)
def test_what_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, bits: int, sentence: str
) -> None:
    monkeypatch.setattr(client, "sys", SimpleNamespace(maxsize=(1 << (bits - 1)) - 1))
    assert (why := client.missing(lambda module: module != "zxingcpp"))
    assert say(why) == sentence


@pytest.mark.parametrize(
    ("sees", "expected"),
    [("red tempura/1", 2), ("red orange tempura/1 tempura/2", 2), ("tempura/1 tempura/2", 1)],
    ids=["a badge is no card", "two trays", "more cards than one tray has"],
)
def test_a_label_that_the_first_try_missed_is_looked_for(
    sees: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware.core.photo import eye

    picture, _ = open_photo(flat_photo(f"{sees} tempura/3"))
    missed = code("card sushi-go-party/tempura/3")
    at_once = eye._look_at_all(picture)
    codes = {
        label_code: corners for label_code, corners in at_once[0].items() if label_code != missed
    }
    assert len(codes) == len(at_once[0]) - 1 == len(sees.split())
    monkeypatch.setattr(eye, "_look_at_all", lambda picture: (codes, []))
    *_, last = eye.look(picture, expected)
    assert missed in last.codes
