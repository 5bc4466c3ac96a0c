"""The README's pictures show the program as it is; the pages' letters are each machine's own."""

from PIL import Image, ImageChops, ImageStat
from support import readme_pictures as made
from support.pictures import image_of

CHANGED = "what it shows has changed: make pictures"


def test_the_moving_picture_shows_what_the_display_shows() -> None:
    with made.table() as site:
        wanted = [image_of(display, 3) for _, display in made.moments(site)]
    lasts, box = 0, made.around(made.DISPLAY, wanted[0], 0)
    with Image.open(made.FOLDER / "round.gif") as film:
        for number in range(2 * made.SHOWN):
            film.seek(number)
            lasts += film.info["duration"]
            crop = film.convert("L").crop((*box[:2], box[2] + 1, box[3] + 1))
            lit = crop.point(lambda light: 255 * (light > 128), "1")
            assert lit.tobytes() == wanted[(number + 1) // 2].tobytes(), (
                CHANGED
            )  # before a scan, and after
        assert getattr(film, "n_frames", 1) == 2 * made.SHOWN
    assert lasts == 8000


def test_the_sheet_is_the_one_that_is_printed() -> None:
    with Image.open(made.FOLDER / "sheet.png") as kept:
        apart = ImageChops.difference(kept.convert("RGB"), made.sheet()[made.SHEET_PAGE])
    inside = apart.crop((9, 9, apart.width - 9, apart.height - 9))  # without its edge
    assert max(ImageStat.Stat(inside).mean) < 0.5, CHANGED  # of 255: it is kept in fewer colours
    with Image.open(made.SMALL) as kept:
        apart = ImageChops.difference(kept.convert("RGB"), made.small())
    assert max(ImageStat.Stat(apart).mean) < 2, CHANGED


def test_each_picture_is_small() -> None:
    assert (made.FOLDER / "round.gif").stat().st_size <= 1_000_000
    assert all(file.stat().st_size < 150_000 for file in made.FOLDER.glob("*.png"))
    assert made.SMALL.stat().st_size < 30_000
