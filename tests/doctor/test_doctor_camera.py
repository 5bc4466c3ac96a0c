"""`okanjo doctor` and the camera over the table, on made photos: what it says is what is wrong.

The limits themselves come of tests/support/photo_scenes.py, with one trouble at a time.
"""

import io

import pytest
from PIL import Image, ImageChops, ImageFilter
from support.flat_photos import flat

from firmware.common.settings.schema import CameraSection, Settings
from firmware.doctor.camera import camera
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Machine
from firmware.doctor.report import worded

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CARDS = [f"card sushi-go-party/tempura/{number}" for number in (1, 2, 3, 4)]


def findings_of(folder, *photos):
    for number, photo in enumerate(photos):
        (folder / f"{number}.jpg").write_bytes(photo)
    settings = Settings(camera=CameraSection("files", "", str(folder)))
    return [worded(finding) for finding in camera(Case(Machine(), settings))]


def test_without_a_camera_nothing_is_said():
    assert list(camera(Case(Machine(), Settings()))) == []


def far(photo):
    away = Image.new("L", photo.size, 120)
    away.paste(photo.reduce(2), (300, 300))
    return away


def blurred(photo):
    return photo.filter(ImageFilter.GaussianBlur(2.4))


def dark(photo):
    return photo.point(lambda grey: grey // 6)


def shaded(photo):
    """The upper row has hardly any light."""
    light = Image.linear_gradient("L").resize(photo.size)
    return ImageChops.multiply(photo, light.point(lambda grey: 28 + min(227, 2 * grey)))


@pytest.mark.parametrize(
    ("trouble", "advice"),
    [
        (lambda photo: photo, ""),
        (far, "hang the camera nearer"),
        (blurred, "set its focus"),
        (dark, "switch on a lamp"),
        (shaded, "move the lamp"),
    ],
)
def test_each_trouble_has_its_own_advice(tmp_path, trouble, advice):
    file = io.BytesIO()
    trouble(Image.open(io.BytesIO(flat(*CARDS)))).save(file, "JPEG", quality=90)
    first, *lines = findings_of(tmp_path, file.getvalue())
    assert first.state == OK
    assert first.found.startswith("test photo of 2280 × 1680 pixels in ")
    assert len(lines) == 4
    wrong = [line for line in lines if line.state != OK]
    assert [line.do for line in lines if line.do] == [line.do for line in wrong]
    assert [line.state for line in wrong] == [WRONG] * bool(advice)
    assert all(line.do.startswith(advice) for line in wrong)


def test_no_label_in_sight_and_no_picture_at_all(tmp_path):
    [line] = findings_of(tmp_path, flat())
    assert (line.state, "lay labelled cards" in line.do) == (MISSING, True)
    (tmp_path / "0.jpg").unlink()
    [line] = findings_of(tmp_path)
    assert (line.state, line.found) == (MISSING, "No .jpg in the folder of [camera].")
