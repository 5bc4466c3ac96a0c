"""Each place that gives a badge a shade, a rhythm or a line of its own has all badges.

What a new badge needs is what fails here.
"""

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from drivers.lights.colours import COLOURS, RHYTHMS
from engine.cards import BADGES
from firmware.interfaces.desk.layout import BADGES as TERMINAL
from firmware.paper.recap import colours as recap
from firmware.paper.table_sheet.colours import BADGES as PAPER
from firmware.words.labels import BADGES as NAMES

ROOT = Path(__file__).parents[2]
STYLE = "firmware/common/http/assets/okanjo.css"


def written(path: str, line: str, without: str = "") -> list[str]:
    """The badges in a file, in their order; in `line`, BADGE stands for each of them."""
    text = (ROOT / path).read_text(encoding="utf-8")
    lines = {badge: line.replace("BADGE", badge) for badge in BADGES}
    return [badge for badge, line in lines.items() if badge == without or re.search(line, text)]


@pytest.mark.parametrize(
    ("place", "badges"),
    [
        ("drivers/lights/colours.py, COLOURS", COLOURS),
        ("drivers/lights/colours.py, RHYTHMS", RHYTHMS),
        ("firmware/words/labels.py", NAMES),
        ("firmware/paper/table_sheet/colours.py", PAPER),
        ("firmware/paper/recap/colours.py, light", recap.BADGES["light"]),
        ("firmware/paper/recap/colours.py, dark", recap.BADGES["dark"]),
        ("firmware/paper/recap/colours.py, RIMS", recap.RIMS),
        ("firmware/interfaces/desk/layout.py", TERMINAL),
        (STYLE, written(STYLE, r"\n\.BADGE \{ --c: .*--on: .*--rim: ")),
        (f"{STYLE}, dark", written(STYLE, r"\n  .*\.BADGE \{ --c: ", without="white")),
        *(
            (path, written(path, rf"{before}BADGE\b"))
            for path, before in (
                ("firmware/interfaces/web/pages/scores/board.js", 'PLATES = .*"'),
                ("firmware/common/broker/schema.json", '"enum": .*"'),
                ("config/okanjo.toml", "\n# "),
                ("docs/protocol.md", r"\n\| `badge` .*[ ,]"),
                ("docs/mqtt.md", r"\n +\[.*'"),
                ("tests/golden/codes.txt", "badge "),
            )
        ),
    ],
)  # fmt: skip
def test_every_badge_is_there(place: str, badges: Collection[str]) -> None:
    assert [*badges] == [*BADGES], f"{place} lacks {sorted({*BADGES} - {*badges})}"
