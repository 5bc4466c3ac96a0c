"""A changelog as a page shows it."""

from __future__ import annotations

import re

# a link, code, and what is bold or slanted: what is read of them
WORDS = re.compile(r"\[([^\]]+)\]\([^)]*\)|`([^`]+)`|\*\*?([^*]+)\*\*?")


def news_of(changelog: str) -> list[list[str]]:
    """A changelog as the page shows it: each heading, point and paragraph, as ["h", text], ["li",
    text] or ["p", text]; of their marks only the words are left.
    """
    blocks: list[list[str]] = []
    goes_on = False  # the line before belongs to this one
    for line in changelog.splitlines():
        words = WORDS.sub(lambda mark: mark[1] or mark[2] or mark[3], line.strip())
        mark, _, rest = words.partition(" ")
        if mark and not mark.strip("#"):
            blocks.append(["h", rest])
        elif mark == "-":
            blocks.append(["li", rest])
        elif words and goes_on:
            blocks[-1][1] += f" {words}"
        elif words:
            blocks.append(["p", words])
        goes_on = bool(words) and blocks[-1][0] != "h"
    return blocks
