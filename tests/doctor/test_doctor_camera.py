"""`okanjo doctor` and the camera over the table, on made photos: what it says is what is wrong."""

import pytest
from support import photo_scenes
from support.flat_photos import flat
from support.photo_scenes import Level, scene
from support.table_app import code

from firmware.doctor.camera import camera
from firmware.doctor.machine import MISSING, OK, WRONG, Case, Machine
from firmware.settings.schema import CameraSection, Settings

pytest.importorskip("zxingcpp", reason="zxing-cpp has no wheel for this machine (armv7)")
CARDS = [f"card sushi-go-party/tempura/{number}" for number in (1, 2, 3, 4)]
GOOD = Level(tilt=8, blur=1.5, motion=2, noise=6, quality=90, shade=0.2)


def told(folder, *photos):
    for at, photo in enumerate(photos):
        (folder / f"{at}.jpg").write_bytes(photo)
    settings = Settings(camera=CameraSection("files", "", str(folder)))
    return list(camera(Case(Machine(), settings)))


def test_without_a_camera_nothing_is_said():
    assert list(camera(Case(Machine(), Settings()))) == []


@pytest.mark.parametrize(
    ("trouble", "wide", "wrong"),
    [
        ({}, 300, []),
        ({}, 700, ["nearer"]),
        ({"blur": 5.0}, 300, ["focus"]),
        ({"shade": 1.0}, 300, ["a lamp above", "the middle"]),
    ],
)
def test_each_trouble_has_its_own_advice(tmp_path, monkeypatch, trouble, wide, wrong):
    monkeypatch.setitem(photo_scenes.LEVELS, "this", GOOD._replace(**trouble))
    field, size = (wide, wide * 3 // 4), (2016, 1512)
    photo = scene([code(one) for one in CARDS], "this", 2, field=field, size=size).jpeg
    first, *lines = told(tmp_path, photo)
    assert first.state == OK
    assert first.found.startswith("test photo of 2016 × 1512 pixels in ")
    assert first.found.endswith("labels read")
    assert [line.state for line in lines if line.do] == [WRONG] * len(wrong)
    for line, words in zip([line for line in lines if line.do], wrong, strict=True):
        assert words in line.do
    assert len(lines) == 4


def test_no_label_in_sight_and_no_picture_at_all(tmp_path):
    [line] = told(tmp_path, flat())
    assert (line.state, "lay labelled cards" in line.do) == (MISSING, True)
    (tmp_path / "0.jpg").unlink()
    [line] = told(tmp_path)
    assert (line.state, line.found) == (MISSING, "No .jpg in the folder of [camera].")
