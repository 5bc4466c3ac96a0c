"""Take a picture of the table from above: by a Pi camera, a webcam, or, to try it out, from files.

Law: a camera that hangs is given up, and whatever goes wrong is a sentence for its owner.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Sequence
from itertools import count

JPEG = b"\xff\xd8\xff"
MOST_BYTES = 12_000_000
WITHIN_S = 15.0
SETTLE_MS = 2500  # for exposure and, where the module has it, autofocus, which go on all the time
SIZE = 2304, 1728  # the reader looks at 2016; a larger picture only costs memory
SOCKET = "/run/okanjo/camera"  # as in okanjo-camera.socket
BY_ID = "/dev/v4l/by-id/*-video-index0"  # webcams alone: a Pi has dozens of other video nodes

HANGS = "The camera does not answer. Unplug it, plug it in."
NO_PICTURE = "The camera gave no picture. Try again."
NO_FILES = "No .jpg in the folder of [camera]."
MISSING = {
    "rpicam-still": "rpicam-still is missing: sudo apt install rpicam-apps-lite",
    "ffmpeg": "ffmpeg is missing: sudo apt install ffmpeg",
}
# What the programs write, and what that means.
SAYS = {
    "no cameras available": "No camera found. Check both ends of its cable.",
    "selected camera is not": "No such camera: see device in [camera].",
    "failed to acquire": "Another program uses the camera. Stop it.",
    "in use by another": "Another program uses the camera. Stop it.",
    "Device or resource busy": "Another program uses the camera. Stop it.",
    "Permission denied": "No permission for the camera: join the group video.",
    "No such file or directory": "No webcam found. Plug it in.",
    "No such device": "No webcam found. Plug it in.",
    "ot a video capture device": "Not a webcam: see device in [camera].",
    "Inappropriate ioctl": "Not a webcam: see device in [camera].",
    "No space left on device": "Too much on one USB port: move the webcam.",
}


SENTENCES = frozenset((HANGS, NO_PICTURE, NO_FILES, *MISSING.values(), *SAYS.values()))


class CameraFault(Exception):
    """There is no picture; the text, of SENTENCES, says why in at most three lines of a display."""


# Each takes some seconds to return a JPEG; CameraFault where there is none.
Camera = Callable[[], bytes]


def rpicam_still(number: str = "") -> bytes:
    """By a camera on the Pi's own connector; `number` tells two apart."""
    width, height = map(str, SIZE)
    which = ("--camera", number) if number else ()
    command = ["rpicam-still", "-o", "-", "-n", "-t", str(SETTLE_MS), *which]
    command += ["--width", width, "--height", height, "-q", "92"]
    return _picture(command)


def webcam(node: str = "") -> bytes:
    """By a USB camera at its best resolution: asked for more than there is, V4L2 gives the most."""
    node = node or next(iter(sorted(glob.glob(BY_ID))), "/dev/video0")
    take = ["ffmpeg", "-v", "error", "-nostdin", "-f", "v4l2", "-video_size", "10000x10000"]
    settled = ["-ss", f"{SETTLE_MS}ms", "-frames:v", "1", "-f", "mjpeg"]
    try:  # as the camera itself compresses it, which is all that some give at their best
        mjpeg = [*take, "-input_format", "mjpeg", "-i", node, *settled, "-c:v", "copy", "-"]
        return _picture(mjpeg)
    except CameraFault as why:
        if str(why) != NO_PICTURE:
            raise
    return _picture([*take, "-i", node, *settled, "-q:v", "2", "-"])


def from_unit(path: str = SOCKET) -> bytes:
    """By a unit that may use the camera: each connection is sent a picture."""
    import socket  # late, as all that is needed for a photo only

    got = bytearray()
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(2 * WITHIN_S)
            line.connect(path)
            while len(got) <= MOST_BYTES and (more := line.recv(1 << 16)):
                got += more
    except OSError:
        raise CameraFault(HANGS) from None
    if not got.startswith(JPEG):
        raise CameraFault(got[:200].decode(errors="replace").strip() or NO_PICTURE)
    return bytes(got)


def from_folder(folder: str) -> Camera:
    """No camera: the pictures of a folder, one after the other, and again from the first."""
    taken = count()

    def take() -> bytes:
        names = sorted(glob.glob(os.path.join(glob.escape(folder), "*.[jJ][pP]*[gG]")))
        if not names:
            raise CameraFault(NO_FILES)
        try:
            with open(names[next(taken) % len(names)], "rb") as file:
                return file.read(MOST_BYTES)
        except OSError:
            raise CameraFault(NO_PICTURE) from None

    return take


def _picture(command: Sequence[str]) -> bytes:
    """What a program writes, if it is a JPEG."""
    import subprocess

    try:
        done = subprocess.run(  # noqa: S603 - the words are ours, and device is checked
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=WITHIN_S,
            check=False,
        )
    except FileNotFoundError:
        raise CameraFault(MISSING[command[0]]) from None
    except (OSError, subprocess.TimeoutExpired):
        raise CameraFault(HANGS) from None
    if done.returncode == 0 and done.stdout.startswith(JPEG):
        return done.stdout
    message = done.stderr.decode(errors="replace")
    raise CameraFault(next((why for mark, why in SAYS.items() if mark in message), NO_PICTURE))
