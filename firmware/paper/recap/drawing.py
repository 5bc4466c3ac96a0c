"""The process that draws one picture: `python -m firmware.paper.recap.drawing`.

It reads what is on it from standard input, as `content.pack` has written it, and writes the PNG, or
the GIF of a race, to standard output. It makes way for the table in everything.
"""

from __future__ import annotations

import io
import sys

from firmware.common.system import child
from firmware.paper.recap.content import Content, EveningCard, unpack

MOST_MEMORY = 256 << 20  # bytes of address space; a picture takes a quarter of it


def main() -> None:
    child.make_way(MOST_MEMORY)
    from firmware.paper.recap.canvas import is_drawable  # late: first of all it makes way

    sys.stdout.buffer.write(picture(unpack(sys.stdin.buffer.read(), is_drawable)))
    sys.stdout.buffer.flush()


def picture(content: Content) -> bytes:
    """The file."""
    if isinstance(content, EveningCard):
        from firmware.paper.recap import evening

        file = io.BytesIO()
        evening.draw(content).image.save(file, "PNG", compress_level=6)
        return file.getvalue()
    from firmware.paper.recap import race

    return race.animation(content)


if __name__ == "__main__":
    main()
