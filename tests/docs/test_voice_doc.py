"""docs/voice.md: what is said of the scans in its table, short and in full."""

import re
from pathlib import Path

from support.table_app import AppTable

from firmware.core.view.utterance import utterance
from firmware.words.voice import said

TEXT = (Path(__file__).parents[2] / "docs/voice.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `[\w-]+` \| .*", TEXT[: TEXT.index("## The cards for it")], re.M)


def test_each_scan_is_told_as_the_table_says(tmp_path: Path) -> None:
    table = AppTable(tmp_path, names={"red": "Ann", "blue": "Bob"}, has_voice=True)
    table.scan("preset sushi-go-classic", "red blue")
    assert len(ROWS) > 8
    for row in ROWS:
        word = row.split("`")[1]
        table.refusal(word)
        heard = utterance(table.shown)
        assert row == f"| `{word}` | {said(heard, 'short')} | {said(heard, 'full')} |"
