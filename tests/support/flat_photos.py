"""Quick photos, as a good camera takes them from straight above: labels on a grey table."""

import io

from PIL import Image
from support.photo_scenes import label
from support.playing import code

PX_MM = 6


def flat(*lines: str, places: dict[str, tuple[int, int]] | None = None) -> bytes:
    """Cards side by side in two rows, those of `at` where it says (mm), as a JPEG."""
    picture = Image.new("L", (380 * PX_MM, 280 * PX_MM), 120)
    for number, line in enumerate(lines):
        place = (20 + number // 2 * 62, 20 + number % 2 * 130)
        x, y = (places or {}).get(line, place)
        side = 10 * PX_MM
        picture.paste(label(code(line), 10).resize((side, side)), (x * PX_MM, y * PX_MM))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=85)
    return file.getvalue()
