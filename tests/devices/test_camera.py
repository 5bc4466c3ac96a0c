"""Cameras, worked by the programs that own them: ffmpeg as it is, others played by scripts."""

import os
import shutil
import socket
import subprocess
import threading
import time
from functools import partial

import pytest

from drivers import camera
from drivers.camera import CameraFault, from_folder, from_unit, rpicam_still, webcam

JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"


@pytest.fixture
def plays(tmp_path, monkeypatch):
    """What a program of that name does, as lines of a shell; None: it is not installed."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}")
    (tmp_path / "bin").mkdir()
    (tmp_path / "picture").write_bytes(JPEG)

    def play(name, lines):
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\ncd {tmp_path}\n{lines}\n")
        program.chmod(0o755)

    return play


def why(take):
    with pytest.raises(CameraFault) as fault:
        take()
    says = str(fault.value)
    assert len(says) <= 63, "it has to fit on the smallest display"
    return says


def test_a_pi_camera_is_asked_for_a_picture_large_enough(plays, tmp_path):
    plays("rpicam-still", 'echo "$@" >words; echo "Mode selection" >&2; cat picture')
    assert rpicam_still() == rpicam_still("1") == JPEG
    words = (tmp_path / "words").read_text()
    for option in ("-o -", "-n ", "-t 2500", "--camera 1", "--width 2304 --height 1728"):
        assert option in words


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("echo 'ERROR: *** no cameras available ***' >&2; exit 255", "both ends of its cable"),
        ("echo 'ERROR: *** failed to acquire camera /base/soc ***' >&2; exit 255", "Another"),
        ("echo 'Pipeline handler in use by another process' >&2; exit 1", "Another program"),
        ("exit 1", "gave no picture"),
        ("exit 0", "gave no picture"),
        ("head -c 3000000 /dev/urandom", "gave no picture"),
        ("cat picture; exit 1", "gave no picture"),
        ("kill -9 $$", "gave no picture"),
    ],
)
def test_what_a_pi_camera_may_say(plays, lines, says):
    plays("rpicam-still", lines)
    assert says in why(rpicam_still)


@pytest.mark.parametrize("take", [rpicam_still, webcam])
def test_a_program_that_is_not_there(plays, take):
    assert "sudo apt install" in why(take)


@pytest.mark.parametrize("name", ["rpicam-still", "ffmpeg"])
def test_a_camera_that_hangs_is_given_up_and_its_program_ended(plays, name, monkeypatch, tmp_path):
    plays(name, "echo $$ >pid; exec sleep 600")
    monkeypatch.setattr(camera, "WITHIN_S", 0.3)
    began = time.monotonic()
    assert "does not answer" in why(rpicam_still if name == "rpicam-still" else webcam)
    assert time.monotonic() - began < 10
    assert not os.path.exists(f"/proc/{(tmp_path / 'pid').read_text().strip()}")


FFMPEG = shutil.which("ffmpeg") or ""
needs_ffmpeg = pytest.mark.skipif(not FFMPEG, reason="needs ffmpeg (apt install ffmpeg)")


@needs_ffmpeg
@pytest.mark.parametrize("compresses", [True, False])
def test_a_webcam_that_compresses_by_itself_and_one_that_does_not(plays, tmp_path, compresses):
    """ffmpeg itself, with a picture of its own in the place of the driver that is not here."""
    driver = "testsrc=size=320x240:rate=20:duration=4"
    made = f"{FFMPEG} -v error -nostdin -f lavfi -i {driver} -c:v mjpeg -f avi camera.avi"
    words = """
case "$*" in *mjpeg*-i*) compressed=yes ;; esac
while [ "$1" != -i ]; do shift; done; echo "$2" >node; shift 2
"""
    plays("made", made)
    subprocess.run([tmp_path / "bin" / "made"], check=True)
    mjpeg = f"exec {FFMPEG} -v error -nostdin -i camera.avi " + '"$@"'
    refused = "echo 'The V4L2 driver changed the pixel format' >&2; exit 1"
    raw = f"exec {FFMPEG} -v error -nostdin -f lavfi -i {driver} " + '"$@"'
    plays(
        "ffmpeg", f'{words}[ -n "$compressed" ] && {{ {mjpeg if compresses else refused}; }}\n{raw}'
    )
    picture = webcam("/dev/video7")
    assert picture.startswith(b"\xff\xd8\xff")
    assert picture.count(b"\xff\xd9") == 1
    assert (tmp_path / "node").read_text() == "/dev/video7\n"


@needs_ffmpeg
@pytest.mark.parametrize(
    ("node", "says"), [("/dev/none", "No webcam found"), ("/dev/null", "Not a webcam")]
)
def test_what_ffmpeg_itself_says_of_a_node(node, says):
    assert says in why(partial(webcam, node))


def served(path, *parts):
    """A unit that answers one caller, and hangs up."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen()

    def answer():
        line, _ = listening.accept()
        with listening, line:
            for part in parts:
                line.sendall(part)

    threading.Thread(target=answer, daemon=True).start()
    return partial(from_unit, str(path))


def test_a_unit_sends_a_picture_or_says_why_not(tmp_path):
    large = JPEG + bytes(300_000)
    assert served(tmp_path / "1", large[:7], large[7:])() == large
    assert why(served(tmp_path / "2", b"No webcam found. Plug it in.\n")) == (
        "No webcam found. Plug it in."
    )
    assert "gave no picture" in why(served(tmp_path / "3"))
    assert "does not answer" in why(partial(from_unit, str(tmp_path / "none")))


def test_files_come_in_order_and_again(tmp_path):
    files = from_folder(str(tmp_path))
    assert "No .jpg" in why(files)
    for name in ("b.JPG", "a.jpeg", "c.txt"):
        (tmp_path / name).write_bytes(JPEG + name.encode())
    assert [files()[-6:] for _ in range(3)] == [b"a.jpeg", b"\xd9b.JPG", b"a.jpeg"]
    (tmp_path / "a.jpeg").unlink()
    (tmp_path / "a.jpeg").mkdir()
    (tmp_path / "b.JPG").unlink()
    assert "gave no picture" in why(files)
